import type { Client } from '../../api/client';
import { listBranches } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import { orUndefined } from '../../base/background';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitPort, LocalBranch, Upstream } from '../shared/git-port';
import type { MergeRequestKey, ProjectKey } from '../shared/keys';
import { localBranchOf } from './branch-names';
import type { Clone, Clones } from './clones';

/** A local branch of a merged merge request. */
export interface MergedBranch {
  readonly clone: Clone;
  readonly branch: string;
  readonly sha: string;
  readonly upstream: Upstream | undefined;
  /** True if it is checked out, so that `target` must be checked out first. */
  readonly isCurrent: boolean;
  readonly target: string;
}

/** Finds and deletes local branches whose commits were merged. */
export class BranchCleanUp {
  readonly #git: GitPort;
  readonly #clones: Clones;
  readonly #clientFor: (base: string) => Client;

  constructor(git: GitPort, clones: Clones, clientFor: (base: string) => Client) {
    this.#git = git;
    this.#clones = clones;
    this.#clientFor = clientFor;
  }

  /**
   * True if a merged merge request has a local branch in one of its clones. Sends no request for the branch.
   */
  async hasBranchOf(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (mergeRequest.state !== 'merged') return false;
    for (const clone of await this.#clones.of(key, signal)) {
      const local = await localBranchOf(this.#git, clone, mergeRequest);
      if (local !== undefined && local.name !== mergeRequest.target_branch) return true;
    }
    return false;
  }

  /** Branches that can be deleted, because the merge request contained all of their commits. */
  async leftBy(
    key: MergeRequestKey,
    mergeRequest: MergeRequest,
    signal?: AbortSignal,
  ): Promise<readonly MergedBranch[]> {
    const { state, sha, source_branch: source, target_branch: target } = mergeRequest;
    if (state !== 'merged' || !sha || !source || !target || source === target) return [];
    const clones = await this.#clones.of(key, signal);
    const found: MergedBranch[] = [];
    for (const clone of clones) {
      const local = await localBranchOf(this.#git, clone, mergeRequest);
      if (local === undefined || local.name === target) continue;
      if (!(await this.#isMerged(key, clone, local, sha))) continue;
      const isCurrent = (await this.#git.current(clone.repository)) === local.name;
      // Git doesn't delete branches of other worktrees, which may be in use.
      if (!isCurrent && local.worktree !== undefined) continue;
      found.push({ clone, branch: local.name, sha: local.sha, upstream: local.upstream, isCurrent, target });
    }
    if (found.length === 0) return [];
    const details = await this.#clones.details(key, signal);
    if (source === details?.default_branch) return [];
    const from = mergeRequest.source_project_id ?? key.project;
    return (await this.#isProtected({ base: key.base, project: from }, source, signal)) ? [] : found;
  }

  /** True if uncommitted changes prevent switching to another branch. */
  isInTheWay({ clone, isCurrent }: MergedBranch): Promise<boolean> {
    return isCurrent ? this.#git.isDirty(clone.repository) : Promise.resolve(false);
  }

  /** Deletes the branch, after checking out the target if necessary. */
  async remove({ clone, branch, isCurrent, target, sha }: MergedBranch): Promise<'deleted' | 'moved-on'> {
    const { repository } = clone;
    // The branch may have changed since it was offered.
    const now = await this.#git.branch(repository, branch);
    if (now?.sha !== sha) return 'moved-on';
    if (isCurrent) await this.#leave(clone, target);
    return (await this.#git.deleteBranch(repository, { name: branch, sha })) ? 'deleted' : 'moved-on';
  }

  /** Creates the branch again at the same commit. */
  async restore({ clone, branch, sha, upstream }: MergedBranch): Promise<void> {
    await this.#git.createBranch(clone.repository, branch, sha);
    if (upstream !== undefined) await this.#git.setUpstream(clone.repository, branch, upstream);
  }

  async #leave({ repository, remote }: Clone, target: string): Promise<void> {
    const into = `refs/remotes/${remote.name}/${target}`;
    await this.#git.fetch(repository, remote.name, `refs/heads/${target}`, into);
    const tip = await this.#git.resolve(repository, into);
    const local = await this.#git.branch(repository, target);
    if (local === undefined && tip !== undefined) {
      await this.#git.createBranch(repository, target, tip);
      await this.#git.setUpstream(repository, target, { remote: remote.name, ref: `refs/heads/${target}` });
    }
    await this.#git.checkout(repository, target);
    if (local === undefined || tip === undefined) return;
    // A target branch with local commits isn't changed.
    if (await this.#git.isAncestor(repository, local.sha, tip)) await this.#git.fastForward(repository, tip);
  }

  async #isMerged(
    { iid }: MergeRequestKey,
    { repository, remote }: Clone,
    local: LocalBranch,
    merged: string,
  ): Promise<boolean> {
    if (local.sha === merged) return true;
    // Fetches the merged commit if others pushed commits to the branch.
    if (!(await this.#git.hasCommit(repository, merged))) {
      await orUndefined(this.#git.fetch(repository, remote.name, `refs/merge-requests/${iid}/head`));
      if (!(await this.#git.hasCommit(repository, merged))) return false;
    }
    return this.#git.isAncestor(repository, local.sha, merged);
  }

  /** False if the server doesn't return branches, because a deleted branch can be restored. */
  async #isProtected({ base, project }: ProjectKey, branch: string, signal?: AbortSignal): Promise<boolean> {
    try {
      const query = { id: project, search: branch };
      const { items } = await this.#clientFor(base).page(listBranches, query, { signal });
      return items.some((each) => each.name === branch && (each.protected || each.default));
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return false;
      throw error;
    }
  }
}
