import type { Accounts } from '../../app/accounts/accounts';
import { listedHosts } from '../../app/merge-requests/places';
import { mergeRequestId } from '../../app/shared/keys';
import type { Entry } from '../tree-node';
import type { MergeRequestDeps } from './deps';
import { placeEntries } from './entries';

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

/** Who is signed in where. Where that isn't known, it is asked for, and again after a failure. */
async function namesOf(accounts: Accounts): Promise<ReadonlyMap<string, string | undefined>> {
  const named = accounts.list().map(async ({ base, username }) => {
    const name = username ?? (await accounts.user(base).catch(() => undefined))?.username;
    return [base, name] as const;
  });
  return new Map(await Promise.all(named));
}
