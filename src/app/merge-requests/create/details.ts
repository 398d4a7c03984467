import type { Client } from '../../../api/client';
import { listProjectMergeRequests } from '../../../api/endpoints/merge-requests';
import { listBranches } from '../../../api/endpoints/repository';
import { isApiError } from '../../../api/errors';
import { MAX_COMMITS, type PushState } from '../../../domain/merge-requests/new-merge-request';
import type { MergeRequest } from '../../../schemas/merge-request';
import { GitFailedError, type GitPort, type LocalCommit, UnsafeGitNameError } from '../../shared/git-port';
import { type CreateSource, type CreateTarget, sourceBranchOf } from './places';

const PAGE_SIZE = 100;

/** Facts about a merge request between two branches that doesn't exist yet. */
export interface CreateFacts {
  readonly push: PushState;
  /** The local name of the branch; undefined if it doesn't exist locally. */
  readonly local: string | undefined;
  /** True if the source branch exists on the server or locally. */
  readonly sourceExists: boolean;
  readonly targetExists: boolean | undefined;
  /** The commits to merge, latest first; undefined if git can't determine them. */
  readonly commits: readonly LocalCommit[] | undefined;
  /** Number of changed files. */
  readonly files: number | undefined;
  /** Open merge requests from this branch. */
  readonly open: readonly MergeRequest[];
}

export interface CreateFactsParams {
  readonly source: CreateSource;
  readonly sourceBranch: string;
  readonly target: CreateTarget;
  readonly targetBranch: string;
}

type Git = Pick<
  GitPort,
  'branch' | 'hasCommit' | 'resolve' | 'isAncestor' | 'fetch' | 'commitsBetween' | 'changedFiles'
>;

/**
 * The head of a branch on the server; an empty string if the branch doesn't exist, undefined if that isn't
 * known.
 */
type ServerBranch = string | undefined;
const NONE = '';

/** Reads branches and merge requests from the server, and commits from git. Doesn't change local branches. */
export async function readCreateFacts(
  git: Git,
  client: Client,
  question: CreateFactsParams,
  signal: AbortSignal,
): Promise<CreateFacts> {
  const { source, target } = question;
  const { repository } = source.clone;
  const [onServer, targetHead, open, local] = await Promise.all([
    serverBranch(client, source.project.id, question.sourceBranch, signal),
    serverBranch(client, target.project.id, question.targetBranch, signal),
    openFrom(client, question, signal),
    orNone(localBranch(git, question)),
  ]);
  const push = await pushState(git, repository, local?.sha, onServer);
  signal.throwIfAborted();
  const head = local?.sha ?? (await present(git, question, onServer, signal));
  const base = await baseOf(git, question, targetHead, signal);
  signal.throwIfAborted();
  const range = head === undefined || base === undefined ? undefined : { base, head };
  const commits =
    range === undefined
      ? undefined
      : await orNone(git.commitsBetween(repository, range.base, range.head, MAX_COMMITS));
  return {
    push,
    local: local?.name,
    sourceExists: local !== undefined || onServer !== NONE,
    targetExists: targetHead === undefined ? undefined : targetHead !== NONE,
    commits,
    files:
      range === undefined || commits === undefined
        ? undefined
        : await orNone(filesOf(git, repository, range, commits)),
    open,
  };
}

