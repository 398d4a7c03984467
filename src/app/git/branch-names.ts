import { isHead } from '../../domain/git/names';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitPort, LocalBranch, Upstream } from '../shared/git-port';
import type { Clone } from './clones';

/**
 * The head of a merge request in the target's repository. It also exists for forks and after the branch was
 * deleted.
 */
export const headRef = (iid: number): string => `refs/merge-requests/${iid}/head`;

/**
 * Possible names of the local branch of a merge request, best first. A fork's branch can have the same name
 * as one of the target.
 */
export function branchNames(
  { source_branch: branch, target_branch: target, iid }: MergeRequest,
  { remote }: Clone,
  from: string,
): readonly string[] {
  const own = `merge-request-${iid}`;
  // Git doesn't allow a local branch named HEAD.
  if (branch === null || branch === undefined || isHead(branch)) return [own];
  if (from === remote.name) return branch === target ? [own] : [branch, own];
  const prefixed = `${from}/${branch}`;
  return branch === target ? [prefixed, own] : [branch, prefixed, own];
}

/** The local branch of a merge request, identified by its upstream; undefined if it doesn't exist. */
export async function localBranchOf(
  git: Pick<GitPort, 'branch'>,
  clone: Clone,
  mergeRequest: MergeRequest,
): Promise<LocalBranch | undefined> {
  const names = new Set(clone.remotes.flatMap(({ name }) => branchNames(mergeRequest, clone, name)));
  for (const name of names) {
    const local = await git.branch(clone.repository, name);
    if (local !== undefined && isOf(local.upstream, clone, mergeRequest)) return local;
  }
  return undefined;
}

/** True if the branch is or was in another project. */
export const isOfFork = ({ source_project_id: from, project_id: to }: MergeRequest): boolean =>
  from !== undefined && from !== to;

/** Distinguishes a fork's branch from a branch of the target with the same name. */
function isOf(upstream: Upstream | undefined, { remote }: Clone, mergeRequest: MergeRequest): boolean {
  const { iid, source_branch: branch } = mergeRequest;
  const isFork = isOfFork(mergeRequest);
  if (upstream === undefined) return !isFork;
  if (upstream.ref === headRef(iid)) return upstream.remote === remote.name;
  return upstream.ref === `refs/heads/${branch ?? ''}` && (upstream.remote === remote.name) !== isFork;
}
