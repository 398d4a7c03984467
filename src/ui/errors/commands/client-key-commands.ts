import { commands } from 'vscode';
import { isOutcomeUnknown } from '../../../api/errors';
import type { ClientKeys } from '../../../app/errors/client-keys';
import type { KeySearch } from '../../../app/errors/hard-coded-keys';
import type { ClientKeyKey, ErrorPlace } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import { type ClientKey, ClientKeyFailedError } from '../../../domain/errors/client-keys';
import { deleteKeyRisk, searchMessage } from '../../../presentation/errors/client-key-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS, type CommandArgument } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { signInAction } from '../../shared/commands/no-project';
import { requireRole } from '../../shared/commands/role-check';
import type { MessageAction } from '../../shared/editor/prompts';
import { type ClientKeyDeps, clientKeyOf, copyDsn, type DsnForm, readClientKeys } from './client-key-choice';
import { errorPlaceOf } from './place';
import { rotationCommands } from './rotation-commands';

/**
 * Commands that create, copy, delete, find, and rotate client keys. Arguments, rows, and messages never
 * contain a key.
 */
export function clientKeyCommands(deps: ClientKeyDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.createClientKey,
      failure: () => t("Couldn't create the client key."),
      run: (argument) => create(deps, argument),
    },
    defineCommand({
      id: COMMAND.copyClientKey,
      args: COMMAND_ARGUMENTS.copyClientKey,
      failure: () => t("Couldn't copy the DSN."),
      run: async (argument) => {
        const key = await clientKeyOf(deps, argument, {
          title: t('Copy DSN'),
          placeholder: (path) => t('Select a client key of {0} to copy its DSN', path),
        });
        if (key !== undefined) await copy(deps, key, argument?.line === true ? 'line' : 'alone');
      },
    }),
    {
      id: COMMAND.deleteClientKey,
      failure: () => t("Couldn't delete the client key."),
      run: (argument, failing) => remove(deps, argument, failing),
    },
    {
      id: COMMAND.findClientKeys,
      failure: () => t("Couldn't search the files in this workspace."),
      run: () => find(deps),
    },
    ...rotationCommands(deps),
  ];
}

async function copy(deps: ClientKeyDeps, key: ClientKeyKey, form?: DsnForm): Promise<void> {
  await copyDsn(deps, key, form);
  deps.prompts.showStatus(t('DSN of key #{0} copied to the clipboard.', key.key));
}

async function create(deps: ClientKeyDeps, argument: CommandArgument): Promise<void> {
  const { clientKeys, prompts } = deps;
  const place = await errorPlaceOf(argument, deps, {
    title: t('Create Client Key'),
    placeholder: t('Select a project to create a client key for'),
  });
  if (place === undefined) return;
  requireRole({ roles: deps.projects }, 'manageClientKeys', place);
  // If the response is lost, a comparison with the list shows whether a key was created.
  const before = await readClientKeys(deps, place);
  const { id } = await deps.prompts.progress.inStatusBar(t('Creating client key…'), async () => {
    try {
      return await clientKeys.create(place);
    } catch (error) {
      const found = await foundAfter(clientKeys, place, before, error);
      if (found === undefined) throw error;
      return found;
    }
  });
  prompts.showMessage('info', t('Client key #{0} created for {1}.', id, place.path), [
    copyAction(deps, { ...place, key: id }),
    {
      title: t('Insert SDK Setup...'),
      run: deps.insertSetup,
      failure: () => t("Couldn't insert the SDK setup."),
    },
  ]);
}

/** Finds the created key after a lost response: the only one that wasn't listed before. */
async function foundAfter(
  clientKeys: ClientKeys,
  place: ErrorPlace,
  before: readonly ClientKey[],
  error: unknown,
): Promise<ClientKey | undefined> {
  if (!(error instanceof ClientKeyFailedError) || !isOutcomeUnknown(error)) return undefined;
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
  const key = await clientKeyOf(deps, argument, {
    title: t('Delete Client Key'),
    placeholder: (path) => t('Select a client key of {0} to delete', path),
  });
  if (key === undefined) return;
  failing(t("Couldn't delete client key #{0}.", key.key));
  requireRole({ roles: deps.projects }, 'manageClientKeys', key);
  const keys = await readClientKeys(deps, key);
  const known = keys.find(({ id }) => id === key.key);
  if (known === undefined) {
    prompts.showMessage('info', t('Client key #{0} no longer exists.', key.key), []);
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
  prompts.showStatus(t('Client key #{0} deleted.', key.key));
}

async function find({ projects, uses, prompts }: ClientKeyDeps): Promise<void> {
  const search = await projects.search();
  const places = (search.state === 'found' ? search.projects : []).flatMap((outcome) =>
    outcome.ok ? [{ ...outcome.project.key, path: outcome.project.path }] : [],
  );
  if (search.state === 'signed-out') {
    prompts.showMessage(
      'info',
      t('Sign in to search for client keys. Switchyard gets the keys from your server.'),
      [signInAction(prompts)],
    );
    return;
  }
  const found: KeySearch = await prompts.progress.cancellable(
    t('Searching for client keys in this workspace…'),
    (signal, reportProgress) =>
      uses.search(places, signal, (read, of) => {
        if (read % 100 === 0)
          reportProgress(t('{1, plural, one {{0} of # file} other {{0} of # files}}', read, of));
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
              // The command that opens the panel would close it if it is open.
              await commands.executeCommand('workbench.panel.markers.view.focus');
            },
            failure: () => t("Couldn't open the Problems panel."),
          },
        ],
  );
}
