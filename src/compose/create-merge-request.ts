import { commands } from 'vscode';
import type { Clones } from '../app/clones';
import { CreateDrafts, createName } from '../app/create-drafts';
import { CreatePlaces } from '../app/create-places';
import { CreateSession } from '../app/create-session';
import type { GitPort } from '../app/git-port';
import { MergeRequestMaker } from '../app/new-merge-request';
import { t } from '../base/localize';
import { createCommands } from '../commands/create-commands';
import { cancellable } from '../editor/cancellable';
import { createKind, type CreatePanel } from '../panels/create-panel';
import { Panels } from '../panels/panel-frame';
import { COMMAND } from '../presentation/command-ids';
import type { CreateKey, TypedValues } from '../schemas/new-merge-request';
import type { Core } from './core';

/** The form that makes a merge request, and the command that opens it. */
export function composeCreate(core: Core, git: GitPort, clones: Clones) {
  const { store, clock, clientFor, accounts, prompts, mergeRequests } = core;
  const places = new CreatePlaces(git, clones);
  const sessionPorts = {
    git,
    places,
    maker: new MergeRequestMaker(clientFor, git, mergeRequests),
    drafts: new CreateDrafts(core.workspaceMemory),
    clientFor,
    user: (base: string) => accounts.user(base),
    clock,
  };
  /** What the next form of a branch begins with. */
  const given = new Map<string, TypedValues>();
  const open = new Map<string, CreatePanel>();
  const panel = store.add(
    new Panels<CreateKey>(
      core.extensionUri,
      createKind({
        session: (key) => {
          const name = createName(key);
          const session = new CreateSession(key, sessionPorts, given.get(name));
          given.delete(name);
          return session;
        },
        clock,
        open,
        whilePushing: (branch) => (work) => cancellable(t('Pushing {0}…', branch), work),
        openMergeRequest: (mergeRequest) => {
          const target = { kind: 'merge-request', mergeRequest };
          void commands.executeCommand(COMMAND.openMergeRequest, { target });
          core.signals.branch.mergeRequestMade();
        },
        signIn: () => void commands.executeCommand(COMMAND.signIn),
        showOutput: () => void commands.executeCommand(COMMAND.showOutput),
      }),
    ),
  );
  const rows = createCommands({
    accounts,
    git,
    places,
    prompts,
    open: (key, values) => {
      if (values !== undefined) given.set(createName(key), values);
      panel.open(key);
    },
  });
  return { rows, panel, open };
}
