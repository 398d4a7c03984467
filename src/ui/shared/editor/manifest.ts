import type { Extension } from 'vscode';
import { manifestSchema } from '../../../schemas/version';

/** Returns the extension's version from its manifest. */
export function versionOf({ packageJSON }: Pick<Extension<unknown>, 'packageJSON'>): string {
  return manifestSchema.safeParse(packageJSON).data?.version ?? '0.0.0';
}
