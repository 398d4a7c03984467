import { commands, env } from 'vscode';
import type { ClientKeys } from '../app/client-keys';
import type { ClientKeyKey, ErrorPlace } from '../app/error-keys';
import type { KeyRotations } from '../app/key-rotation';
import type { KeyUses } from '../app/key-uses';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { ClientKey } from '../domain/errors/client-keys';
import { keyState } from '../presentation/client-key-words';
import { COMMAND } from '../presentation/command-ids';
import { VIEW } from '../presentation/view-ids';
import { errorPlaceOf, type ErrorPlacePorts } from './error-place';
import { withPatience } from './patience';

export interface ClientKeyPorts extends ErrorPlacePorts {
  readonly clientKeys: ClientKeys;
  readonly rotations: KeyRotations;
  readonly uses: KeyUses;
  /** Offers code that takes a DSN from the environment. */
  readonly insertSetup: () => Promise<void>;
}

/** Puts the DSN on the clipboard, and nowhere else; as a line `SENTRY_DSN=…` where that is wanted. */
export async function copyDsn(
  { clientKeys }: ClientKeyPorts,
  key: ClientKeyKey,
  asLine = false,
): Promise<void> {
  const dsn = await withPatience(
    t('Reading client keys…'),
    (signal) => clientKeys.dsnOf(key, signal),
    VIEW.errors,
  );
  await env.clipboard.writeText(asLine ? `SENTRY_DSN=${dsn}` : dsn);
}

/** The keys of a project as they are listed now. */
export const listed = ({ clientKeys }: ClientKeyPorts, place: ErrorPlace): Promise<readonly ClientKey[]> =>
  withPatience(t('Reading client keys…'), (signal) => clientKeys.listed(place, { signal }), VIEW.errors);

/** The key that a command is about: that of the row, or one that a person picks. */
export async function clientKeyOf(
  ports: ClientKeyPorts,
  argument: unknown,
  title: string,
): Promise<ClientKeyKey | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'client-key') return target.clientKey;
  const place = await errorPlaceOf(argument, ports, title);
  if (place === undefined) return undefined;
  const keys = await listed(ports, place);
  if (keys.length === 0) {
    ports.prompts.tell('info', t('{0} has no client key yet.', place.path), [
      {
        title: t('Create Client Key'),
        run: async () => {
          await commands.executeCommand(COMMAND.createClientKey, {
            target: { kind: 'project', project: place, path: place.path },
          });
        },
        failure: () => t('The server has not confirmed a new client key.'),
      },
    ]);
    return undefined;
  }
  const id = await ports.prompts.pick({
    title,
    placeholder: t('The client key of {0}', place.path),
    items: keys.map((key) => ({
      label: t('Key #{0}', key.id),
      description: keyState(key),
      icon: 'key',
      value: key.id,
    })),
  });
  return id === undefined ? undefined : { ...place, key: id };
}
