import { knownUsername } from '../../../app/accounts/known-username';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { shortSha } from '../../../base/short-sha';
import { isForbiddenByRole, isOwn } from '../../../domain/merge-requests/rules';
import { commitRow, issueRow, overviewRow, sectionRow } from '../../../presentation/merge-requests/part-rows';
import { placeRow } from '../../../presentation/merge-requests/place-rows';
import { moreRow, stepRow } from '../../../presentation/merge-requests/rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Entry } from '../../tree-node';
import type { ChangesSubtree } from './changes-subtree';
import { conflictEntries, conflictSection } from './conflict-entries';
import type { MergeRequestDeps } from './deps';
import { keptRows, listEntries, requestEntries, resultEntries } from './entries';
import type { MergeRequestNodeData } from './node';
import { countOf, rowOfList, rowOfMergeRequest } from './node-rows';
import { SECTION_ENTRIES, sectionEntries, sectionSummary } from './part-entries';
import { grouped, hasNewRows, keepGroups, type ListResult, listResultOf } from './results';
import type { ThreadsSubtree } from './threads-subtree';
import { rowOfTodo, todoEntries } from './todo-rows';

/** The stores and subtrees that rows of merge requests read from. */
export interface MergeRequestSources {
  readonly deps: MergeRequestDeps;
  readonly changes: ChangesSubtree;
  readonly threads: ThreadsSubtree;
}

/** The data of a row by its kind. */
type DataOf = { readonly [D in MergeRequestNodeData as D['kind']]: D };
type Kind = keyof DataOf;

/** The row and the children of a kind. A kind without `entries` has no children. */
interface MergeRequestKind<D> {
  readonly row: (data: D, parts: MergeRequestSources) => Row;
  readonly entries?: (data: D, parts: MergeRequestSources) => readonly Entry[] | Promise<readonly Entry[]>;
}

const NOTHING = { items: [], hasMore: false, total: undefined };

const CHANGE: MergeRequestKind<DataOf['change' | 'change-folder' | 'change-group' | 'change-note']> = {
  row: (data, { changes }) => changes.row(data),
  entries: (data, { changes }) => changes.entries(data),
};

const THREAD_PART: MergeRequestKind<DataOf['thread' | 'comment' | 'drafts' | 'unsent']> = {
  row: (data, { threads }) => threads.row(data),
};

const KINDS: { readonly [K in Kind]: MergeRequestKind<DataOf[K]> } = {
  place: {
    row: (data) => placeRow(data.place, data),
    entries: (data, { deps }) => listEntries(data, data.who, keptRows(deps), { opensAttention: data.open }),
  },
  list: {
    row: (data, { deps }) => rowOfList(data, deps),
    entries: async (data, { deps }) => {
      const { mergeRequests } = deps;
      const result = (): ListResult => listResultOf(mergeRequests, data) ?? NOTHING;
      await Promise.all(data.queries.map((query) => mergeRequests.list(query)));
      // Rows stay where they are shown first, so their reviews and pipelines are read before.
      if (hasNewRows(data, result(), deps)) await deps.whenRead();
      keepGroups(data, result(), deps);
      return resultEntries(data, result(), deps);
    },
  },
  step: {
    row: ({ step, list }, { deps }) => {
      const result = listResultOf(deps.mergeRequests, list);
      const members = result && grouped(list, result, deps).get(step);
      return stepRow(step, members?.length ?? 0);
    },
    entries: ({ step, list }, { deps }) => {
      const groups = grouped(list, listResultOf(deps.mergeRequests, list) ?? NOTHING, deps);
      return requestEntries(list, groups.get(step) ?? [], deps.pins, { isGrouped: step !== 'snoozed' });
    },
  },
  'merge-request': {
    row: (data, { deps }) => rowOfMergeRequest(data, deps),
    entries: async ({ mergeRequest }, { deps }) =>
      sectionEntries(mergeRequest, await deps.mergeRequests.get(mergeRequest)),
  },
  broken: { row: ({ row }) => row },
  more: { row: ({ list }, { deps }) => moreRow(countOf(list, deps) ?? '') },
  overview: { row: overviewRow },
  section: {
    row: ({ section, mergeRequest }, { deps, changes, threads }) => {
      if (section === 'changes') return changes.section(mergeRequest);
      if (section === 'threads')
        return threads.section(mergeRequest, deps.mergeRequests.peek(mergeRequest)?.user_notes_count);
      if (section === 'conflicts') return conflictSection(mergeRequest, deps);
      return sectionRow(section, sectionSummary(deps.mergeRequests, mergeRequest, section));
    },
    entries: ({ section, mergeRequest }, { deps, changes, threads }) => {
      if (section === 'changes') return changes.sectionEntries(mergeRequest);
      if (section === 'threads') return threads.entries(mergeRequest);
      if (section === 'conflicts') return conflictEntries(mergeRequest, deps);
      return SECTION_ENTRIES[section](deps.mergeRequests, mergeRequest, {
        now: deps.clock.now(),
        mayEdit: (of) => mayEdit(of, mergeRequest, deps),
      });
    },
  },
  'todo-list': {
    row: (data, { deps }) => rowOfTodo(data, deps),
    entries: ({ base }, { deps }) => todoEntries(base, deps),
  },
  todo: { row: (data, { deps }) => rowOfTodo(data, deps) },
  change: CHANGE,
  'change-folder': CHANGE,
  'change-group': CHANGE,
  'change-note': CHANGE,
  thread: { ...THREAD_PART, entries: (data, { threads }) => threads.inside(data) },
  comment: THREAD_PART,
  drafts: THREAD_PART,
  unsent: THREAD_PART,
  conflict: { row: ({ row }) => row },
  commit: {
    row: ({ mergeRequest, sha }, { deps: { mergeRequests, clock } }) => {
      const commits = mergeRequests.peekPart(mergeRequest, 'commits')?.items;
      const commit = commits?.find(({ id }) => id === sha);
      return commit === undefined ? emptyRow(shortSha(sha)) : commitRow(commit, clock.now());
    },
  },
  issue: {
    row: (data, { deps }) => {
      const issues = deps.mergeRequests.peekPart(data.mergeRequest, 'closes')?.items;
      const issue = issues?.find(({ id }) => id === data.issue);
      return issue === undefined ? emptyRow(String(data.issue)) : issueRow(issue);
    },
  },
};

/** Returns the row of a node from the cached data, without sending a request. */
export function mergeRequestRowOf(data: MergeRequestNodeData, parts: MergeRequestSources): Row {
  return row(data.kind, data, parts);
}

/** Returns the children of a node. Rejects if a request for them fails. */
export async function mergeRequestEntriesOf(
  data: MergeRequestNodeData,
  parts: MergeRequestSources,
): Promise<readonly Entry[]> {
  return entries(data.kind, data, parts);
}

function row<K extends Kind>(kind: K, data: DataOf[K], parts: MergeRequestSources): Row {
  return KINDS[kind].row(data, parts);
}

async function entries<K extends Kind>(
  kind: K,
  data: DataOf[K],
  parts: MergeRequestSources,
): Promise<readonly Entry[]> {
  return (await KINDS[kind].entries?.(data, parts)) ?? [];
}

/** True unless the user's role is known and too low to change the merge request. */
function mayEdit(of: MergeRequest, key: MergeRequestKey, { accounts, projects }: MergeRequestDeps): boolean {
  const own = isOwn(of, knownUsername(accounts, key.base));
  return !isForbiddenByRole('edit', { ...of, access: projects.accessOf(key), isOwn: own });
}
