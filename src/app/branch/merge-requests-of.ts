import type { CallOptions, Client } from '../../api/client';
import {
  getMergeRequest,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../api/endpoints/merge-requests';
import type { MergeRequest } from '../../schemas/merge-request';
import type { ProjectKey } from '../shared/keys';
import type { Head } from '../shared/stores';
import { unlessHidden } from '../shared/unless-hidden';

/** Branches of one name may lie in many forks; more of them than this are not looked through. */
const MAX = 20;
/** The same in the project that the forks were made from: a name such as `patch-1` is in many of them. */
const MAX_OF_FORKS = 100;

/** What is checked out, and what is known about it. */
export interface CheckedOutHead {
  readonly project: ProjectKey;
  readonly head: Head;
  /** Name of the branch that others merge into: it has no merge request to look for elsewhere. */
  readonly mainBranch: string | undefined;
  /** Project that it is a fork of; null for none, undefined where the server does not tell. */
  readonly forkedFrom?: number | null | undefined;
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
  of: CheckedOutHead,
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
  { project: { project }, head, mainBranch, forkedFrom }: CheckedOutHead,
  branch: string,
  options?: CallOptions,
): Promise<readonly MergeRequest[]> {
  const newest = { source_branch: branch, order_by: 'created_at', sort: 'desc', per_page: MAX } as const;
  const own = await unlessHidden(() =>
    client.page(listProjectMergeRequests, { id: project, ...newest }, options),
  );
  // A branch of the same name in somebody's fork is another branch, unless it is the very commit.
  const isOurs = (each: MergeRequest): boolean =>
    (each.source_project_id ?? each.project_id) === project || isFromCommit(each, head);
  const here = own.filter(isOurs);
  if (here.length > 0 || branch === mainBranch || forkedFrom === null) return here;
  // Of a fork: into the project that it was made from. Where that is not told, into any.
  const elsewhere = await unlessHidden(() =>
    forkedFrom === undefined
      ? client.page(listMergeRequests, { scope: 'all', ...newest }, options)
      : client.page(listProjectMergeRequests, { id: forkedFrom, ...newest, per_page: MAX_OF_FORKS }, options),
  );
  return elsewhere.filter(({ source_project_id: from }) => from === project);
}

async function ofCommit(
  client: Client,
  { project: { project }, head, hinted }: CheckedOutHead,
  options?: CallOptions,
): Promise<readonly MergeRequest[]> {
  const [hint] = hinted;
  if (hint === undefined || head.sha === undefined) return [];
  return unlessHidden(async () => ({
    items: [await client.call(getMergeRequest, { id: project, merge_request_iid: hint }, options)],
  }));
}
