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

/** Maximum number of merge requests to read. Many forks can have a branch of the same name. */
const MAX = 20;
/** The limit for the project of which this is a fork, because names such as `patch-1` exist in many forks. */
const MAX_OF_FORKS = 100;

/** The checked-out branch or commit, and known data of its project. */
export interface CheckedOutHead {
  readonly project: ProjectKey;
  readonly head: Head;
  /** The default branch. Merge requests of it into other projects aren't searched for. */
  readonly mainBranch: string | undefined;
  /** ID of the project of which it is a fork; null for none, undefined if the server doesn't report it. */
  readonly forkedFrom?: number | null | undefined;
  /** IIDs of merge requests whose pipelines ran for the checked-out commit. */
  readonly hinted: readonly number[];
}

/**
 * The merge requests of the checked-out branch or commit: from its commit, under any branch name, and from
 * its branch, into this project or the one of which it is a fork. Returns all open ones, otherwise the
 * newest; those from the commit first. Empty if there are none or they aren't visible.
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

/** Ranks merge requests of the same commit before open ones. The lists are newest first. */
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
  // A branch of the same name in a fork is another branch, unless it has the same commit.
  const isOurs = (each: MergeRequest): boolean =>
    (each.source_project_id ?? each.project_id) === project || isFromCommit(each, head);
  const here = own.filter(isOurs);
  if (here.length > 0 || branch === mainBranch || forkedFrom === null) return here;
  // Merge requests of a fork: into its original project, or if that isn't known, into any project.
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
