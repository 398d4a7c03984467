import type { User } from '../model';
import { commitsBetween } from '../repositories/commits';
import type { World } from '../world';
import { type BranchChange, branchMoved } from './branch-moved';
import { signatureOf } from './merging';
import type { MergeRequest } from './model';

/** Duration of a rebase in world time, in milliseconds. */
const REBASE_TAKES = 2_000;

const FAILED = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';

type RebaseOptions = Pick<BranchChange, 'skipPipelines'>;

/** Starts a rebase, which finishes later with new heads or a `mergeError` (server-behavior.md#rebase). */
export function startRebase(world: World, request: MergeRequest, user: User, options: RebaseOptions): void {
  request.rebasing = true;
  request.mergeError = undefined;
  world.in(REBASE_TAKES, () => {
    request.rebasing = false;
    if (!rebase(world, request, user, options)) request.mergeError = FAILED;
    request.updatedAt = world.time;
  });
}

function rebase(world: World, request: MergeRequest, user: User, options: RebaseOptions): boolean {
  const { project, source, sourceBranch, targetBranch } = request;
  const repository = world.repositories.of(project);
  const own = world.repositories.of(source);
  const target = repository.head(targetBranch);
  const head = own.head(sourceBranch);
  if (target === undefined || head === undefined) return false;
  repository.take(own, head);
  const base = repository.mergeBase(target, head);
  if (base === undefined) return false;
  if (base === target) return true;
  let tip = target;
  for (const commit of commitsBetween(repository, base, head).reverse()) {
    const [parent] = commit.parents;
    // Skips merge commits, as `git rebase` does.
    if (parent === undefined || commit.parents.length > 1) continue;
    const committer = signatureOf(user, world.time);
    const tree = repository.pickTree(commit.sha, parent, tip, committer);
    if (tree === undefined) return false;
    const author = { name: commit.author, email: commit.email, at: commit.at };
    tip = repository.commitTree({ tree, parents: [tip], message: commit.message, author, committer });
  }
  own.take(repository, tip);
  own.setRef(`refs/heads/${sourceBranch}`, tip);
  branchMoved(world, { project: source, branch: sourceBranch, user, from: head, ...options });
  return true;
}
