import type { Accounts } from '../../../app/accounts/accounts';
import { listedHosts } from '../../../app/merge-requests/places';
import type { Projects } from '../../../app/projects/projects';
import { mergeRequestId } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { isRefusedByRole } from '../../../domain/projects/required-roles';
import { createMergeRequestRow } from '../../../presentation/merge-requests/place-rows';
import type { Entry } from '../../tree-node';
import type { MergeRequestDeps } from './deps';
import { keptRows, placeEntries } from './entries';

/** Returns the merge requests of the branch, then all places. */
export async function rootEntries({
  accounts,
  projects,
  contextKeys,
  groups,
  queries,
  searches,
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
    ...createEntry(branch.withoutMergeRequest(), projects),
    ...placeEntries(
      listedHosts(bases, found, groups.list()),
      (base) => names.get(base),
      keptRows({ queries, searches }),
    ),
  ];
}

/** The row that creates a merge request for the checked-out branch, unless the user's role doesn't allow it. */
function createEntry(
  branch: ReturnType<MergeRequestDeps['branch']['withoutMergeRequest']>,
  projects: Pick<Projects, 'accessOf'>,
): readonly Entry[] {
  if (branch === undefined) return [];
  const { project, path, name } = branch;
  if (isRefusedByRole('createMergeRequest', projects.accessOf(project))) return [];
  const target = { kind: 'project', project, path } as const;
  return [{ key: 'create', data: { kind: 'note', row: createMergeRequestRow(name), target } }];
}

/** Returns the usernames by server. Requests unknown ones each time. */
async function namesOf(accounts: Accounts): Promise<ReadonlyMap<string, string | undefined>> {
  const named = accounts.list().map(async ({ base, username }) => {
    const name = username ?? (await orUndefined(accounts.user(base)))?.username;
    return [base, name] as const;
  });
  return new Map(await Promise.all(named));
}
