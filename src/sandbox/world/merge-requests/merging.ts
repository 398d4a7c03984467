import type { User } from '../model';
import { emailOf } from '../repositories/branches';
import type { Signature } from '../repositories/repository';
import type { World } from '../world';
import { branchMoved } from './branch-moved';
import { retarget } from './editing';
import { issuesClosedBy } from './issues';
import { conflictsOf, endCheck, obstacleOf } from './mergeability';
import { type MergeOptions, type MergeRequest, refOf } from './model';
import { headPipelineOf } from './pipelines-of';
import { isProtected, mayPush } from './rules';

/** Returns the signature of a user for commits. */
export const signatureOf = (user: User, at: number): Signature => ({
  name: user.name,
  email: emailOf(user),
  at,
});

/** Returns the default message of merge commits, according to the service's default template. */
export function mergeMessage(request: MergeRequest): string {
  const { sourceBranch, targetBranch, title, project, iid } = request;
  const closes = issuesClosedBy(request).map((issue) =>
    typeof issue === 'string' ? issue : `#${issue.iid}`,
  );
  return [
    `Merge branch '${sourceBranch}' into '${targetBranch}'`,
    title,
    ...(closes.length === 0 ? [] : [`Closes ${closes.join(', ').replace(/, ([^,]+)$/, ' and $1')}`]),
    `See merge request ${project.path}!${iid}`,
  ].join('\n\n');
}

/** Treats an empty message as missing, because commits need a message. */
const textOf = (message: string | undefined): string | undefined =>
  message === undefined || message.trim() === '' ? undefined : message;

/**
 * Creates a commit with all changes of the source branch on top of the merge base (server-behavior.md#merge).
 */
function squashCommit(world: World, request: MergeRequest, user: User, message: string | undefined): string {
  const repository = world.repositories.of(request.project);
  const start = repository.head(request.targetBranch) ?? request.head;
  const base = repository.mergeBase(start, request.head) ?? start;
  return repository.commitTree({
    tree: `${request.head}^{tree}`,
    parents: [base],
    message: textOf(message) ?? `${request.title}\n`,
    author: signatureOf(request.author, world.time),
    committer: signatureOf(user, world.time),
  });
}

/** Merges. Returns false, without changing anything, if git can't merge the branches. */
export function merge(world: World, request: MergeRequest, user: User, options: MergeOptions): boolean {
  endCheck(world, request);
  const { project, targetBranch, sourceBranch, source } = request;
  const repository = world.repositories.of(project);
  const target = repository.head(targetBranch);
  if (target === undefined || conflictsOf(world, request)) return false;
  const squashed =
    (options.squash ?? request.squash)
      ? squashCommit(world, request, user, options.squashMessage)
      : undefined;
  const tip = squashed ?? request.head;
  const tree = repository.mergeTree(target, tip);
  if (tree === undefined) return false;
  const commit = repository.commitTree({
    tree,
    parents: [target, tip],
    message: textOf(options.message) ?? `${mergeMessage(request)}\n`,
    author: signatureOf(user, world.time),
  });
  repository.setRef(`refs/heads/${targetBranch}`, commit);

  request.state = 'merged';
  request.mergedAt = request.updatedAt = world.time;
  request.mergeUser = user;
  request.mergeCommit = commit;
  request.squashCommit = squashed;
  request.mergeError = undefined;
  request.autoMerge = undefined;
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
    const { user, options } = autoMerge;
    if (obstacleOf(world, request) === undefined && merge(world, request, user, options)) continue;
    request.autoMerge = undefined;
    request.mergeError = 'Merge request is not mergeable';
  }
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
