import type { ConflictFiles } from '../../../app/git/conflict-files';
import type { SourceBranch, SourceBranches } from '../../../app/merge-requests/after-merge/source-branches';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestPart } from '../../../app/merge-requests/parts';
import { type MergeRequestKey, mergeRequestId } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import {
  obstacleToMergeRequest,
  type MergeRequestAction,
  mergeRequestActions,
} from '../../../domain/merge-requests/rules';
import type { MergeRequestPageParts, ShownConflicts } from '../../../presentation/merge-request-page/model';
import { explain } from '../../../presentation/shared/error-messages';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Panel } from '../../shared/panels/panel-frame';
import type { MergeRequestPageDeps } from './deps';

/** The data that is loaded in addition to the merge request. */
export const PAGE_PARTS: readonly MergeRequestPart[] = [
  'approvals',
  'approvalState',
  'reviewers',
  'closes',
  'labels',
  'commits',
  'pipelines',
  'participants',
  'project',
];

/** Returns the parts that are loaded. */
export const loadedParts = (
  store: Pick<MergeRequests, 'peekPart'>,
  key: MergeRequestKey,
): MergeRequestPageParts => ({
  approvals: store.peekPart(key, 'approvals'),
  approvalState: store.peekPart(key, 'approvalState'),
  reviewers: store.peekPart(key, 'reviewers'),
  participants: store.peekPart(key, 'participants'),
  commits: store.peekPart(key, 'commits'),
  pipelines: store.peekPart(key, 'pipelines'),
  closes: store.peekPart(key, 'closes'),
  project: store.peekPart(key, 'project'),
  labels: store
    .peekPart(key, 'labels')
    ?.map((label) => (typeof label === 'string' ? { name: label } : label)),
});

/** True if the conflicts of the merge request can be resolved. */
export const hasConflicts = (mergeRequest: MergeRequest): boolean =>
  obstacleToMergeRequest('resolveConflicts', mergeRequest) === undefined;

/**
 * Returns the conflicting files of a merge request; undefined if it has none. If they aren't known and the
 * page is visible, starts to find them: the store fires an event when they are found.
 */
export function shownConflicts(
  conflictFiles: Pick<ConflictFiles, 'get' | 'peek'>,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
  panel: Pick<Panel, 'visible'>,
): ShownConflicts | undefined {
  if (!hasConflicts(mergeRequest)) return undefined;
  const known = conflictFiles.peek(key, mergeRequest);
  if (known?.kind === 'failed') return { kind: 'failed', why: explain(known.error).why };
  if (known === undefined && panel.visible) background(conflictFiles.get(key, mergeRequest));
  return known ?? { kind: 'finding' };
}

/**
 * Returns the source branch of a merged or closed merge request. If it isn't known and the page is visible,
 * starts to read it: the store fires an event when it is known.
 */
export function shownSourceBranch(
  branches: Pick<SourceBranches, 'peek' | 'refresh'>,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
  panel: Pick<Panel, 'visible'>,
): SourceBranch | undefined {
  if (obstacleToMergeRequest('deleteSourceBranch', mergeRequest) !== undefined) return undefined;
  const known = branches.peek(key, mergeRequest);
  if (known === undefined && panel.visible) background(branches.refresh(key, mergeRequest));
  return known;
}

/**
 * Returns the actions that the page of a merge request offers: those that are available, without deleting
 * unless the setting allows it, and without checking out the branch that is already checked out.
 */
export function offeredActions(
  key: MergeRequestKey,
  facts: Parameters<typeof mergeRequestActions>[0],
  { checkedOut, mayDelete }: Pick<MergeRequestPageDeps, 'mayDelete'> & { readonly checkedOut: CheckedOut },
): readonly MergeRequestAction[] {
  const id = mergeRequestId(key);
  const isCheckedOut = checkedOut.current().some((each) => mergeRequestId(each) === id);
  return mergeRequestActions(facts).filter(
    (action) => (action !== 'delete' || mayDelete()) && (action !== 'checkOut' || !isCheckedOut),
  );
}

type CheckedOut = Pick<MergeRequestPageDeps['checkedOut'], 'current'>;
