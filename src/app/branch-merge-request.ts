import type { CallOptions, Client } from '../api/client';
import {
  getMergeRequest,
  listMergeRequests,
  listProjectMergeRequests,
} from '../api/endpoints/merge-requests';
import { isApiError } from '../api/errors';
import type { MergeRequest } from '../schemas/merge-request';
import type { ProjectKey } from './keys';
import type { Head } from './ports';

/** Branches of one name may lie in many forks; more of them than this are not looked through. */
const MOST = 20;

/** What is checked out, and what is known about it. */
export interface CheckedOut {
  readonly project: ProjectKey;
  readonly head: Head;
  /** Name of the branch that others merge into: it has no merge request to look for elsewhere. */
  readonly mainBranch: string | undefined;
  /** Numbers of merge requests whose pipelines ran for the commit that is checked out. */
  readonly hinted: readonly number[];
}

/**
 * The merge requests of what is checked out: from its commit, whatever the branch is called here, and from its branch,
 * into this project or the one that it is a fork of. All that are open, else the newest of any state; those from the
 * very commit first. Nothing where there is none or none may be seen.
 */
export async function mergeRequestsOf(
  client: Client,
  of: CheckedOut,
  options?: CallOptions,
): Promise<readonly MergeRequest[]> {
  const { head } = of;
  const found = head.name === undefined ? [] : await ofBranch(client, of, head.name, options);
  const candidates = found.length > 0 ? found : await ofCommit(client, of, options);
  const ordered = [...candidates].sort((a, b) => rank(b, head) - rank(a, head));
  const chosen = ordered.filter((each) => isOpen(each) || isFromCommit(each, head));
  return chosen.length > 0 ? chosen : ordered.slice(0, 1);
}

const isOpen = ({ state }: MergeRequest): boolean => state === 'opened' || state === 'locked';
const isFromCommit = ({ sha }: MergeRequest, head: Head): boolean => sha !== undefined && sha === head.sha;

/** The commit says more than the name, an open one more than one that is over; the lists are newest first. */
const rank = (of: MergeRequest, head: Head): number =>
  (isFromCommit(of, head) ? 2 : 0) + (isOpen(of) ? 1 : 0);

async function ofBranch(
  client: Client,
  { project: { project }, head, mainBranch }: CheckedOut,
  branch: string,
  options?: CallOptions,
): Promise<readonly MergeRequest[]> {
  const newest = { source_branch: branch, order_by: 'created_at', sort: 'desc', per_page: MOST } as const;
  const own = await unlessHidden(() =>
    client.page(listProjectMergeRequests, { id: project, ...newest }, options),
  );
  // A branch of the same name in somebody's fork is another branch, unless it is the very commit.
  const isOurs = (each: MergeRequest): boolean =>
    (each.source_project_id ?? each.project_id) === project || isFromCommit(each, head);
  const here = own.filter(isOurs);
  if (here.length > 0 || branch === mainBranch) return here;
  // Of a fork: into the project that it was made from.
  const elsewhere = await unlessHidden(() =>
    client.page(listMergeRequests, { scope: 'all', ...newest }, options),
  );
  return elsewhere.filter(({ source_project_id: from }) => from === project);
}

async function ofCommit(
  client: Client,
  { project: { project }, head, hinted }: CheckedOut,
  options?: CallOptions,
): Promise<readonly MergeRequest[]> {
  const [hint] = hinted;
  if (hint === undefined || head.sha === undefined) return [];
  return unlessHidden(async () => ({
    items: [await client.call(getMergeRequest, { id: project, merge_request_iid: hint }, options)],
  }));
}

/** A project can do without merge requests: its pipelines are worth showing all the same. */
async function unlessHidden(
  read: () => Promise<{ readonly items: readonly MergeRequest[] }>,
): Promise<readonly MergeRequest[]> {
  try {
    return (await read()).items;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}
