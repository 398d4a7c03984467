import { commands } from 'vscode';
import { isOutcomeUnknown } from '../../api/errors';
import type { ClientKeys } from '../../app/errors/client-keys';
import type { KeySearch } from '../../app/errors/key-uses';
import type { ClientKeyKey, ErrorPlace } from '../../app/shared/error-keys';
import { t } from '../../base/localize';
import { type ClientKey, ClientKeyFailed } from '../../domain/errors/client-keys';
import type { MessageAction } from '../../editor/shared/prompts';
import { deleteKeyRisk, searchMessage } from '../../presentation/errors/client-key-messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS, type CommandArgument } from '../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../shared/command-row';
import { type ClientKeyDeps, clientKeyOf, copyDsn, listed } from './client-key-choice';
import { errorPlaceOf } from './place';
import { rotationCommands } from './rotation-commands';

/** Creating, copying, deleting and finding client keys, and their rotation. No argument, row or message holds a key. */
export function clientKeyCommands(deps: ClientKeyDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.createClientKey,
      failure: () => t('The server has not confirmed a new client key.'),
      run: (argument) => create(deps, argument),
    },
    defineCommand({
      id: COMMAND.copyClientKey,
      args: COMMAND_ARGUMENTS.copyClientKey,
      failure: () => t("Couldn't copy the DSN."),
      run: async (argument) => {
        const key = await clientKeyOf(deps, argument, t('Copy DSN'));
        if (key !== undefined) await copy(deps, key, argument?.line === true);
      },
    }),
    {
      id: COMMAND.deleteClientKey,
      failure: () => t("Couldn't delete the client key."),
      run: (argument, failing) => remove(deps, argument, failing),
    },
    {
      id: COMMAND.findClientKeys,
      failure: () => t("Couldn't search the files in the workspace."),
      run: () => find(deps),
    },
    ...rotationCommands(deps),
  ];
}

async function copy(deps: ClientKeyDeps, key: ClientKeyKey, asLine = false): Promise<void> {
  await copyDsn(deps, key, asLine);
  deps.prompts.showStatus(t('The DSN of key #{0} is on the clipboard', key.key));
}

async function create(deps: ClientKeyDeps, argument: CommandArgument): Promise<void> {
  const { clientKeys, prompts } = deps;
  const place = await errorPlaceOf(argument, deps, t('Create Client Key'));
  if (place === undefined) return;
  // What is in the list before tells afterwards whether there is a new one, should the answer be lost.
  const before = await listed(deps, place);
  const { id } = await deps.prompts.progress.inStatusBar(t('Creating a client key…'), async () => {
    try {
      return await clientKeys.create(place);
    } catch (error) {
      const found = await foundAfter(clientKeys, place, before, error);
      if (found === undefined) throw error;
      return found;
    }
  });
  prompts.showMessage('info', t('Client key #{0} of {1} was created.', id, place.path), [
    copyAction(deps, { ...place, key: id }),
    {
      title: t('Insert SDK Setup...'),
      run: deps.insertSetup,
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
  if (!(error instanceof ClientKeyFailed) || !isOutcomeUnknown(error)) return undefined;
  const now = await clientKeys.listed(place).catch(() => []);
  const fresh = now.filter(({ id }) => before.every((each) => each.id !== id));
  return fresh.length === 1 ? fresh[0] : undefined;
}

const copyAction = (deps: ClientKeyDeps, key: ClientKeyKey): MessageAction => ({
  title: t('Copy DSN'),
  run: () => copy(deps, key),
  failure: () => t("Couldn't copy the DSN."),
});

async function remove(
  deps: ClientKeyDeps,
  argument: CommandArgument,
  failing: (what: string) => void,
): Promise<void> {
  const { clientKeys, rotations, prompts } = deps;
  const key = await clientKeyOf(deps, argument, t('Delete Client Key'));
  if (key === undefined) return;
  failing(t('Client key #{0} was not deleted.', key.key));
  const keys = await listed(deps, key);
  const known = keys.find(({ id }) => id === key.key);
  if (known === undefined) {
    prompts.showMessage('info', t('Client key #{0} is not in the list any more.', key.key), []);
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
  await deps.prompts.progress.inStatusBar(t('Deleting client key #{0}…', key.key), () =>
    clientKeys.remove(key),
  );
  prompts.showStatus(t('Client key #{0} was deleted', key.key));
}

async function find({ projects, uses, prompts }: ClientKeyDeps): Promise<void> {
  const search = await projects.search();
  const places = (search.state === 'found' ? search.projects : []).flatMap((outcome) =>
    outcome.ok ? [{ ...outcome.project.key, path: outcome.project.path }] : [],
  );
  if (search.state === 'signed-out') {
    prompts.showMessage('info', t('Sign in first: client keys are known by their server.'), []);
    return;
  }
  const found: KeySearch = await prompts.progress.cancellable(
    t('Looking for client keys in the workspace…'),
    (signal, say) =>
      uses.search(places, signal, (read, of) => {
        if (read % 100 === 0) say(t('{0} of {1} files', read, of));
      }),
  );
  prompts.showMessage(
    'info',
    searchMessage({
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
