import type { User } from '../model';
import { emailOf } from '../repositories/branches';
import type { Signature } from '../repositories/repository';
import { completeTodos } from '../todos/causes';
import type { World } from '../world';
import { branchMoved } from './branch-moved';
import { retarget } from './editing';
import { generatedMessage } from './merge-message';
import { squashes } from './merge-settings';
import { conflictsOf, endCheck, obstacleOf } from './mergeability';
import { type MergeOptions, type MergeRequest, refOf } from './model';
import { headPipelineOf } from './pipelines-of';
import { isProtected, mayPush } from './rules';
import { addSystemNote, recordState } from './system-notes';

/** Returns the signature of a user for commits. */
export const signatureOf = (user: User, at: number): Signature => ({
  name: user.name,
  email: emailOf(user),
  at,
});

/** Treats an empty message as missing, because commits need a message. */
const textOf = (message: string | undefined): string | undefined =>
  message === undefined || message.trim() === '' ? undefined : message;

/**
 * Creates a commit with all changes of the source branch on top of the merge base (server-behavior.md#merge).
 */
function squashCommit(
  world: World,
  request: MergeRequest,
  user: User,
  { squashMessage, base }: MergeOptions,
): string {
  const repository = world.repositories.of(request.project);
  const start = repository.head(request.targetBranch) ?? request.head;
  return repository.commitTree({
    tree: `${request.head}^{tree}`,
    parents: [repository.mergeBase(start, request.head) ?? start],
    message: textOf(squashMessage) ?? `${generatedMessage({ world, request, user, base, kind: 'squash' })}\n`,
    author: signatureOf(request.author, world.time),
    committer: signatureOf(user, world.time),
  });
}

/** Creates the merge commit. Returns undefined if git can't merge the branches. */
function mergeCommit(
  world: World,
  request: MergeRequest,
  user: User,
  { message, base, target, tip }: MergeOptions & { readonly target: string; readonly tip: string },
): string | undefined {
  const repository = world.repositories.of(request.project);
  const tree = repository.mergeTree(target, tip);
  return (
    tree &&
    repository.commitTree({
      tree,
      parents: [target, tip],
      message: textOf(message) ?? `${generatedMessage({ world, request, user, base, kind: 'merge' })}\n`,
      author: signatureOf(user, world.time),
    })
  );
}

/**
 * Merges by the method of the project (server-behavior.md#merge-methods). Returns false, without changing
 * anything, if git can't merge the branches.
 */
export function merge(world: World, request: MergeRequest, user: User, options: MergeOptions): boolean {
  endCheck(world, request);
  const { project, targetBranch, sourceBranch, source } = request;
  const repository = world.repositories.of(project);
  const target = repository.head(targetBranch);
  if (target === undefined || conflictsOf(world, request)) return false;
  const squashed = squashes(project.mergeSettings, { squash: options.squash ?? request.squash })
    ? squashCommit(world, request, user, options)
    : undefined;
  const tip = squashed ?? request.head;
  const isFastForward = project.mergeSettings.merge_method === 'ff';
  if (isFastForward && !repository.isAncestor(target, tip)) return false;
  const commit = isFastForward ? undefined : mergeCommit(world, request, user, { ...options, target, tip });
  if (!isFastForward && commit === undefined) return false;
  repository.setRef(`refs/heads/${targetBranch}`, commit ?? tip);

  request.state = 'merged';
  request.mergedAt = request.updatedAt = world.time;
  request.mergeUser = user;
  request.mergeCommit = commit;
  request.squashCommit = squashed;
  request.mergeError = undefined;
  request.autoMerge = undefined;
  recordState(world, request, user, 'merged');
  completeTodos(world, request, user);
  branchMoved(world, { project, branch: targetBranch, user, from: target });
  if ((options.removeSource ?? request.removeSource) && mayPush(source, user, sourceBranch)) {
    removeSource(world, request, user);
  }
  return true;
}

/** Deletes the source branch. Merge requests that target it are retargeted to its target branch. */
function removeSource(
  world: World,
  { source, sourceBranch, targetBranch, head }: MergeRequest,
  user: User,
): void {
  const repository = world.repositories.of(source);
  if (isProtected(sourceBranch) || repository.head(sourceBranch) !== head) return;
  repository.removeBranch(sourceBranch);
  branchMoved(world, { project: source, branch: sourceBranch, user, from: head });
  for (const other of world.mergeRequests.all) {
    if (other.state !== 'opened' || other.project !== source || other.targetBranch !== sourceBranch) continue;
    retarget(world, other, targetBranch);
    const body = `deleted the \`${sourceBranch}\` branch. This merge request now targets the \`${targetBranch}\` branch`;
    addSystemNote(world, other, { author: user, body });
  }
}

/**
 * Merges the merge requests with auto-merge whose pipeline succeeded. If one can't be merged, its auto-merge
 * is canceled.
 */
export function mergeWaiting(world: World): void {
  for (const request of world.mergeRequests.all) {
    const { autoMerge } = request;
    if (autoMerge === undefined || request.state !== 'opened') continue;
    if (headPipelineOf(request)?.status !== 'success') continue;
    const { user, options, train } = autoMerge;
    if (waitsForTrain(world, request, train)) continue;
    if (obstacleOf(world, request) === undefined && merge(world, request, user, options)) continue;
    request.autoMerge = undefined;
    request.mergeError = 'Merge request is not mergeable';
  }
}

/** Duration of the pipeline of a merge train, in world time. */
const TRAIN_TAKES = 20_000;

/**
 * True until the merge request can be merged by the merge train, if its project has one
 * (server-behavior.md#merge-trains). It is added when its pipeline succeeds, and merged after those before it.
 */
function waitsForTrain(world: World, request: MergeRequest, joined: number | undefined): boolean {
  const { autoMerge, project } = request;
  if (autoMerge === undefined || !project.mergeSettings.merge_trains_enabled) return false;
  if (joined === undefined) {
    addSystemNote(world, request, { author: autoMerge.user, body: 'started a merge train' });
    request.autoMerge = { ...autoMerge, train: world.time };
    world.in(TRAIN_TAKES, () => undefined);
    return true;
  }
  return world.time < joined + TRAIN_TAKES;
}

/**
 * Returns the commit that a merge would create, stored under a separate ref (server-behavior.md#merge-ref);
 * undefined if there are conflicts.
 */
export function mergeRef(world: World, request: MergeRequest, user: User): string | undefined {
  const repository = world.repositories.of(request.project);
  const target = repository.head(request.targetBranch);
  const tree = target === undefined ? undefined : repository.mergeTree(target, request.head);
  if (target === undefined || tree === undefined) return undefined;
  const ref = refOf(request).replace(/head$/, 'merge');
  const present = repository.sha(ref);
  if (present !== undefined && parentsOf(world, request, present) === `${target} ${request.head}`)
    return present;
  const author = signatureOf(user, world.time);
  const message = `Merge branch '${request.sourceBranch}' into '${request.targetBranch}'\n`;
  const commit = repository.commitTree({ tree, parents: [target, request.head], message, author });
  repository.setRef(ref, commit);
  return commit;
}

const parentsOf = (world: World, { project }: MergeRequest, sha: string): string =>
  world.repositories.of(project).lasting(['log', '-1', '--format=%P', sha]).text.trim();
