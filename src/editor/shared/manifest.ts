import type { Extension } from 'vscode';
import { manifestSchema } from '../../schemas/version';

/** The extension's version, as its manifest tells it. */
export function versionOf({ packageJSON }: Pick<Extension<unknown>, 'packageJSON'>): string {
  return manifestSchema.safeParse(packageJSON).data?.version ?? '0.0.0';
}
