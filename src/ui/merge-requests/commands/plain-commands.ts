import { commands } from 'vscode';
import type { PlainAction } from '../../../app/merge-requests/actions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import {
  ALREADY_DONE_MESSAGES,
  MERGE_REQUEST_VERBS,
  unnamedMergeRequest,
} from '../../../presentation/merge-requests/action-messages';
import { PLAIN_COMMANDS } from '../../../presentation/merge-requests/plain-commands';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import { BOOLEAN_SETTINGS, SECTION } from '../../../presentation/shared/settings';
import type { CommandRow } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import type { MessageAction } from '../../shared/editor/prompts';
import { chooseMergeRequest, type ChoosingDeps, type Chosen } from './choice';

export interface PlainDeps extends ChoosingDeps {
  /** Returns the current value of the setting that allows deleting merge requests. */
  readonly mayDelete: () => boolean;
}

const COMMANDS: Readonly<Record<PlainAction, RowCommandId>> = PLAIN_COMMANDS;

/** The action that reverts another one; offered immediately. */
const UNDO: Readonly<Partial<Record<PlainAction, PlainAction>>> = { close: 'reopen', reopen: 'close' };

/** Asks for confirmation before an action; false if the user cancels. */
const ASK: Readonly<Partial<Record<PlainAction, (deps: PlainDeps, chosen: Chosen) => Promise<boolean>>>> = {
  delete: askBeforeDeleting,
};

/** Commands for actions that only require a merge request. */
export function plainMergeRequestCommands(deps: PlainDeps): readonly CommandRow[] {
  const rows: Readonly<Record<PlainAction, CommandRow>> = {
    cancelAutoMerge: rowOf(deps, 'cancelAutoMerge'),
    close: rowOf(deps, 'close'),
    reopen: rowOf(deps, 'reopen'),
    markDraft: rowOf(deps, 'markDraft'),
    markReady: rowOf(deps, 'markReady'),
    delete: rowOf(deps, 'delete'),
    approve: rowOf(deps, 'approve'),
    unapprove: rowOf(deps, 'unapprove'),
    subscribe: rowOf(deps, 'subscribe'),
    unsubscribe: rowOf(deps, 'unsubscribe'),
    addTodo: rowOf(deps, 'addTodo'),
    lockDiscussion: rowOf(deps, 'lockDiscussion'),
    unlockDiscussion: rowOf(deps, 'unlockDiscussion'),
  };
  return Object.values(rows);
}

function rowOf(deps: PlainDeps, action: PlainAction): CommandRow {
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id: COMMANDS[action],
    failure: () => verb.notDone(unnamedMergeRequest()),
    run: async (argument, failing) => {
      if (action === 'delete' && !deps.mayDelete()) {
        showHowToAllow(deps);
        return;
      }
      const chosen = await chooseMergeRequest(deps, action, argument);
      if (chosen === undefined) return;
      failing(verb.notDone(chosen.name));
      if ((await ASK[action]?.(deps, chosen)) === false) return;
      await runPlainAction(deps, action, chosen);
    },
  };
}

/** Runs an action and shows its result. Returns true if the merge request is in the requested state. */
export async function runPlainAction(
  deps: Pick<PlainDeps, 'actions' | 'prompts'>,
  action: PlainAction,
  { key, name, sha }: Chosen,
): Promise<boolean> {
  const verb = MERGE_REQUEST_VERBS[action];
  try {
    const outcome = await deps.prompts.progress.inStatusBar(verb.doing(name), () =>
      deps.actions.run(action, key, action === 'approve' ? sha : undefined),
    );
    const doneMessage = outcome === 'already' ? (ALREADY_DONE_MESSAGES[action] ?? verb.done) : verb.done;
    const undo = UNDO[action];
    if (undo === undefined) deps.prompts.showStatus(doneMessage(name));
    else deps.prompts.showMessage('info', doneMessage(name), [undoButton(deps, undo, { key, name, sha })]);
    return true;
  } catch (error) {
    if (!(error instanceof MergeRequestRefusedError)) throw error;
    if (error.reason === 'needs-password') {
      deps.prompts.showMessage('info', explain(error).why, [inBrowser(key)]);
      return false;
    }
    // Not a failure: the merge request is already in the requested state.
    if (error.reason !== 'already-so') throw error;
    deps.prompts.showStatus((ALREADY_DONE_MESSAGES[action] ?? verb.done)(name));
    return true;
  }
}

const inBrowser = (mergeRequest: MergeRequestKey): MessageAction => ({
  title: t('Open in Browser'),
  run: async () => {
    await execute(COMMAND.openInBrowser, { target: { kind: 'merge-request', mergeRequest } });
  },
  failure: () => t("Couldn't open the browser."),
});

function undoButton(
  deps: Pick<PlainDeps, 'actions' | 'prompts'>,
  undo: PlainAction,
  chosen: Chosen,
): MessageAction {
  const verb = MERGE_REQUEST_VERBS[undo];
  return {
    title: t('Undo'),
    run: async () => {
      await deps.prompts.progress.inStatusBar(verb.doing(chosen.name), () =>
        deps.actions.run(undo, chosen.key),
      );
      deps.prompts.showStatus(verb.done(chosen.name));
    },
    failure: () => verb.notDone(chosen.name),
  };
}

function showHowToAllow({ prompts }: PlainDeps): void {
  const setting = `@id:${SECTION}.${BOOLEAN_SETTINGS.mergeRequestsAllowDelete.key}`;
  prompts.showMessage('info', t('Deleting merge requests is disabled in the settings.'), [
    {
      title: t('Open Setting'),
      run: async () => {
        await commands.executeCommand('workbench.action.openSettings', setting);
      },
      failure: () => t("Couldn't open the settings."),
    },
  ]);
}

function askBeforeDeleting({ prompts, store }: PlainDeps, { key, name }: Chosen): Promise<boolean> {
  const title = store.peek(key)?.title;
  return prompts.typed({
    title:
      title === undefined
        ? t('Delete Merge Request {0}', name)
        : t('Delete Merge Request {0}: {1}', name, title),
    prompt: t(
      'The merge request will be deleted for everyone, including its comments and approvals. The branch is kept. Type "{0}" to delete the merge request.',
      name,
    ),
    expected: name,
    otherwise: t('The text doesn\'t match "{0}".', name),
  });
}
