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
import { ALREADY } from './action-messages';
import { CONFLICT_MESSAGES } from './conflict-messages';
import { mergeStatusLine } from './status-labels';

/** What stands in the way before anything is sent. */
const OBSTACLES: Readonly<Record<MergeRequestObstacle, (name: string) => string>> = {
  'not-open': (name) => t('{0} is not open.', name),
  'not-closed': (name) => t('{0} is not closed.', name),
  merged: (name) => t('{0} is merged already.', name),
  'may-not-merge': (name) =>
    t('Merging {0} requires permission to merge into its target branch, usually the Maintainer role.', name),
  'may-not-approve': (name) =>
    t(
      "You can't approve {0}. Approving requires at least the Developer role and eligibility as an approver.",
      name,
    ),
  'no-approvals': (name) => t('The server has no approvals for {0}.', name),
  draft: (name) => t('{0} is a draft: mark it as ready first.', name),
  'not-draft': (name) => t('{0} is no draft.', name),
  conflicts: CONFLICT_MESSAGES.refused,
  blocked: (name) =>
    t('Something that its project asks for stands in the way of {0}: its page says what.', name),
  'pipeline-running': (name) =>
    t('The pipeline of {0} is still running: it can be set to merge when that succeeds.', name),
  'no-pipeline-running': (name) => t('No pipeline of {0} is running that a merge could wait for.', name),
  'auto-merge-set': (name) => t('{0} is set to merge by itself already.', name),
  'no-auto-merge': (name) => t('{0} is not set to merge by itself.', name),
  rebasing: (name) => t('{0} is just being rebased. Try again when that is done.', name),
  'no-head': (name) => t('{0} has no commits that could be merged.', name),
  'already-so': (name) => t('{0} is like that already.', name),
  'needs-password': (name) => t('Approving {0} requires your password. Approve it in the browser.', name),
};

/** What is worth naming of what is just being done. */
const DOING: Readonly<Partial<Record<MergeRequestAction, (name: string) => string>>> = {
  merge: (name) => t('{0} is just being merged. Try again when that is done.', name),
  rebase: (name) => t('{0} is just being rebased. Try again when that is done.', name),
  close: (name) => t('{0} is just being closed. Try again when that is done.', name),
  reopen: (name) => t('{0} is just being reopened. Try again when that is done.', name),
  delete: (name) => t('{0} is just being deleted.', name),
};
const busy = (name: string): string =>
  t('Something else is just being done to {0}. Try again when that is done.', name);

/** Why nothing was sent; undefined for any other error. */
export function mergeRequestObstacle(error: unknown): string | undefined {
  if (error instanceof EditConflict)
    return t('Somebody else has changed !{0} since you read it.', error.current.iid);
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
    says: (name) =>
      t('You may not merge {0}: that takes the permission to merge into its target branch (401).', name),
  },
  {
    actions: ['merge'],
    kind: 'method-not-allowed',
    says: (name) =>
      t(
        'The server does not merge {0} as it stands now (405): it is not open, a draft, or something that its project asks for is missing.',
        name,
      ),
  },
  {
    actions: ['setAutoMerge'],
    kind: 'method-not-allowed',
    says: (name) =>
      t('The server does not set {0} to merge by itself (405): its pipeline may be over.', name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'conflict',
    text: /sha|head/i,
    says: (name) =>
      t('The source branch of {0} has other commits than those that you looked at (409).', name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unprocessable',
    says: (name, { serverMessage }) =>
      t(
        'The branch of {0} cannot be merged into its target (422). The server says: {1}',
        name,
        serverMessage ?? t('nothing'),
      ),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'not-acceptable',
    says: (name) =>
      t('{0} is closed, or was not set to merge by itself any more: there is nothing to cancel (406).', name),
  },
  {
    actions: ['cancelAutoMerge'],
    kind: 'unauthorized',
    text: BARE_STATUS,
    says: (name) => t('Only its author and those who may merge {0} can cancel its auto-merge (401).', name),
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
    says: (name) => t('The source branch of {0} does not exist any more (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    text: /force push/i,
    says: (name) =>
      t('The source branch of {0} is protected from force pushes, and a rebase needs one (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'conflict',
    says: (name) =>
      t(
        'The server could not begin to rebase {0} (409): a long transaction may stand in the way. Try again in a while.',
        name,
      ),
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
    says: (name) => t('The server could not make the merge result of {0}. Try again in a while.', name),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    text: /unsupported/i,
    says: () =>
      t('The database of the server is read-only at this moment, so it cannot make the merge result.'),
  },
  {
    actions: ['approve'],
    kind: 'unauthorized',
    text: BARE_STATUS,
    says: (name) =>
      t(
        'You may not approve {0}: you wrote it, approved it before, or do not have the role for it (401).',
        name,
      ),
  },
  {
    actions: ['approve'],
    kind: 'conflict',
    says: (name) =>
      t(
        'The source branch of {0} has other commits than those that you looked at: look again first (409).',
        name,
      ),
  },
  {
    actions: ['unapprove'],
    kind: 'not-found',
    says: (name) => t('You have no approval of {0} that could be revoked.', name),
  },
  {
    actions: ['createPipeline'],
    kind: 'method-not-allowed',
    says: (name) =>
      t(
        'The server made no pipeline for {0} (405): its configuration may have no jobs for merge requests.',
        name,
      ),
  },
  {
    actions: ['delete'],
    kind: 'forbidden',
    says: (name) => t('Only administrators and owners of the project may delete {0} (403).', name),
  },
  {
    actions: 'all',
    kind: 'not-found',
    says: (name, { host }) => t('{0} does not have {1} any more, or you may not see it.', host, name),
  },
  {
    actions: 'all',
    kind: 'method-not-allowed',
    text: /moved/i,
    says: () => t('The project has moved to another address. Refresh the merge requests, then try again.'),
  },
];

/** Why the server did not do it, where its answer means something particular; undefined where its words say it. */
export function mergeRequestRefusal({ action, iid, cause }: MergeRequestActionFailed): string | undefined {
  if (!isApiError(cause)) return undefined;
  return MEANINGS.find(
    (row) =>
      row.kind === cause.kind &&
      (row.actions === 'all' || row.actions.includes(action)) &&
      (row.text?.test(cause.serverMessage ?? '') ?? true),
  )?.says(`!${iid}`, cause);
}
