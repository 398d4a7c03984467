import { env } from 'vscode';
import type { ClientKeys } from '../../../app/errors/client-keys';
import type { HardCodedKeys } from '../../../app/errors/hard-coded-keys';
import type { KeyRotations } from '../../../app/errors/key-rotation';
import type { ClientKeyKey, ErrorPlace } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import type { ClientKey } from '../../../domain/errors/client-keys';
import { keyState } from '../../../presentation/errors/client-key-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import { execute } from '../../shared/editor/execute';
import { type ErrorPlaceDeps, errorPlaceOf } from './place';

export interface ClientKeyDeps extends ErrorPlaceDeps {
  readonly clientKeys: ClientKeys;
  readonly rotations: KeyRotations;
  readonly uses: HardCodedKeys;
  /** Inserts code that reads the DSN from the environment. */
  readonly insertSetup: () => Promise<void>;
}

/** `alone`: the DSN; `line`: the line `SENTRY_DSN=…`. */
export type DsnForm = 'alone' | 'line';

/** Copies the DSN to the clipboard. It isn't stored elsewhere. */
export async function copyDsn(
  { clientKeys, prompts }: ClientKeyDeps,
  key: ClientKeyKey,
  form: DsnForm = 'alone',
): Promise<void> {
  const dsn = await prompts.progress.inView(
    t('Loading client keys…'),
    (signal) => clientKeys.dsnOf(key, signal),
    VIEW.errors,
  );
  await env.clipboard.writeText(form === 'line' ? `SENTRY_DSN=${dsn}` : dsn);
}

/** Reads the current keys of a project. */
export const readClientKeys = (
  { clientKeys, prompts }: ClientKeyDeps,
  place: ErrorPlace,
): Promise<readonly ClientKey[]> =>
  prompts.progress.inView(
    t('Loading client keys…'),
    (signal) => clientKeys.listed(place, { signal }),
    VIEW.errors,
  );

/** Texts of the pickers for a project and for one of its keys. */
interface KeyPickerTexts {
  readonly title: string;
  /** Text that contains the path of the project. */
  readonly placeholder: (path: string) => string;
}

/** Returns the key of the row, or asks for one. */
export async function clientKeyOf(
  deps: ClientKeyDeps,
  argument: CommandArgument,
  { title, placeholder }: KeyPickerTexts,
): Promise<ClientKeyKey | undefined> {
  const target = argument?.target;
  if (target?.kind === 'client-key') return target.clientKey;
  const place = await errorPlaceOf(argument, deps, { title, placeholder: t('Select a project') });
  if (place === undefined) return undefined;
  const keys = await readClientKeys(deps, place);
  if (keys.length === 0) {
    deps.prompts.showMessage('info', t('{0} has no client keys.', place.path), [
      {
        title: t('Create Client Key'),
        run: async () => {
          await execute(COMMAND.createClientKey, {
            target: { kind: 'project', project: place, path: place.path },
          });
        },
        failure: () => t("Couldn't create the client key."),
      },
    ]);
    return undefined;
  }
  const id = await deps.prompts.pick({
    title,
    placeholder: placeholder(place.path),
    items: keys.map((key) => ({
      label: t('Key #{0}', key.id),
      description: keyState(key),
      icon: 'key',
      value: key.id,
    })),
  });
  return id === undefined ? undefined : { ...place, key: id };
}
