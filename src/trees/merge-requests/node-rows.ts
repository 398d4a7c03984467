import type { MergeRequestActions } from '../../app/merge-requests/actions';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../app/merge-requests/row-lookups';
import type { Projects } from '../../app/projects/projects';
import type { Clock } from '../../base/clock';
import { t } from '../../base/localize';
import { WAITING_STEPS } from '../../domain/merge-requests/next-step';
import { listCountLabel } from '../../presentation/merge-requests/labels';
import { commitRow, issueRow, overviewRow, sectionRow } from '../../presentation/merge-requests/part-rows';
import { listRow, placeRow } from '../../presentation/merge-requests/place-rows';
import { filterLines, queryPlaceLabel, snoozeLabel } from '../../presentation/merge-requests/query-labels';
import {
  mergeRequestRow,
  moreRow,
  stepRow,
  unknownMergeRequestRow,
} from '../../presentation/merge-requests/rows';
import { emptyRow } from '../../presentation/pipelines/rows';
import type { Row } from '../../presentation/shared/row';
import type { ChangesSubtree } from './changes-subtree';
import { answerOf, grouped, type MarkStores } from './entries';
import type { ListNodeData, MergeRequestNodeData } from './node';
import { sectionSummary } from './part-entries';
import type { ThreadsSubtree } from './threads-subtree';

export interface MergeRequestRowDeps extends MarkStores {
  readonly mergeRequests: MergeRequests;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing'>;
  readonly lookups: Pick<RowLookups, 'factsOf'>;
  readonly clock: Clock;
  readonly projects?: Pick<Projects, 'accessOf'>;
}

/** What is shown of a node, from what the stores know at this moment. */
export function mergeRequestNodeRow(
  data: MergeRequestNodeData,
  deps: MergeRequestRowDeps,
  changes: ChangesSubtree,
  threads: ThreadsSubtree,
): Row {
  const { mergeRequests, clock } = deps;
  switch (data.kind) {
    case 'place':
      return placeRow(data.place, data);
    case 'list':
      return rowOfList(data, deps);
    case 'step': {
      const answer = answerOf(mergeRequests, data.list);
      const members = answer && grouped(data.list, answer, deps).get(data.step);
      return stepRow(data.step, members?.length ?? 0);
    }
    case 'merge-request':
      return rowOfMergeRequest(data, deps);
    case 'broken':
      return data.row;
    case 'more':
      return moreRow(countOf(data.list, deps) ?? '');
    case 'overview':
      return overviewRow();
    case 'thread':
    case 'comment':
    case 'drafts':
    case 'unsent':
      return threads.row(data);
    case 'change':
    case 'change-folder':
    case 'change-group':
    case 'change-note':
      return changes.row(data);
    case 'section':
      if (data.section === 'changes') return changes.section(data.mergeRequest);
      if (data.section === 'threads') return threads.section(data.mergeRequest);
      return sectionRow(data.section, sectionSummary(mergeRequests, data.mergeRequest, data.section));
    case 'commit': {
      const commits = mergeRequests.peekPart(data.mergeRequest, 'commits')?.items;
      const commit = commits?.find(({ id }) => id === data.sha);
      return commit === undefined ? emptyRow(data.sha.slice(0, 8)) : commitRow(commit, clock.now());
    }
    case 'issue': {
      const issues = mergeRequests.peekPart(data.mergeRequest, 'closes')?.items;
      const issue = issues?.find(({ id }) => id === data.issue);
      return issue === undefined ? emptyRow(String(data.issue)) : issueRow(issue);
    }
  }
}

function rowOfList(data: ListNodeData, deps: MergeRequestRowDeps): Row {
  const { preset, saved, open, queries } = data;
  const [query] = queries;
  const asks =
    saved === undefined || query === undefined
      ? []
      : [{ name: t('Location'), value: queryPlaceLabel(query.place) }, ...filterLines(query.filters)];
  return listRow({ preset, saved, open, count: countOf(data, deps), asks });
}

/** How many are in a list; of what waits for a person, those that wait for nobody else. */
function countOf(list: ListNodeData, deps: MergeRequestRowDeps): string | undefined {
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

function rowOfMergeRequest(
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
