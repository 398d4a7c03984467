import { addMissingCommit } from '../add-missing-commit';
import { startPipeline } from '../flow';
import { requiresInputs } from '../inputs';
import type { Project, User } from '../model';
import { commitsBetween } from '../repositories/commits';
import { branchRecipe } from '../run-pipeline';
import type { World } from '../world';
import { forgetCheck } from './mergeability';
import { type MergeRequest, refOf } from './model';
import { notePush } from './push-notes';
import { addSystemNote, recordState } from './system-notes';
import { addVersion } from './versions';

/** A change of a branch. */
export interface BranchChange {
  readonly project: Project;
  readonly branch: string;
  readonly user: User;
  /** The previous head; undefined for a new branch. */
  readonly from: string | undefined;
  readonly skipPipelines?: boolean;
}

/**
 * Updates merge requests after a change of a branch. Those with this source branch get a new version and a
 * pipeline, those with this target branch must be checked again, and those whose commits were pushed to the
 * target branch are merged.
 */
export function branchMoved(world: World, move: BranchChange): void {
  const { project, branch } = move;
  const head = world.repositories.of(project).head(branch);
  if (head === move.from) return;
  if (head !== undefined) rememberCommits(world, move, head);
  for (const request of world.mergeRequests.all) {
    if (request.state !== 'opened') continue;
    const isSource = request.source === project && request.sourceBranch === branch;
    const isTarget = request.project === project && request.targetBranch === branch;
    if (isSource || isTarget) forgetCheck(request);
    if (isSource && head !== undefined) takeHead(world, request, move, head);
    if (isTarget && head !== undefined) markMerged(world, request, head, move.user);
  }
  if (head !== undefined && move.skipPipelines !== true) startBranchPipeline(world, move, head);
}

function takeHead(
  world: World,
  request: MergeRequest,
  { user, skipPipelines = false }: BranchChange,
  head: string,
): void {
  request.head = head;
  request.updatedAt = world.time;
  // Auto-merge was set for the pipeline of the old head and must not merge the new one.
  if (request.autoMerge !== undefined) {
    const body = 'aborted the automatic merge because source branch was updated';
    addSystemNote(world, request, { author: user, body });
  }
  request.autoMerge = undefined;
  if (request.preparedAt === undefined) return;
  const before = request.versions.at(-1);
  const after = addVersion(world, request);
  if (after === undefined) return;
  if (before !== undefined) notePush(world, request, user, { before, after });
  if (!skipPipelines) startRequestPipeline(world, request, user);
}

/** The real service marks a merge request as merged if its commits are pushed to the target branch. */
function markMerged(world: World, request: MergeRequest, target: string, user: User): void {
  const range = request.versions.at(-1);
  if (range === undefined || range.base === request.head) return;
  if (!world.repositories.of(request.project).isAncestor(request.head, target)) return;
  request.state = 'merged';
  request.mergedAt = request.updatedAt = world.time;
  request.mergeUser = user;
  request.autoMerge = undefined;
  recordState(world, request, user, 'merged');
}

/** Stores the pushed commits for the views of jobs and pipelines. */
function rememberCommits(world: World, { project, branch, from }: BranchChange, head: string): void {
  const repository = world.repositories.of(project);
  const start = from ?? repository.head('main') ?? head;
  for (const commit of commitsBetween(repository, start, head).slice(0, 100).reverse()) {
    const { sha, title, message, author, email } = commit;
    project.commits.delete(sha);
    project.commits.set(sha, {
      sha,
      title,
      message,
      author,
      email,
      branch,
      at: Math.min(commit.at, world.time),
    });
  }
}

function startBranchPipeline(world: World, { project, branch, user }: BranchChange, sha: string): void {
  const recipe = branchRecipe(project, branch);
  // A push provides no inputs, so the real service can't create a pipeline either.
  if (requiresInputs(world.recipes[recipe]?.inputs ?? [])) return;
  startPipeline(world, { project, recipe, ref: branch, sha, source: 'push', user });
}

/** Starts a merge request pipeline (server-behavior.md#pipelines-of-merge-requests). */
export function startRequestPipeline(world: World, request: MergeRequest, user: User) {
  const { project, head } = request;
  addMissingCommit(world, project, head, request.sourceBranch);
  return startPipeline(world, {
    project,
    recipe: project.path === 'acme/payments' ? 'payments' : 'merge-request',
    ref: refOf(request),
    sha: head,
    source: 'merge_request_event',
    user,
  });
}
