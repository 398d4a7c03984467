import { commands } from 'vscode';
import type { PlainAction } from '../app/merge-request-actions';
import { t } from '../base/localize';
import { MergeRequestRefused } from '../domain/merge-request-rules';
import { ALREADY, MERGE_REQUEST_VERBS, UNNAMED } from '../presentation/merge-request-action-words';
import type { CommandId } from '../presentation/command-ids';
import { PLAIN_COMMANDS } from '../presentation/merge-request-commands';
import { SECTION, SWITCHES } from '../presentation/setting-ids';
import type { MessageAction } from '../editor/prompts';
import type { CommandRow } from './command-row';
import { chooseMergeRequest, underWay, type Chosen, type ChoosingPorts } from './merge-request-choosing';

export interface PlainPorts extends ChoosingPorts {
  /** Whether the person has allowed to delete, as the settings say at this moment. */
  readonly mayDelete: () => boolean;
}

const COMMANDS: Readonly<Record<PlainAction, CommandId>> = PLAIN_COMMANDS;

/** What takes an action back, where a person may want that at once. */
const UNDO: Readonly<Partial<Record<PlainAction, PlainAction>>> = { close: 'reopen', reopen: 'close' };

/** Asked before; false where the person gave it up. */
const ASK: Readonly<Partial<Record<PlainAction, (ports: PlainPorts, chosen: Chosen) => Promise<boolean>>>> = {
  delete: askBeforeDeleting,
};

/** Actions that take nothing but the merge request. */
export function plainMergeRequestCommands(ports: PlainPorts): readonly CommandRow[] {
  const rows: Readonly<Record<PlainAction, CommandRow>> = {
    cancelAutoMerge: rowOf(ports, 'cancelAutoMerge'),
    close: rowOf(ports, 'close'),
    reopen: rowOf(ports, 'reopen'),
    markDraft: rowOf(ports, 'markDraft'),
    markReady: rowOf(ports, 'markReady'),
    delete: rowOf(ports, 'delete'),
    approve: rowOf(ports, 'approve'),
    unapprove: rowOf(ports, 'unapprove'),
    subscribe: rowOf(ports, 'subscribe'),
    unsubscribe: rowOf(ports, 'unsubscribe'),
    addTodo: rowOf(ports, 'addTodo'),
    lockDiscussion: rowOf(ports, 'lockDiscussion'),
    unlockDiscussion: rowOf(ports, 'unlockDiscussion'),
  };
  return Object.values(rows);
}

function rowOf(ports: PlainPorts, action: PlainAction): CommandRow {
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id: COMMANDS[action],
    failure: () => verb.notDone(UNNAMED()),
    run: async (argument, failing) => {
      if (action === 'delete' && !ports.mayDelete()) {
        tellHowToAllow(ports);
        return;
      }
      const chosen = await chooseMergeRequest(ports, action, argument);
      if (chosen === undefined) return;
      failing(verb.notDone(chosen.name));
      if ((await ASK[action]?.(ports, chosen)) === false) return;
      await act(ports, action, chosen);
    },
  };
}

async function act(ports: PlainPorts, action: PlainAction, { key, name, sha }: Chosen): Promise<void> {
  const verb = MERGE_REQUEST_VERBS[action];
  try {
    const outcome = await underWay(verb.doing(name), () =>
      ports.actions.run(action, key, action === 'approve' ? sha : undefined),
    );
    const said = outcome === 'already' ? (ALREADY[action] ?? verb.done) : verb.done;
    const undo = UNDO[action];
    if (undo === undefined) ports.prompts.mention(said(name));
    else ports.prompts.tell('info', said(name), [undoButton(ports, undo, { key, name, sha })]);
  } catch (error) {
    // It is as it was to be: nothing failed.
    if (!(error instanceof MergeRequestRefused) || error.obstacle !== 'already-so') throw error;
    ports.prompts.mention((ALREADY[action] ?? verb.done)(name));
  }
}

function undoButton(ports: PlainPorts, undo: PlainAction, chosen: Chosen): MessageAction {
  const verb = MERGE_REQUEST_VERBS[undo];
  return {
    title: t('Undo'),
    run: async () => {
      await underWay(verb.doing(chosen.name), () => ports.actions.run(undo, chosen.key));
      ports.prompts.mention(verb.done(chosen.name));
    },
    failure: () => verb.notDone(chosen.name),
  };
}

function tellHowToAllow({ prompts }: PlainPorts): void {
  const setting = `${SECTION}.${SWITCHES.allowDelete.key}`;
  prompts.tell('info', t('Deleting merge requests is not allowed by the setting "{0}".', setting), [
    {
      title: t('Open Settings'),
      run: async () => {
        await commands.executeCommand('workbench.action.openSettings', setting);
      },
      failure: () => t('The settings were not opened.'),
    },
  ]);
}

function askBeforeDeleting({ prompts, store }: PlainPorts, { key, name }: Chosen): Promise<boolean> {
  const title = store.peek(key)?.title;
  return prompts.typed({
    title: title === undefined ? t('Delete {0}?', name) : t('Delete {0} {1}?', name, title),
    prompt: t(
      'The merge request is gone for everybody, with its comments and approvals; the branch stays. Type {0} to delete it.',
      name,
    ),
    expected: name,
    otherwise: t('That is not {0}: nothing was deleted.', name),
  });
}