/** Returns the open merge requests from a branch into a project; empty if the server denies access. */
export async function openFrom(
  client: Client,
  { source, sourceBranch, target }: Pick<CreateFactsParams, 'source' | 'sourceBranch' | 'target'>,
  signal?: AbortSignal,
): Promise<readonly MergeRequest[]> {
  if (sourceBranch === '') return [];
  try {
    const { items } = await client.page(
      listProjectMergeRequests,
      { id: target.project.id, source_branch: sourceBranch, state: 'opened', per_page: PAGE_SIZE },
      { signal },
    );
    return items.filter(({ source_project_id: from }) => (from ?? target.project.id) === source.project.id);
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

async function serverBranch(
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<ServerBranch> {
  if (name === '') return NONE;
  try {
    // The real service can't search for an exact name, so search for the prefix, which few branches have.
    const search = { id: project, search: `^${name}`, per_page: PAGE_SIZE };
    const { items, next } = await client.page(listBranches, search, { signal });
    const found = items.find((branch) => branch.name === name);
    if (found !== undefined) return found.commit?.id;
    return next === undefined ? NONE : undefined;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}

/**
 * Returns the local branch: the checked-out one if its name on the server is `sourceBranch`, or else the one
 * with that name.
 */
async function localBranch(git: Git, { source, sourceBranch }: CreateFactsParams) {
  const { clone } = source;
  const name = sourceBranchOf(source) === sourceBranch ? clone.branch : sourceBranch;
  return name === undefined || name === '' ? undefined : git.branch(clone.repository, name);
}

async function pushState(
  git: Git,
  repository: string,
  local: string | undefined,
  onServer: ServerBranch,
): Promise<PushState> {
  if (local === undefined) return { kind: 'none' };
  if (onServer === undefined) return { kind: 'unknown' };
  if (onServer === NONE) return { kind: 'unpushed' };
  if (onServer === local) return { kind: 'same' };
  // A commit that doesn't exist locally was pushed from another clone.
  if (!(await git.hasCommit(repository, onServer))) return { kind: 'behind' };
  if (await git.isAncestor(repository, onServer, local)) {
    return {
      kind: 'ahead',
      by: (await git.commitsBetween(repository, onServer, local, MAX_COMMITS)).length,
    };
  }
  return { kind: (await git.isAncestor(repository, local, onServer)) ? 'behind' : 'diverged' };
}

/** Returns the commit of a branch that exists only on the server; fetches it if needed. */
async function present(
  git: Git,
  { source, sourceBranch }: CreateFactsParams,
  sha: ServerBranch,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (sha === undefined || sha === NONE) return undefined;
  return fetched(git, source, { sha, branch: sourceBranch, remote: source.remote.name }, signal);
}

/** Returns the head of the target branch: the server's, or else the last fetched one. */
async function baseOf(
  git: Git,
  { source, target, targetBranch }: CreateFactsParams,
  sha: ServerBranch,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (sha === NONE) return undefined;
  const { repository } = source.clone;
  const { remote } = target;
  if (sha !== undefined) {
    const here = await fetched(git, source, { sha, branch: targetBranch, remote: remote?.name }, signal);
    if (here !== undefined) return here;
  }
  if (remote === undefined) return undefined;
  return orNone(git.resolve(repository, `refs/remotes/${remote.name}/${targetBranch}`));
}

/** A commit, and the branch to fetch it with. */
interface BranchCommit {
  readonly sha: string;
  readonly branch: string;
  /** Undefined if the clone has no remote for the project. */
  readonly remote: string | undefined;
}

async function fetched(
  git: Git,
  { clone: { repository } }: CreateSource,
  { sha, branch, remote }: BranchCommit,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (await git.hasCommit(repository, sha)) return sha;
  if (remote === undefined) return undefined;
  signal.throwIfAborted();
  await orNone(git.fetch(repository, remote, `refs/heads/${branch}`, `refs/remotes/${remote}/${branch}`));
  return (await git.hasCommit(repository, sha)) ? sha : undefined;
}

/**
 * Returns the number of changed files. If the target branch has new commits, counts the files in the source
 * branch's commits instead, because a diff would include the files that the target branch changed.
 */
async function filesOf(
  git: Git,
  repository: string,
  { base, head }: { readonly base: string; readonly head: string },
  commits: readonly LocalCommit[],
): Promise<number | undefined> {
  if (await git.isAncestor(repository, base, head))
    return (await git.changedFiles(repository, base, head)).length;
  if (commits.length === MAX_COMMITS) return undefined;
  return new Set(commits.flatMap(({ files }) => files)).size;
}

/** Resolves to undefined if git fails or rejects a name, because the form works without the data. */
async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitFailedError || error instanceof UnsafeGitNameError) return undefined;
    throw error;
  }
}
