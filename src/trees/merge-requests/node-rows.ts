import type { MergeRequestActions } from '../../app/merge-requests/actions';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../app/merge-requests/row-lookups';
import type { Projects } from '../../app/projects/projects';
import type { Clock } from '../../base/clock';
import { t } from '../../base/localize';
import { WAITING_STEPS } from '../../domain/merge-requests/next-step';
import { listCountLabel } from '../../presentation/merge-requests/labels';
import { listRow } from '../../presentation/merge-requests/place-rows';
import { filterLines, queryPlaceLabel, snoozeLabel } from '../../presentation/merge-requests/query-labels';
import { mergeRequestRow, unknownMergeRequestRow } from '../../presentation/merge-requests/rows';
import type { Row } from '../../presentation/shared/row';
import { answerOf, grouped, type MarkStores } from './entries';
import type { ListNodeData, MergeRequestNodeData } from './node';

export interface MergeRequestRowDeps extends MarkStores {
  readonly mergeRequests: MergeRequests;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing'>;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
  readonly clock: Clock;
  readonly projects?: Pick<Projects, 'accessOf'>;
}

/** Returns the row of a list, with the number of merge requests in it. */
export function rowOfList(data: ListNodeData, deps: MergeRequestRowDeps): Row {
  const { preset, saved, open, queries } = data;
  const [query] = queries;
  const asks =
    saved === undefined || query === undefined
      ? []
      : [{ name: t('Location'), value: queryPlaceLabel(query.place) }, ...filterLines(query.filters)];
  return listRow({ preset, saved, open, count: countOf(data, deps), asks });
}

/**
 * Returns the number of merge requests in a list as text. For "Waiting for You", only those that wait for nobody else
 * count. Returns undefined while the number is unknown.
 */
export function countOf(list: ListNodeData, deps: MergeRequestRowDeps): string | undefined {
  const { mergeRequests } = deps;
  const answer = answerOf(mergeRequests, list);
  // Where nothing can be asked, nothing is known to be empty.
  if (answer === undefined || list.queries.length === 0) return undefined;
  if (list.preset !== 'waiting') return listCountLabel({ ...answer, shown: answer.items.length });
  const groups = grouped(list, answer, deps);
  const elsewhere = [...WAITING_STEPS, 'snoozed' as const].map((group) => groups.get(group)?.length ?? 0);
  const mine = elsewhere.reduce((left, count) => left - count, answer.items.length);
  return listCountLabel({ shown: mine, hasMore: answer.hasMore });
}

/** Returns the row of a merge request from the cached data. */
export function rowOfMergeRequest(
  {
    mergeRequest: key,
    who,
    where,
    isGrouped = false,
  }: Extract<MergeRequestNodeData, { kind: 'merge-request' }>,
  { mergeRequests, mergeRequestActions, lookups, pins, seen, clock, projects }: MergeRequestRowDeps,
): Row {
  const of = mergeRequests.peek(key);
  if (of === undefined) return unknownMergeRequestRow(key.iid);
  const snooze = pins.isSnoozed(key, of.updated_at) ? pins.snoozeOf(key) : undefined;
  return mergeRequestRow(of, {
    now: clock.now(),
    who,
    busy: mergeRequestActions.doing(key) !== undefined || of.rebase_in_progress,
    pinned: pins.isPinned(key),
    snoozed: snooze && snoozeLabel(snooze),
    unread: seen.isUnread(key, of.updated_at),
    amongProjects: where === 'among-projects',
    isGrouped,
    ofBranch: where === 'branch',
    approvals: mergeRequests.peekPart(key, 'approvals'),
    lookedUp: lookups.factsOf(key),
    access: projects?.accessOf(key),
  });
}
