import type { Client } from '../../../api/client';
import { listProjectMergeRequests } from '../../../api/endpoints/merge-requests';
import { listBranches } from '../../../api/endpoints/repository';
import { isApiError } from '../../../api/errors';
import { MAX_COMMITS, type PushState } from '../../../domain/merge-requests/new-merge-request';
import type { MergeRequest } from '../../../schemas/merge-request';
import { GitFailed, type GitPort, type LocalCommit, UnsafeGitName } from '../../shared/git-port';
import { type CreateSource, type CreateTarget, sourceBranchOf } from './places';

const PAGE_SIZE = 100;

/** What a merge request between two branches would be. */
export interface CreateFacts {
  readonly push: PushState;
  /** The name under which git knows the branch here; undefined where it is not here. */
  readonly local: string | undefined;
  /** Whether the source branch is on the server or here at all. */
  readonly sourceExists: boolean;
  readonly targetExists: boolean | undefined;
  /** What would be merged, newest first; undefined where it cannot be told here. */
  readonly commits: readonly LocalCommit[] | undefined;
  /** How many files it changes. */
  readonly files: number | undefined;
  /** Open merge requests from this branch. */
  readonly open: readonly MergeRequest[];
}

export interface FactsQuestion {
  readonly source: CreateSource;
  readonly sourceBranch: string;
  readonly target: CreateTarget;
  readonly targetBranch: string;
}

type Git = Pick<
  GitPort,
  'branch' | 'hasCommit' | 'resolve' | 'isAncestor' | 'fetch' | 'commitsBetween' | 'changedFiles'
>;

/** A branch on a server: its commit, nothing (`''`) where it has no such branch, undefined where it does not tell. */
type ServerBranch = string | undefined;
const NONE = '';

/** Reads what would be merged: names and pushes from the server, commits from git. Changes no branch. */
export async function readFacts(
  git: Git,
  client: Client,
  asked: FactsQuestion,
  signal: AbortSignal,
): Promise<CreateFacts> {
  const { source, target } = asked;
  const { repository } = source.clone;
  const [onServer, targetHead, open, local] = await Promise.all([
    serverBranch(client, source.project.id, asked.sourceBranch, signal),
    serverBranch(client, target.project.id, asked.targetBranch, signal),
    openFrom(client, asked, signal),
    orNone(localBranch(git, asked)),
  ]);
  const push = await pushState(git, repository, local?.sha, onServer);
  signal.throwIfAborted();
  const head = local?.sha ?? (await present(git, asked, onServer, signal));
  const base = await baseOf(git, asked, targetHead, signal);
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

/** Open merge requests from a branch into a project; none where the server does not tell. */
export async function openFrom(
  client: Client,
  { source, sourceBranch, target }: Pick<FactsQuestion, 'source' | 'sourceBranch' | 'target'>,
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
    // Real servers have no search for a whole name: those that begin with it are few.
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

/** The branch here: the one that is checked out, where it has another name on the server, or the one of that name. */
async function localBranch(git: Git, { source, sourceBranch }: FactsQuestion) {
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
  // What is not here was pushed by somebody else.
  if (!(await git.hasCommit(repository, onServer))) return { kind: 'behind' };
  if (await git.isAncestor(repository, onServer, local)) {
    return {
      kind: 'ahead',
      by: (await git.commitsBetween(repository, onServer, local, MAX_COMMITS)).length,
    };
  }
  return { kind: (await git.isAncestor(repository, local, onServer)) ? 'behind' : 'diverged' };
}

/** The commit of a branch that is on the server only, brought here where it is missing. */
async function present(
  git: Git,
  { source, sourceBranch }: FactsQuestion,
  sha: ServerBranch,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (sha === undefined || sha === NONE) return undefined;
  return fetched(git, source, { sha, branch: sourceBranch, remote: source.remote.name }, signal);
}

/** The head of the target branch, as the server has it now, else as it was fetched last. */
async function baseOf(
  git: Git,
  { source, target, targetBranch }: FactsQuestion,
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

/** A commit with the branch that it can be fetched with. */
interface BranchCommit {
  readonly sha: string;
  readonly branch: string;
  /** Undefined where the clone has no remote for its project. */
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

/** How many files differ. A target that moved on changed files too: then those that the commits name are counted. */
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

/** What git does not take or does not find is not known: the form goes on without it. */
async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitFailed || error instanceof UnsafeGitName) return undefined;
    throw error;
  }
}
