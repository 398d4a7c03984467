import type { MergeRequestActions } from '../app/merge-request-actions';
import type { MergeRequests } from '../app/merge-requests';
import type { Clock } from '../base/clock';
import { emptyRow } from '../presentation/pipeline-rows';
import { commitRow, issueRow, overviewRow, sectionRow } from '../presentation/merge-request-part-rows';
import {
  mergeRequestRow,
  moreRow,
  stepRow,
  unknownMergeRequestRow,
} from '../presentation/merge-request-rows';
import { countWords } from '../presentation/merge-request-words';
import { listRow, placeRow } from '../presentation/place-rows';
import { filterLines, placeWords, snoozeWords } from '../presentation/query-words';
import type { Row } from '../presentation/row';
import { t } from '../base/localize';
import type { ChangesPart } from './changes-part';
import { answerOf, grouped, type MarkStores } from './merge-request-entries';
import { sectionSummary } from './merge-request-part-entries';
import type { ListNodeData, MergeRequestNodeData } from './merge-request-node';
import type { ThreadsPart } from './threads-part';

export interface MergeRequestRowPorts extends MarkStores {
  readonly mergeRequests: MergeRequests;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing'>;
  readonly clock: Clock;
}

/** What is shown of a node, from what the stores know at this moment. */
export function mergeRequestNodeRow(
  data: MergeRequestNodeData,
  ports: MergeRequestRowPorts,
  changes: ChangesPart,
  threads: ThreadsPart,
): Row {
  const { mergeRequests, pins, clock } = ports;
  switch (data.kind) {
    case 'place':
      return placeRow(data.place, data);
    case 'list':
      return rowOfList(data, ports);
    case 'step': {
      const answer = answerOf(mergeRequests, data.list);
      const members = answer && grouped(data.list, answer, pins).get(data.step);
      return stepRow(data.step, members?.length ?? 0);
    }
    case 'merge-request':
      return rowOfMergeRequest(data, ports);
    case 'broken':
      return data.row;
    case 'more':
      return moreRow(countOf(data.list, ports) ?? '');
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

function rowOfList(data: ListNodeData, ports: MergeRequestRowPorts): Row {
  const { preset, saved, open, queries } = data;
  const [query] = queries;
  const asks =
    saved === undefined || query === undefined
      ? []
      : [{ name: t('Where'), value: placeWords(query.place) }, ...filterLines(query.filters)];
  return listRow({ preset, saved, open, count: countOf(data, ports), asks });
}

/** How many are in a list; of what waits for a person, those that wait for nobody else. */
function countOf(list: ListNodeData, { mergeRequests, pins }: MergeRequestRowPorts): string | undefined {
  const answer = answerOf(mergeRequests, list);
  if (answer === undefined) return undefined;
  if (list.preset !== 'waiting') return countWords(answer.items.length, answer.hasMore, answer.total);
  const groups = grouped(list, answer, pins);
  const elsewhere = (groups.get('others')?.length ?? 0) + (groups.get('snoozed')?.length ?? 0);
  return countWords(answer.items.length - elsewhere, answer.hasMore, undefined);
}

function rowOfMergeRequest(
  {
    mergeRequest: key,
    who,
    where,
    isGrouped = false,
  }: Extract<MergeRequestNodeData, { kind: 'merge-request' }>,
  { mergeRequests, mergeRequestActions, pins, seen, clock }: MergeRequestRowPorts,
): Row {
  const of = mergeRequests.peek(key);
  if (of === undefined) return unknownMergeRequestRow(key.iid);
  const snooze = pins.isSnoozed(key, of.updated_at) ? pins.snoozeOf(key) : undefined;
  return mergeRequestRow(of, {
    now: clock.now(),
    who,
    busy: mergeRequestActions.doing(key) !== undefined || of.rebase_in_progress,
    pinned: pins.isPinned(key),
    snoozed: snooze && snoozeWords(snooze),
    unread: seen.isUnread(key, of.updated_at),
    amongProjects: where === 'among-projects',
    isGrouped,
    ofBranch: where === 'branch',
    approvals: mergeRequests.peekPart(key, 'approvals'),
  });
}
