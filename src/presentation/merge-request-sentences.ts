import { isApiError, type ApiError, type ErrorKind } from '../api/errors';
import { t } from '../base/localize';
import { EditConflict } from '../domain/merge-edit';
import {
  MergeRequestBusy,
  MergeRequestRefused,
  type MergeRequestAction,
  type MergeRequestActionFailed,
  type MergeRequestObstacle,
} from '../domain/merge-request-rules';
import { BARE_STATUS } from './error-sentences';
import { ALREADY } from './merge-request-action-words';
import { mergeStatusLine } from './merge-status-words';

/** What stands in the way before anything is sent. */
const OBSTACLES: Readonly<Record<MergeRequestObstacle, (name: string) => string>> = {
  'not-open': (name) => t('{0} is not open.', name),
  'not-closed': (name) => t('{0} is not closed.', name),
  merged: (name) => t('{0} is merged already.', name),
  'may-not-merge': (name) => t('You may not merge {0}: ask somebody who may.', name),
  draft: (name) => t('{0} is a draft: mark it as ready first.', name),
  'not-draft': (name) => t('{0} is no draft.', name),
  conflicts: (name) =>
    t('{0} conflicts with its target branch: rebase it, or resolve the conflicts locally.', name),
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
  if (error instanceof MergeRequestBusy) return (DOING[error.doing] ?? busy)(`!${error.iid}`);
  if (!(error instanceof MergeRequestRefused)) return undefined;
  const name = `!${error.iid}`;
  const already = error.obstacle === 'already-so' ? ALREADY[error.action]?.(name) : undefined;
  if (error.obstacle === 'blocked' && error.status !== undefined)
    return t('{0} cannot be merged yet. {1}', name, mergeStatusLine(error.status));
  return already ?? OBSTACLES[error.obstacle](name);
}

interface Meaning {
  readonly actions: readonly MergeRequestAction[] | 'all';
  readonly kind: ErrorKind;
  /** What the server's words hold; any words where absent. */
  readonly words?: RegExp;
  readonly says: (name: string, error: ApiError) => string;
}

/** Where nobody knows what became of it. */
const LOST: readonly ErrorKind[] = ['network', 'timeout', 'not-json', 'schema', 'server'];

/** What the refusals of the server mean for an action (doc 2 §7, facts §1 to 3); the first row that fits counts. */
const MEANINGS: readonly Meaning[] = [
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unauthorized',
    // A 401 that is about the token says so; this one is about the person.
    words: BARE_STATUS,
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
    words: /sha|head/i,
    says: (name) =>
      t('The source branch of {0} has other commits than those that you looked at (409).', name),
  },
  {
    actions: ['merge', 'setAutoMerge'],
    kind: 'unprocessable',
    says: (name, { serverWords }) =>
      t(
        'The branch of {0} cannot be merged into its target (422). The server says: {1}',
        name,
        serverWords ?? t('nothing'),
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
    words: BARE_STATUS,
    says: (name) => t('Only its author and those who may merge {0} can cancel its auto-merge (401).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    words: /cannot push/i,
    says: (name) => t('You may not push to the source branch of {0}, so you cannot rebase it (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    words: /does not exist/i,
    says: (name) => t('The source branch of {0} does not exist any more (403).', name),
  },
  {
    actions: ['rebase'],
    kind: 'forbidden',
    words: /force push/i,
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
    words: /not mergeable/i,
    says: (name) =>
      t('{0} has conflicts with its target branch, or is not open: there is no merge result.', name),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    words: /cannot be updated/i,
    says: (name) => t('The server could not make the merge result of {0}. Try again in a while.', name),
  },
  {
    actions: ['previewMerge'],
    kind: 'bad-request',
    words: /unsupported/i,
    says: () =>
      t('The database of the server is read-only at this moment, so it cannot make the merge result.'),
  },
  {
    actions: ['approve'],
    kind: 'unauthorized',
    words: BARE_STATUS,
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
    words: /moved/i,
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
      (row.words?.test(cause.serverWords ?? '') ?? true),
  )?.says(`!${iid}`, cause);
}

/** Added where the request went out and no answer says what became of it; undefined elsewhere. */
export function whetherDone({ cause }: MergeRequestActionFailed): string | undefined {
  if (!isApiError(cause) || !LOST.includes(cause.kind)) return undefined;
  return t('It may have been done all the same: see how it stands before you try again.');
}
