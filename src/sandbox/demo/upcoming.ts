import { startPipeline } from '../world/flow';
import { branchMoved } from '../world/merge-requests/branch-moved';
import type { Commit, Project } from '../world/model';
import { USERS } from '../world/people';
import { headOf } from '../world/pipelines';
import type { ImportedCommit } from '../world/repositories/import';
import type { World } from '../world/world';
import { mergeRequestPush, type Populated, pushOf } from './play-scenario';
import { MERGE_REQUESTS } from './scenario';

/**
 * World time between new pipelines in milliseconds, and their maximum number, which limits the size of a
 * sandbox that runs for weeks.
 */
const EVERY = 90_000;
const MAX = 40;

/**
 * Adds pushes and scheduled pipelines while the sandbox is running. Adds at most one pipeline per move, so
 * that a long time without requests doesn't add many at once.
 */
export function scheduleUpcoming(world: World, { project, commits }: Populated): void {
  let next = world.time + EVERY;
  let count = 0;
  world.afterMove = () => {
    if (world.time < next || count >= MAX) return;
    next = world.time + EVERY;
    const pushed = commits[count++];
    if (pushed !== undefined) {
      push(world, project, pushed);
      return;
    }
    const sha = headOf(project, 'main', world.time);
    startPipeline(world, {
      project,
      recipe: 'nightly',
      ref: 'main',
      sha,
      source: 'schedule',
      user: USERS.owner,
    });
  };
}

/** Pushes a planned commit. If the user has pushed to the branch, the commit is rebased onto that. */
function push(world: World, project: Project, planned: ImportedCommit): void {
  const { branch, author } = planned.change;
  const user = USERS[author];
  const before = world.repositories.of(project).head(branch);
  const commit = before === undefined ? undefined : onTop(world, project, before, planned);
  if (commit === undefined) return;
  world.repositories.of(project).setRef(`refs/heads/${branch}`, commit.sha);
  project.commits.set(commit.sha, commit);
  branchMoved(world, { project, branch, user, from: before, skipPipelines: true });
  startPipeline(world, pushOf(project, { ...planned, commit }));
  const request = world.mergeRequests.find(project, MERGE_REQUESTS[branch] ?? 0);
  if (request?.state === 'opened') startPipeline(world, mergeRequestPush(project, { ...planned, commit }));
}

function onTop(
  world: World,
  project: Project,
  head: string,
  { change, commit }: ImportedCommit,
): Commit | undefined {
  const repository = world.repositories.of(project);
  if (repository.isAncestor(head, commit.sha)) return commit;
  const author = { name: USERS[change.author].name, email: commit.email, at: world.time };
  const tree = repository.pickTree(commit.sha, `${commit.sha}^`, head, author);
  if (tree === undefined) return undefined;
  const sha = repository.commitTree({ tree, parents: [head], message: commit.message, author });
  return { ...commit, sha };
}
