import type { MergeRequest } from '../../schemas/merge-request';
import type { StoredResolution } from '../../schemas/stored/conflict-resolution';
import { type GitPort, NotFetched } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { orAborted, stopIf } from './abortable';
import type { CheckOut, Fetched } from './check-out';
import type { Clone } from './clones';
import type { MergePort } from './merge-port';

/** Everything that is known before the clone is changed. */
export interface PreparedResolution {
  readonly fetched: Fetched;
  readonly resolution: Omit<StoredResolution, 'way' | 'stash' | 'start'>;
  readonly isDirty: boolean;
}

/**
 * Why conflicts can't be resolved in a clone. `busy`: another merge or rebase is in progress. `elsewhere`: the
 * branch is checked out in another worktree. `diverged`: the local branch and that of the server have different
 * commits. `no-branch`: the source branch isn't on a server that can be pushed to.
 */
export type SetupObstacle =
  | { readonly kind: 'busy' | 'no-branch' }
  | { readonly kind: 'diverged'; readonly branch: string }
  | { readonly kind: 'elsewhere'; readonly branch: string; readonly folder: string };

export interface SetupDeps {
  readonly git: GitPort;
  readonly merging: Pick<MergePort, 'progress' | 'branches'>;
  readonly checkOut: Pick<CheckOut, 'fetch'>;
}

const HEADS = 'refs/heads/';

/**
 * Fetches both branches of a merge request, and checks that its conflicts can be resolved in the clone. Creates
 * the local branch if there is none.
 */
export async function prepareResolution(
  { git, merging, checkOut }: SetupDeps,
  key: MergeRequestKey,
  { mergeRequest, clone }: { readonly mergeRequest: MergeRequest; readonly clone: Clone },
  signal: AbortSignal,
): Promise<PreparedResolution | SetupObstacle> {
  const { repository } = clone;
  if ((await merging.progress(repository)).operation !== undefined) return { kind: 'busy' };
  const before = await merging.branches(repository);
  const [fromBranch, fromSha] = await Promise.all([git.current(repository), git.resolve(repository, 'HEAD')]);
  const target = mergeRequest.target_branch ?? '';
  const targetSha = await fetchTarget(git, clone, target, signal);
  const fetched = await checkOut.fetch(key, mergeRequest, clone, signal);
  const { branch } = fetched;
  const obstacle = await obstacleOf(git, fetched);
  stopIf(signal);
  const local = await git.branch(repository, branch);
  if (obstacle !== undefined || local?.upstream === undefined || fromSha === undefined) {
    if (local !== undefined && !before.has(branch)) await git.deleteBranch(repository, local);
    return obstacle ?? { kind: 'no-branch' };
  }
  return {
    fetched,
    isDirty: await git.isDirty(repository),
    resolution: {
      key,
      repository,
      clone: clone.name,
      branch,
      before: before.get(branch),
      source: {
        remote: local.upstream.remote,
        branch: local.upstream.ref.slice(HEADS.length),
        sha: fetched.tip,
      },
      target: { branch: target, sha: targetSha },
      from: { branch: fromBranch, sha: fromSha },
    },
  };
}

/** Undoes the creation of the local branch if the user cancels, unless it has other commits in the meantime. */
export async function discardPrepared(
  git: Pick<GitPort, 'deleteBranch'>,
  { resolution: { repository, branch, before }, fetched: { tip } }: PreparedResolution,
): Promise<void> {
  if (before === undefined) await git.deleteBranch(repository, { name: branch, sha: tip });
}

async function fetchTarget(
  git: GitPort,
  { repository, remote }: Clone,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  const into = `refs/remotes/${remote.name}/${target}`;
  await orAborted(git.fetch(repository, remote.name, `${HEADS}${target}`, into), signal);
  const sha = await git.resolve(repository, into);
  if (sha === undefined) throw new NotFetched(target, remote.name);
  return sha;
}

async function obstacleOf(git: GitPort, fetched: Fetched): Promise<SetupObstacle | undefined> {
  const { branch, elsewhere, tip, clone } = fetched;
  if (elsewhere !== undefined) return { kind: 'elsewhere', branch, folder: elsewhere };
  const local = await git.branch(clone.repository, branch);
  if (local?.upstream?.ref.startsWith(HEADS) !== true) return { kind: 'no-branch' };
  if (local.sha === tip) return undefined;
  const isRelated =
    (await git.isAncestor(clone.repository, tip, local.sha)) ||
    (await git.isAncestor(clone.repository, local.sha, tip));
  return isRelated ? undefined : { kind: 'diverged', branch };
}
