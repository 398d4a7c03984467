import { commands } from 'vscode';
import type { ClientKeys } from '../app/client-keys';
import type { ClientKeyKey, ErrorPlace } from '../app/error-keys';
import type { KeySearch } from '../app/key-uses';
import { t } from '../base/localize';
import { ClientKeyFailed, type ClientKey } from '../domain/errors/client-keys';
import { cancellable } from '../editor/cancellable';
import type { MessageAction } from '../editor/prompts';
import { deleteKeyRisk, searchWords } from '../presentation/client-key-words';
import { COMMAND } from '../presentation/command-ids';
import type { CommandRow } from './command-row';
import { errorPlaceOf } from './error-place';
import { underWay } from './merge-request-choosing';
import { clientKeyOf, copyDsn, listed, type ClientKeyPorts } from './client-key-choosing';
import { rotationCommands } from './rotation-commands';

/** Creating, copying, deleting and finding client keys, and their rotation. No argument, row or message holds a key. */
export function clientKeyCommands(ports: ClientKeyPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.createClientKey,
      failure: () => t('The server has not confirmed a new client key.'),
      run: (argument) => create(ports, argument),
    },
    {
      id: COMMAND.copyClientKey,
      failure: () => t('The DSN was not copied.'),
      run: async (argument) => {
        const key = await clientKeyOf(ports, argument, t('Copy DSN'));
        if (key !== undefined) await copy(ports, key, wantsLine(argument));
      },
    },
    {
      id: COMMAND.deleteClientKey,
      failure: () => t('The client key was not deleted.'),
      run: (argument, failing) => remove(ports, argument, failing),
    },
    {
      id: COMMAND.findClientKeys,
      failure: () => t('The files of the workspace were not searched.'),
      run: () => find(ports),
    },
    ...rotationCommands(ports),
  ];
}

async function copy(ports: ClientKeyPorts, key: ClientKeyKey, asLine = false): Promise<void> {
  await copyDsn(ports, key, asLine);
  ports.prompts.mention(t('The DSN of key #{0} is on the clipboard', key.key));
}

/** True where the caller wants a line of a file with environment variables. */
const wantsLine = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'line' in argument && argument.line === true;

async function create(ports: ClientKeyPorts, argument: unknown): Promise<void> {
  const { clientKeys, prompts } = ports;
  const place = await errorPlaceOf(argument, ports, t('Create Client Key'));
  if (place === undefined) return;
  // What is in the list before tells afterwards whether there is a new one, should the answer be lost.
  const before = await listed(ports, place);
  const { id } = await underWay(t('Creating a client key…'), async () => {
    try {
      return await clientKeys.create(place);
    } catch (error) {
      const found = await foundAfter(clientKeys, place, before, error);
      if (found === undefined) throw error;
      return found;
    }
  });
  prompts.tell('info', t('Client key #{0} of {1} was created.', id, place.path), [
    copyAction(ports, { ...place, key: id }),
    {
      title: t('Insert SDK Setup...'),
      run: ports.insertSetup,
      failure: () => t('No setup was inserted.'),
    },
  ]);
}

/** The key whose answer was lost: the only one that was not there before. */
async function foundAfter(
  clientKeys: ClientKeys,
  place: ErrorPlace,
  before: readonly ClientKey[],
  error: unknown,
): Promise<ClientKey | undefined> {
  if (!(error instanceof ClientKeyFailed) || !error.unsure) return undefined;
  const now = await clientKeys.listed(place).catch(() => []);
  const fresh = now.filter(({ id }) => before.every((each) => each.id !== id));
  return fresh.length === 1 ? fresh[0] : undefined;
}

const copyAction = (ports: ClientKeyPorts, key: ClientKeyKey): MessageAction => ({
  title: t('Copy DSN'),
  run: () => copy(ports, key),
  failure: () => t('The DSN was not copied.'),
});

async function remove(
  ports: ClientKeyPorts,
  argument: unknown,
  failing: (what: string) => void,
): Promise<void> {
  const { clientKeys, rotations, prompts } = ports;
  const key = await clientKeyOf(ports, argument, t('Delete Client Key'));
  if (key === undefined) return;
  failing(t('Client key #{0} was not deleted.', key.key));
  const keys = await listed(ports, key);
  const known = keys.find(({ id }) => id === key.key);
  if (known === undefined) {
    prompts.tell('info', t('Client key #{0} is not in the list any more.', key.key), []);
    return;
  }
  const isLast = !keys.some(({ id, active }) => id !== key.key && active);
  const rotation = rotations.of(key);
  const question = deleteKeyRisk({
    key: known,
    path: key.path,
    isLast,
    isInRotation: rotation?.old === key.key || rotation?.fresh === key.key,
  });
  if (!(await prompts.typed(question))) return;
  await underWay(t('Deleting client key #{0}…', key.key), () => clientKeys.remove(key));
  prompts.mention(t('Client key #{0} was deleted', key.key));
}

async function find({ projects, uses, prompts }: ClientKeyPorts): Promise<void> {
  const search = await projects.search();
  const places = (search.state === 'found' ? search.projects : []).flatMap((outcome) =>
    outcome.ok ? [{ ...outcome.project.key, path: outcome.project.path }] : [],
  );
  if (search.state === 'signed-out') {
    prompts.tell('info', t('Sign in first: client keys are known by their server.'), []);
    return;
  }
  const found: KeySearch = await cancellable(t('Looking for client keys in the workspace…'), (signal, say) =>
    uses.search(places, signal, (read, of) => {
      if (read % 100 === 0) say(t('{0} of {1} files', read, of));
    }),
  );
  prompts.tell(
    'info',
    searchWords({
      places: found.uses.length,
      inFiles: new Set(found.uses.map(({ uri }) => uri)).size,
      ...found,
    }),
    found.uses.length === 0
      ? []
      : [
          {
            title: t('Show Problems'),
            run: async () => {
              await commands.executeCommand('workbench.actions.view.problems');
            },
            failure: () => t('The problems were not shown.'),
          },
        ],
  );
}
