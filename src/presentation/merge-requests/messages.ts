import { type ApiError, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import {
  DraftUnchangedError,
  type MergeRequestActionFailedError,
  MergeRequestBusyError,
  MergeRequestRefusedError,
} from '../../domain/merge-requests/action-errors';
import { EditConflictError } from '../../domain/merge-requests/edit';
import type { MergeRequestAction, MergeRequestObstacle } from '../../domain/merge-requests/rules';
import { isProven, type RefusalMeaning } from '../shared/refusal-meanings';
import { ALREADY_DONE_MESSAGES } from './action-messages';
import { CONFLICT_MESSAGES } from './conflict-messages';
import { mergeStatusLine } from './status-labels';

/** Why an action isn't possible. */
const OBSTACLES: Readonly<Record<MergeRequestObstacle, (name: string) => string>> = {
  'not-open': (name) => t("{0} isn't open.", name),
  archived: (name) => t('The project of {0} is archived (read-only).', name),
  'not-closed': (name) => t("{0} isn't closed.", name),
  merged: (name) => t('{0} is already merged.', name),
  'may-not-merge': (name) =>
    t(
      'Merging {0} requires permission to merge into its target branch, usually at least the Maintainer role.',
      name,
    ),
  'may-not-approve': (name) =>
    t(
      "You can't approve {0}. You aren't an eligible approver, or the project prevents approvals by authors and committers.",
      name,
    ),
  'no-approvals': (name) => t("Approvals aren't available for {0}.", name),
  draft: (name) => t('{0} is a draft. Mark it as ready first.', name),
  'not-draft': (name) => t("{0} isn't a draft.", name),
  conflicts: CONFLICT_MESSAGES.refused,
  'no-conflicts': CONFLICT_MESSAGES.none,
  blocked: (name) => t('Merge blocked: not all merge checks have passed. Open {0} for details.', name),
  'pipeline-running': (name) =>
    t('The pipeline for {0} is still running. You can set the merge request to auto-merge instead.', name),
  'no-pipeline-running': (name) =>
    t('Switchyard can set auto-merge only while a pipeline is running. {0} has no running pipeline.', name),
  'auto-merge-set': (name) => t('{0} is already set to auto-merge.', name),
  'no-auto-merge': (name) => t("{0} isn't set to auto-merge.", name),
  rebasing: (name) => t('{0} is being rebased. Wait for this to finish, then try again.', name),
  'no-head': (name) => t('{0} has no commits to merge.', name),
  'not-merged': (name) => t("{0} isn't merged.", name),
  'no-merge-commit': (name) =>
    t("The merge of {0} didn't create a commit. Revert or cherry-pick its commits in a clone.", name),
  'still-open': (name) =>
    t('{0} is open. Its source branch can be deleted when it is merged or closed.', name),
  'already-so': (name) => t('No change needed: {0} is already in this state.', name),
  'needs-password': (name) => t('Approving {0} requires re-authentication. Approve it in the browser.', name),
};

/** Messages about specific actions in progress; `busy` is for the others. */
const DOING: Readonly<Partial<Record<MergeRequestAction, (name: string) => string>>> = {
  merge: (name) => t('{0} is being merged. Wait for this to finish, then try again.', name),
  rebase: (name) => t('{0} is being rebased. Wait for this to finish, then try again.', name),
  close: (name) => t('{0} is being closed. Wait for this to finish, then try again.', name),
  reopen: (name) => t('{0} is being reopened. Wait for this to finish, then try again.', name),
  delete: (name) => t('{0} is being deleted.', name),
};
const busy = (name: string): string =>
  t('Another action on {0} is in progress. Wait for it to finish, then try again.', name);

/** Explains errors that the extension raises; undefined for other errors. */
export function mergeRequestObstacle(error: unknown): string | undefined {
  if (error instanceof EditConflictError)
    return t('!{0} was changed on the server after you opened it. Try again.', error.current.iid);
  if (error instanceof DraftUnchangedError)
    return error.draft
      ? t('The server still lists !{0} as a draft. Its title is "{1}".', error.iid, error.title)
      : t('The server still lists !{0} as ready. Its title is "{1}".', error.iid, error.title);
  if (error instanceof MergeRequestBusyError) return (DOING[error.doing] ?? busy)(`!${error.iid}`);
  if (!(error instanceof MergeRequestRefusedError)) return undefined;
  const name = `!${error.iid}`;
  const already = error.reason === 'already-so' ? ALREADY_DONE_MESSAGES[error.action]?.(name) : undefined;
  if (error.reason === 'blocked' && error.status !== undefined) return `${mergeStatusLine(error.status)}.`;
  return already ?? OBSTACLES[error.reason](name);
}

interface Meaning extends RefusalMeaning {
  readonly actions: readonly MergeRequestAction[] | 'all';
  readonly message: (name: string, error: ApiError) => string;
}

/** The server's message if git can't apply the changes (server-behavior.md#revert-and-cherry-pick). */
const NOT_APPLIED = /^sorry, we cannot/i;

/** Meaning of errors from the server by action (server-behavior.md#errors); the first match applies. */
const MEANINGS: readonly Meaning[] = [
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unauthorized',
    // A 401 about the token names it; this one is about the user's permission.
    message: (name) => t('Merging {0} requires permission to merge into its target branch (401).', name),
  },
  {
    actions: ['merge'],
    kind: 'method-not-allowed',
    // If the reason is known, it is shown instead.
    message: (name) => t('The server refused to merge {0} (405). Refresh to see what blocks it.', name),
  },
  {
    actions: ['setAutoMerge'],
    kind: 'method-not-allowed',
    message: (name) =>
      t("{0} can't be merged now, or its pipeline has already finished (405). Refresh and try again.", name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'conflict',
    text: /sha|head/i,
    message: (name) =>
      t(
        'The source branch of {0} has changed since you viewed it (409). Review the latest changes first.',
        name,
      ),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unprocessable',
    message: (name, { serverMessage }) =>
      serverMessage === undefined
        ? t("The source branch of {0} can't be merged into its target branch (422).", name)
        : t(
            "The source branch of {0} can't be merged into its target branch (422). The server responded: {1}",
            name,
            serverMessage,
          ),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'not-acceptable',
    message: (name) =>
      t("{0} is closed or no longer set to auto-merge, so there's nothing to cancel (406).", name),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'unauthorized',
    message: (name) =>
      t('Only the author of {0} and users who can merge it can cancel auto-merge (401).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /cannot push/i,
    message: (name) =>
      t(
        'Rebasing {0} requires permission to push to its source branch, usually at least the Developer role (403).',
        name,
      ),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /does not exist/i,
    message: (name) => t('The source branch of {0} no longer exists (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /force push/i,
    message: (name) =>
      t(
        'Rebasing {0} requires a force push, but its source branch is protected from force pushes (403).',
        name,
      ),
  },
  {
    actions: ['rebase'],
    kind: 'conflict',
    message: () =>
      t('A long-running transaction on the server may be blocking the rebase (409). Try again later.'),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /not mergeable/i,
    message: CONFLICT_MESSAGES.noMergeResult,
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /cannot be updated/i,
    message: (name) => t("The server couldn't create the merge result of {0}. Try again later.", name),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /unsupported/i,
    message: () => t("The server's database is currently read-only, so the merge result can't be created."),
  },
  {
    actions: ['approve'],
    kind: 'unauthorized',
    message: (name) =>
      t("You're the author of {0}, have already approved it, or don't have the required role (401).", name),
  },
  {
    actions: ['approve'],
    kind: 'conflict',
    message: (name) =>
      t(
        'The source branch of {0} has changed since you viewed it (409). Review the latest changes first.',
        name,
      ),
  },
  {
    actions: ['unapprove'],
    kind: 'not-found',
    message: (name) => t("You haven't approved {0}.", name),
  },
  {
    actions: ['createPipeline'],
    kind: 'method-not-allowed',
    message: (name) =>
      t('The CI/CD configuration for {0} might not have jobs for merge request pipelines (405).', name),
  },
  {
    actions: ['revert'],
    kind: 'bad-request',
    text: NOT_APPLIED,
    message: (name) =>
      t(
        '{0} is already reverted, or later commits changed the same lines (400). Revert it in a clone.',
        name,
      ),
  },
  {
    actions: ['cherryPick'],
    kind: 'bad-request',
    text: NOT_APPLIED,
    message: (name) =>
      t(
        'The branch already contains the changes of {0}, or they conflict with it (400). Cherry-pick in a clone.',
        name,
      ),
  },
  {
    actions: ['revert', 'cherryPick'],
    kind: 'forbidden',
    text: /push/i,
    message: () => t("You can't push to the branch (403). Create a merge request instead."),
  },
  {
    actions: ['deleteSourceBranch'],
    kind: 'not-found',
    message: (name) => t('The source branch of {0} no longer exists.', name),
  },
  {
    actions: ['delete'],
    kind: 'forbidden',
    message: (name) => t('Only administrators and users with the Owner role can delete {0} (403).', name),
  },
  {
    actions: 'all',
    kind: 'not-found',
    message: (name, { host }) =>
      t("{1} no longer exists on {0}, or you don't have access to it.", host, name),
  },
  {
    actions: 'all',
    kind: 'method-not-allowed',
    text: /moved/i,
    message: () => t('The project has moved to a different URL. Refresh the merge requests, then try again.'),
  },
];

/** Returns why the server rejected the action; undefined if there is no specific message. */
export function mergeRequestRefusal({
  action,
  iid,
  cause,
}: MergeRequestActionFailedError): string | undefined {
  if (!isApiError(cause)) return undefined;
  return MEANINGS.find(
    (row) => (row.actions === 'all' || row.actions.includes(action)) && isProven(row, cause),
  )?.message(`!${iid}`, cause);
}
