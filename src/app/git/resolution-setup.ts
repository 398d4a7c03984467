import type { MergeRequest } from '../../schemas/merge-request';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import { GitFailedError, type GitPort, NotFetchedError } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { orAborted, stopIf } from './abortable';
import { headRef } from './branch-names';
import type { Clone, Clones } from './clones';
import type { MergePort, Worktrees } from './merge-port';
import { sourceRemote } from './source-remote';

/** Everything that is known before anything is changed. */
export interface PreparedResolution {
  readonly resolution: Omit<Stored, 'way'>;
}

/**
 * Why conflicts can't be resolved in a clone. `no-branch`: the source branch isn't on a server that can be pushed to.
 * `shallow`: the clone doesn't have the commit from which both branches started.
 */
export interface SetupObstacle {
  readonly kind: 'no-branch' | 'shallow';
}

export interface SetupDeps {
  readonly git: GitPort;
  readonly merging: Pick<MergePort, 'progress' | 'isShallow'>;
  readonly worktrees: Pick<Worktrees, 'newId'>;
  readonly clones: Pick<Clones, 'details' | 'remoteFor'>;
}

type Source = Stored['source'];

const HEADS = 'refs/heads/';

/**
 * Fetches both branches of a merge request, and selects where its conflicts are resolved: in the checkout if the branch
 * is checked out there without changes, otherwise in a worktree. Changes only remote-tracking branches.
 */
export async function prepareResolution(
  { git, merging, worktrees, clones }: SetupDeps,
  key: MergeRequestKey,
  of: { readonly mergeRequest: MergeRequest; readonly clone: Clone },
  signal: AbortSignal,
): Promise<PreparedResolution | SetupObstacle> {
  const { mergeRequest, clone } = of;
  const { repository, name } = clone;
  if (await merging.isShallow(repository)) return { kind: 'shallow' };
  const source = await fetchSource({ git, clones }, key, of, signal);
  if (source === undefined) return { kind: 'no-branch' };
  const branch = mergeRequest.target_branch ?? '';
  const target = { branch, sha: await fetchTarget(git, clone, branch, signal) };
  stopIf(signal);
  const local = await usableBranch({ git, merging }, repository, source);
  stopIf(signal);
  const where =
    local === undefined
      ? {
          place: { kind: 'worktree' as const, id: worktrees.newId(), isStarted: false },
          branch: source.branch,
        }
      : { place: { kind: 'checkout' as const, before: local.sha }, branch: local.name };
  return { resolution: { key, repository, clone: name, ...where, source, target } };
}

/** Fetches the source branch, from a fork without adding a remote. Undefined if it isn't on the server. */
async function fetchSource(
  { git, clones }: Pick<SetupDeps, 'git' | 'clones'>,
  key: MergeRequestKey,
  of: { readonly mergeRequest: MergeRequest; readonly clone: Clone },
  signal: AbortSignal,
): Promise<Source | undefined> {
  const { repository, remote: own } = of.clone;
  const found = await sourceRemote(clones, key, of, signal);
  if (found === undefined) return undefined;
  const branch = of.mergeRequest.source_branch ?? '';
  const { remote, isNew } = found;
  const head = `refs/remotes/${own.name}/merge-requests/${key.iid}`;
  const into = isNew ? head : `refs/remotes/${remote.name}/${branch}`;
  const address = isNew ? remote.url : remote.name;
  try {
    await orAborted(git.fetch(repository, address, `${HEADS}${branch}`, into), signal);
  } catch (error) {
    if (!(error instanceof GitFailedError) || signal.aborted) throw error;
    // If the server is available, the branch was deleted.
    await orAborted(git.fetch(repository, own.name, headRef(key.iid), head), signal).catch(() => {
      throw error;
    });
    return undefined;
  }
  const sha = await git.resolve(repository, into);
  if (sha === undefined) throw new NotFetchedError(branch, remote.name);
  return { remote: address, branch, sha, into };
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
  if (sha === undefined) throw new NotFetchedError(target, remote.name);
  return sha;
}

/**
 * Returns the checked-out branch if conflicts can be resolved in it: it is the source branch, has no uncommitted
 * changes, and hasn't diverged from the server.
 */
async function usableBranch(
  { git, merging }: Pick<SetupDeps, 'git' | 'merging'>,
  repository: string,
  { remote, branch, sha }: Source,
): Promise<{ readonly name: string; readonly sha: string } | undefined> {
  const current = await git.current(repository);
  const local = current === undefined ? undefined : await git.branch(repository, current);
  if (local?.upstream?.remote !== remote || local.upstream.ref !== `${HEADS}${branch}`) return undefined;
  if ((await merging.progress(repository)).operation !== undefined) return undefined;
  if (await git.isDirty(repository)) return undefined;
  const isRelated =
    (await git.isAncestor(repository, local.sha, sha)) || (await git.isAncestor(repository, sha, local.sha));
  return isRelated ? local : undefined;
}
