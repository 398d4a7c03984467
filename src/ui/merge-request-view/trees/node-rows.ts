import type { FilesSinceReview } from '../../../app/changes/files-since-review';
import type { Discussions } from '../../../app/discussions/discussions';
import type { MergeRequestActions } from '../../../app/merge-requests/actions';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../../app/merge-requests/row-lookups';
import type { Projects } from '../../../app/projects/projects';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { isChangedSinceReview } from '../../../domain/merge-requests/next-step';
import { hasSteps } from '../../../domain/merge-requests/query';
import { pendingComments } from '../../../presentation/discussions/comment-messages';
import { listCountLabel } from '../../../presentation/merge-requests/labels';
import { listRow } from '../../../presentation/merge-requests/place-rows';
import { filterLines, queryPlaceLabel, snoozeLabel } from '../../../presentation/merge-requests/query-labels';
import {
  type MergeRequestContext,
  mergeRequestRow,
  unknownMergeRequestRow,
} from '../../../presentation/merge-requests/rows';
import type { Row } from '../../../presentation/shared/row';
import type { MarkStores } from './entries';
import type { ListNodeData, MergeRequestNodeData } from './node';
import { countIn, listResultOf } from './results';
import type { StableGroups } from './stable-groups';

export interface MergeRequestRowDeps extends MarkStores {
  readonly mergeRequests: MergeRequests;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing'>;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
  readonly stableGroups: StableGroups;
  readonly sinceReview?: Pick<FilesSinceReview, 'countOf'>;
  readonly clock: Clock;
  readonly projects?: Pick<Projects, 'accessOf'>;
  readonly threadDeps: { readonly discussions: Pick<Discussions, 'peek'> };
}

/** Returns the row of a list, with the number of merge requests in it. */
export function rowOfList(data: ListNodeData, deps: MergeRequestRowDeps): Row {
  const { preset, saved, search, open, queries } = data;
  const [query] = queries;
  const filterDetails =
    (saved ?? search) === undefined || query === undefined
      ? []
      : [{ name: t('Location'), value: queryPlaceLabel(query.place) }, ...filterLines(query.filters)];
  return listRow({ preset, saved, search, open, count: countOf(data, deps), filterDetails });
}

/** Returns the number of merge requests in a list as text; undefined while it is unknown. */
export function countOf(list: ListNodeData, deps: MergeRequestRowDeps): string | undefined {
  const { mergeRequests } = deps;
  const result = listResultOf(mergeRequests, list);
  // Without a query, it isn't known whether the list is empty.
  if (result === undefined || list.queries.length === 0) return undefined;
  const shown = countIn(list, result, deps);
  return listCountLabel(hasSteps(list.preset) ? { shown, hasMore: result.hasMore } : { ...result, shown });
}

/** Returns the row of a merge request from the cached data. */
export function rowOfMergeRequest(
  {
    mergeRequest: key,
    who,
    where,
    isGrouped = false,
  }: Extract<MergeRequestNodeData, { kind: 'merge-request' }>,
  {
    mergeRequests,
    mergeRequestActions,
    lookups,
    sinceReview,
    pins,
    seen,
    clock,
    projects,
    threadDeps,
  }: MergeRequestRowDeps,
): Row {
  const of = mergeRequests.peek(key);
  if (of === undefined) return unknownMergeRequestRow(key.iid);
  const lookupFacts = lookups.factsOf(key);
  const isChanged = isChangedSinceReview({ ...of, ...lookupFacts });
  const snooze = pins.isSnoozed(key, of.updated_at) ? pins.snoozeOf(key) : undefined;
  return mergeRequestRow(of, {
    now: clock.now(),
    who,
    busy: mergeRequestActions.doing(key) !== undefined || of.rebase_in_progress,
    pinned: pins.isPinned(key),
    snoozed: snooze && snoozeLabel(snooze),
    pending: pendingOf(threadDeps, key),
    unread: seen.isUnread(key, of.updated_at),
    amongProjects: where === 'among-projects',
    isGrouped,
    ofBranch: where === 'branch',
    approvals: mergeRequests.peekPart(key, 'approvals'),
    reviews: reviewsOf(mergeRequests, key),
    lookupFacts,
    changedFiles:
      isChanged && of.state === 'opened' && of.sha ? sinceReview?.countOf(key, of.sha) : undefined,
    access: projects?.accessOf(key),
  });
}

/** Undefined if there are no pending comments, or they aren't loaded. */
function pendingOf(
  { discussions }: MergeRequestRowDeps['threadDeps'],
  key: MergeRequestKey,
): string | undefined {
  const count = discussions.peek(key)?.drafts?.length ?? 0;
  return count === 0 ? undefined : pendingComments(count);
}

/** Undefined if the reviewers aren't loaded. */
function reviewsOf(
  store: Pick<MergeRequests, 'peekPart'>,
  key: MergeRequestKey,
): MergeRequestContext['reviews'] {
  const reviewers = store.peekPart(key, 'reviewers')?.items;
  if (reviewers === undefined || reviewers.length === 0) return undefined;
  const approvedBy = store.peekPart(key, 'approvals')?.approved_by?.map(({ user }) => user) ?? [];
  return { reviewers, approvedBy };
}
