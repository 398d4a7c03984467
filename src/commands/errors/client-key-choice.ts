import { env } from 'vscode';
import type { ClientKeys } from '../../app/errors/client-keys';
import type { KeyRotations } from '../../app/errors/key-rotation';
import type { KeyUses } from '../../app/errors/key-uses';
import type { ClientKeyKey, ErrorPlace } from '../../app/shared/error-keys';
import { t } from '../../base/localize';
import type { ClientKey } from '../../domain/errors/client-keys';
import { execute } from '../../editor/shared/execute';
import { keyState } from '../../presentation/errors/client-key-messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import { VIEW } from '../../presentation/shared/view-ids';
import type { CommandArgument } from '../../schemas/command-argument';
import { type ErrorPlaceDeps, errorPlaceOf } from './place';

export interface ClientKeyDeps extends ErrorPlaceDeps {
  readonly clientKeys: ClientKeys;
  readonly rotations: KeyRotations;
  readonly uses: KeyUses;
  /** Offers code that takes a DSN from the environment. */
  readonly insertSetup: () => Promise<void>;
}

/** Alone, or as a line `SENTRY_DSN=…`. */
export type DsnForm = 'alone' | 'line';

/** Puts the DSN on the clipboard, and nowhere else. */
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

/** The keys of a project as they are listed now. */
export const listed = (
  { clientKeys, prompts }: ClientKeyDeps,
  place: ErrorPlace,
): Promise<readonly ClientKey[]> =>
  prompts.progress.inView(
    t('Loading client keys…'),
    (signal) => clientKeys.listed(place, { signal }),
    VIEW.errors,
  );

/** What the pickers of a project and then of one of its keys say. */
interface KeyAsked {
  readonly title: string;
  /** Names the project. */
  readonly placeholder: (path: string) => string;
}

/** The key that a command is about: that of the row, or one that a person picks. */
export async function clientKeyOf(
  deps: ClientKeyDeps,
  argument: CommandArgument,
  { title, placeholder }: KeyAsked,
): Promise<ClientKeyKey | undefined> {
  const target = argument?.target;
  if (target?.kind === 'client-key') return target.clientKey;
  const place = await errorPlaceOf(argument, deps, { title, placeholder: t('Select a project') });
  if (place === undefined) return undefined;
  const keys = await listed(deps, place);
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
