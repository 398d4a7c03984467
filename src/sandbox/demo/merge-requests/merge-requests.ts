import { mergeWaiting } from '../../world/merge-requests/merging';
import { type MergeRequest, refOf, type Version } from '../../world/merge-requests/model';
import { addMergeRequest } from '../../world/merge-requests/opening';
import type { Project } from '../../world/model';
import { project as newProject } from '../../world/people';
import { headOf } from '../../world/pipelines';
import { addBranches, type BranchCommit } from '../../world/repositories/branches';
import { addTodoForFailedPipeline } from '../../world/todos/causes';
import type { World } from '../../world/world';
import { addTodos } from '../todos';
import { forkBranches, paymentsBranches, type ShaOf, storefrontBranches } from './branches';
import { addHistory } from './history';
import { ATTIC_COMMENT, ATTIC_REQUESTS, PAYMENTS_REQUESTS, PRISM_REQUESTS } from './payments';
import { type DemoFacts, thread } from './request';
import { STOREFRONT_REQUESTS } from './storefront';

const DAY = 24 * 60 * 60_000;

/** Adds the merge requests of the demo world, their branches, and a fork. */
export async function addMergeRequests(
  world: World,
  now: number,
  {
    storefront,
    payments,
    prism,
    attic,
  }: Readonly<Record<'storefront' | 'payments' | 'prism' | 'attic', Project>>,
): Promise<void> {
  // Rounded to the day, like the times of the history.
  const start = Math.floor(now / DAY) * DAY;
  const fork = newProject(now, {
    id: 5,
    path: 'dana/storefront',
    description: 'A fork of acme/storefront',
    forkedFrom: storefront,
    createdAt: now - 10 * DAY,
  });
  addFork(world, storefront, fork);
  const teapots = forkBranches(start, shaOf(storefront));
  await Promise.all([
    extend(world, storefront, storefrontBranches(start, shaOf(storefront))),
    extend(world, payments, paymentsBranches(start, shaOf(payments))),
    extend(world, fork, teapots),
  ]);
  world.projects.push(fork);
  // The commits of a fork's merge request are also in the target repository, under the merge request's ref.
  await addBranches(world.repositories.of(storefront).files, teapots, () => 'refs/merge-requests/23/head');

  const added = new Map<MergeRequest, DemoFacts>();
  for (const demoRequest of STOREFRONT_REQUESTS) {
    const source = demoRequest.fork === true ? fork : storefront;
    added.set(addDemoRequest(world, now, { project: storefront, source }, demoRequest), demoRequest);
  }
  world.afterEvent = () => {
    mergeWaiting(world);
  };
  world.pipelineFailed = (pipeline) => {
    addTodoForFailedPipeline(world, pipeline);
  };
  for (const [project, requests] of [
    [payments, PAYMENTS_REQUESTS],
    [prism, PRISM_REQUESTS],
    [attic, ATTIC_REQUESTS],
  ] as const) {
    for (const demoRequest of requests)
      added.set(addDemoRequest(world, now, { project, source: project }, demoRequest), demoRequest);
  }
  addTodos(world, now);
  // Added last, so that the IDs of the other parts don't depend on the history.
  for (const [request, { changes = [] }] of added) addHistory(world, request, changes);
  for (const [request] of added) if (request.project === attic) thread(world, request, [ATTIC_COMMENT]);
  addHeads(world);
}

/** Creates refs for the heads of merge requests, so that they can be fetched even if the branch was deleted. */
function addHeads(world: World): void {
  for (const request of world.mergeRequests.all) {
    if (request.head === '') continue;
    const files = new Map([[refOf(request), Buffer.from(`${request.head}\n`)]]);
    world.repositories.of(request.project).files.add({ folders: [], files });
  }
}

const shaOf =
  ({ commits }: Project): ShaOf =>
  (title) => {
    for (const commit of commits.values()) if (commit.title === title) return commit.sha;
    throw new Error(`The demo history has no commit "${title}"`);
  };

function addFork(world: World, from: Project, to: Project): void {
  const { folders, files } = world.repositories.of(from).files.content();
  const isForked = (name: string): boolean => !/^refs\/(merge-requests|upcoming)(\/|$)/.test(name);
  world.repositories.of(to).files.add({
    folders: folders.filter(isForked),
    files: new Map([...files].filter(([name]) => isForked(name))),
  });
  for (const [sha, commit] of from.commits) to.commits.set(sha, commit);
}

async function extend(world: World, project: Project, branches: readonly BranchCommit[]): Promise<void> {
  const commits = await addBranches(world.repositories.of(project).files, branches);
  for (const commit of commits) project.commits.set(commit.sha, commit);
}

/** Adds a past merge request. */
function addDemoRequest(
  world: World,
  now: number,
  { project, source }: Pick<MergeRequest, 'project' | 'source'>,
  demoRequest: DemoFacts,
): MergeRequest {
  const { facts, addComments, ...rest } = demoRequest;
  const ofBranch = [...source.commits.values()].filter(({ branch }) => branch === demoRequest.branch);
  const request = addMergeRequest(world, {
    ...facts?.(now),
    project,
    source,
    iid: rest.iid,
    author: rest.author,
    sourceBranch: rest.branch,
    targetBranch: rest.target ?? 'main',
    title: rest.title,
    description: rest.description ?? '',
    head: ofBranch.at(-1)?.sha ?? '',
    createdAt: now - rest.daysAgo * DAY,
    preparedAt: now - rest.daysAgo * DAY + 4_000,
    updatedAt: now - (rest.updated ?? rest.daysAgo / 2) * DAY,
    check: rest.check ?? 'checked',
  });
  const repository = world.repositories.of(project);
  for (const { sha: head, at } of ofBranch) {
    const start = headOf(project, request.targetBranch, at);
    // Computed on first use, so that the sandbox starts faster.
    const version: Version = {
      id: world.mergeRequests.nextNumber(),
      head,
      start,
      at,
      get base() {
        return repository.mergeBase(start, head) ?? start;
      },
    };
    request.versions.push(version);
  }
  addComments?.(world, request);
  holdCheck(world, request);
  return request;
}

/** Simulates a check that was already running when the world started and takes a long time. */
function holdCheck(world: World, request: MergeRequest): void {
  if (request.check !== 'checking') return;
  const turn = ++request.turn;
  world.in(15 * 60_000, () => {
    if (request.turn === turn) request.check = 'checked';
  });
}
