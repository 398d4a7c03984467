import type { Accounts } from '../../app/accounts/accounts';
import { listedHosts } from '../../app/merge-requests/places';
import { mergeRequestId } from '../../app/shared/keys';
import type { Entry } from '../tree-node';
import type { ChangesSubtree } from './changes-subtree';
import type { MergeRequestDeps } from './deps';
import { answerEntries, answerOf, grouped, listEntries, placeEntries, requestEntries } from './entries';
import type { MergeRequestNodeData } from './node';
import { SECTION_ENTRIES, sectionEntries } from './part-entries';
import type { ThreadsSubtree } from './threads-subtree';

/** The merge requests of the branch, and below them all places. */
export async function rootEntries({
  accounts,
  projects,
  contextKeys,
  groups,
  queries,
  branch,
}: MergeRequestDeps): Promise<readonly Entry[]> {
  const search = await projects.search();
  contextKeys.set('switchyard.projects', search.state);
  if (search.state === 'signed-out') return [];
  const names = await namesOf(accounts);
  const bases = accounts.list().map(({ base }) => base);
  const found = search.state === 'found' ? search.projects : [];
  return [
    ...branch.current().map((key): Entry => ({
      key: `branch ${mergeRequestId(key)}`,
      data: { kind: 'merge-request', mergeRequest: key, who: names.get(key.base), where: 'branch' },
    })),
    ...placeEntries(listedHosts(bases, found, groups.list()), (base) => names.get(base), queries.list()),
  ];
}

/** Children of a row. */
export async function entriesOf(
  data: MergeRequestNodeData,
  { mergeRequests, lookups, pins, queries, clock }: MergeRequestDeps,
  changes: ChangesSubtree,
  threads: ThreadsSubtree,
): Promise<readonly Entry[]> {
  switch (data.kind) {
    case 'place':
      return listEntries(data, data.who, queries.list(), { opensWaiting: data.open });
    case 'list':
      await Promise.all(data.queries.map((query) => mergeRequests.list(query)));
      return answerEntries(data, answerOf(mergeRequests, data) ?? NOTHING, { pins, lookups });
    case 'step': {
      const groups = grouped(data.list, answerOf(mergeRequests, data.list) ?? NOTHING, {
        pins,
        lookups,
      });
      const isGrouped = data.step !== 'snoozed';
      return requestEntries(data.list, groups.get(data.step) ?? [], pins, { isGrouped });
    }
    case 'merge-request':
      return sectionEntries(data.mergeRequest, await mergeRequests.get(data.mergeRequest));
    case 'section':
      if (data.section === 'changes') return changes.sectionEntries(data.mergeRequest);
      if (data.section === 'threads') return threads.entries(data.mergeRequest);
      return SECTION_ENTRIES[data.section](mergeRequests, data.mergeRequest, clock.now());
    case 'change':
    case 'change-folder':
    case 'change-group':
    case 'change-note':
      return changes.entries(data);
    case 'thread':
      return threads.inside(data);
    case 'comment':
    case 'drafts':
    case 'unsent':
    case 'overview':
    case 'commit':
    case 'issue':
    case 'more':
    case 'broken':
      return [];
  }
}

const NOTHING = { items: [], hasMore: false, total: undefined };

/** Who is signed in where. Where that isn't known, it is asked for, and again after a failure. */
async function namesOf(accounts: Accounts): Promise<ReadonlyMap<string, string | undefined>> {
  const named = accounts.list().map(async ({ base, username }) => {
    const name = username ?? (await accounts.user(base).catch(() => undefined))?.username;
    return [base, name] as const;
  });
  return new Map(await Promise.all(named));
}
