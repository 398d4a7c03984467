import { type ApiError, type ErrorKind, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import {
  DraftUnchanged,
  type MergeRequestActionFailed,
  MergeRequestBusy,
  MergeRequestRefused,
} from '../../domain/merge-requests/action-errors';
import { EditConflict } from '../../domain/merge-requests/edit';
import type { MergeRequestAction, MergeRequestObstacle } from '../../domain/merge-requests/rules';
import { BARE_STATUS } from '../shared/error-messages';
import { lacksScope } from '../shared/scope-messages';
import { ALREADY } from './action-messages';
import { CONFLICT_MESSAGES } from './conflict-messages';
import { mergeStatusLine } from './status-labels';

/** What stands in the way before anything is sent. */
const OBSTACLES: Readonly<Record<MergeRequestObstacle, (name: string) => string>> = {
  'not-open': (name) => t("{0} isn't open.", name),
  'not-closed': (name) => t("{0} isn't closed.", name),
  merged: (name) => t('{0} is already merged.', name),
  'may-not-merge': (name) =>
    t('Merging {0} requires permission to merge into its target branch, usually the Maintainer role.', name),
  'may-not-approve': (name) =>
    t(
      "You can't approve {0}. Only eligible approvers with at least the Developer role can approve it.",
      name,
    ),
  'no-approvals': (name) => t("Approvals aren't available for {0}.", name),
  draft: (name) => t('{0} is a draft. Mark it as ready first.', name),
  'not-draft': (name) => t("{0} isn't a draft.", name),
  conflicts: CONFLICT_MESSAGES.refused,
  blocked: (name) => t('Merge blocked: not all merge checks have passed. Open {0} for details.', name),
  'pipeline-running': (name) =>
    t('The pipeline for {0} is still running. You can set the merge request to auto-merge instead.', name),
  'no-pipeline-running': (name) => t('Auto-merge requires a running pipeline; {0} has none.', name),
  'auto-merge-set': (name) => t('{0} is already set to auto-merge.', name),
  'no-auto-merge': (name) => t("{0} isn't set to auto-merge.", name),
  rebasing: (name) => t('{0} is being rebased. Wait for this to finish, then try again.', name),
  'no-head': (name) => t('{0} has no commits to merge.', name),
  'already-so': (name) => t('No change needed: {0} is already in this state.', name),
  'needs-password': (name) => t('Approving {0} requires your password. Approve it in the browser.', name),
};

/** What is worth naming of what is just being done. */
const DOING: Readonly<Partial<Record<MergeRequestAction, (name: string) => string>>> = {
  merge: (name) => t('{0} is being merged. Wait for this to finish, then try again.', name),
  rebase: (name) => t('{0} is being rebased. Wait for this to finish, then try again.', name),
  close: (name) => t('{0} is being closed. Wait for this to finish, then try again.', name),
  reopen: (name) => t('{0} is being reopened. Wait for this to finish, then try again.', name),
  delete: (name) => t('{0} is being deleted.', name),
};
const busy = (name: string): string =>
  t('Another action on {0} is in progress. Wait for it to finish, then try again.', name);

/** Why nothing was sent; undefined for any other error. */
export function mergeRequestObstacle(error: unknown): string | undefined {
  if (error instanceof EditConflict)
    return t('!{0} has been changed by someone else since you opened it.', error.current.iid);
  if (error instanceof DraftUnchanged)
    return error.draft
      ? t('The server still lists !{0} as a draft. Its title is "{1}".', error.iid, error.title)
      : t('The server still lists !{0} as ready. Its title is "{1}".', error.iid, error.title);
  if (error instanceof MergeRequestBusy) return (DOING[error.doing] ?? busy)(`!${error.iid}`);
  if (!(error instanceof MergeRequestRefused)) return undefined;
  const name = `!${error.iid}`;
  const already = error.obstacle === 'already-so' ? ALREADY[error.action]?.(name) : undefined;
  if (error.obstacle === 'blocked' && error.status !== undefined) return `${mergeStatusLine(error.status)}.`;
  return already ?? OBSTACLES[error.obstacle](name);
}

interface Meaning {
  readonly actions: readonly MergeRequestAction[] | 'all';
  readonly kind: ErrorKind;
  /** What the server's words hold; any words where absent. */
  readonly text?: RegExp;
  readonly says: (name: string, error: ApiError) => string;
}

/** What the refusals of the server mean for an action (server-behavior.md#errors); the first row that fits counts. */
const MEANINGS: readonly Meaning[] = [
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unauthorized',
    // A 401 that is about the token says so; this one is about the person.
    text: BARE_STATUS,
    says: (name) => t('Merging {0} requires permission to merge into its target branch (401).', name),
  },
  {
    actions: ['merge'],
    kind: 'method-not-allowed',
    says: (name) => t("{0} isn't open, is a draft, or hasn't passed all merge checks (405).", name),
  },
  {
    actions: ['setAutoMerge'],
    kind: 'method-not-allowed',
    says: (name) => t('The pipeline for {0} may have already finished (405).', name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'conflict',
    text: /sha|head/i,
    says: (name) => t('The source branch of {0} has changed since you viewed it (409).', name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unprocessable',
    says: (name, { serverMessage }) =>
      serverMessage === undefined
        ? t("The source branch of {0} can't be merged into its target branch (422).", name)
        : t(
            "The source branch of {0} can't be merged into its target branch (422). The server says: {1}",
            name,
            serverMessage,
          ),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'not-acceptable',
    says: (name) =>
      t("{0} is closed or no longer set to auto-merge, so there's nothing to cancel (406).", name),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'unauthorized',
    text: BARE_STATUS,
    says: (name) => t('Only the author of {0} and users who can merge it can cancel auto-merge (401).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /cannot push/i,
    says: (name) =>
      t(
        'Rebasing {0} requires permission to push to its source branch, at least the Developer role (403).',
        name,
      ),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /does not exist/i,
    says: (name) => t('The source branch of {0} no longer exists (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /force push/i,
    says: (name) =>
      t(
        'Rebasing {0} requires a force push, but its source branch is protected from force pushes (403).',
        name,
      ),
  },
  {
    actions: ['rebase'],
    kind: 'conflict',
    says: () =>
      t('A long-running transaction on the server may be blocking the rebase (409). Try again later.'),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /not mergeable/i,
    says: CONFLICT_MESSAGES.noMergeResult,
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /cannot be updated/i,
    says: (name) => t("The server couldn't create the merge result of {0}. Try again later.", name),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /unsupported/i,
    says: () => t("The server's database is currently read-only, so the merge result can't be created."),
  },
  {
    actions: ['approve'],
    kind: 'unauthorized',
    text: BARE_STATUS,
    says: (name) =>
      t("You're the author of {0}, have already approved it, or don't have the required role (401).", name),
  },
  {
    actions: ['approve'],
    kind: 'conflict',
    says: (name) =>
      t(
        'The source branch of {0} has changed since you viewed it (409). Review the latest changes first.',
        name,
      ),
  },
  {
    actions: ['unapprove'],
    kind: 'not-found',
    says: (name) => t("You haven't approved {0}.", name),
  },
  {
    actions: ['createPipeline'],
    kind: 'method-not-allowed',
    says: (name) =>
      t('The CI/CD configuration for {0} may not have any jobs for merge request pipelines (405).', name),
  },
  {
    actions: ['delete'],
    kind: 'forbidden',
    says: (name) => t('Only administrators and users with the Owner role can delete {0} (403).', name),
  },
  {
    actions: 'all',
    kind: 'not-found',
    says: (name, { host }) => t("{1} no longer exists on {0}, or you don't have access to it.", host, name),
  },
  {
    actions: 'all',
    kind: 'method-not-allowed',
    text: /moved/i,
    says: () => t('The project has moved to a different URL. Refresh the merge requests, then try again.'),
  },
];

/** Why the server did not do it, where its answer means something particular; undefined where its words say it. */
export function mergeRequestRefusal({ action, iid, cause }: MergeRequestActionFailed): string | undefined {
  if (!isApiError(cause) || lacksScope(cause)) return undefined;
  return MEANINGS.find(
    (row) =>
      row.kind === cause.kind &&
      (row.actions === 'all' || row.actions.includes(action)) &&
      (row.text?.test(cause.serverMessage ?? '') ?? true),
  )?.says(`!${iid}`, cause);
}
