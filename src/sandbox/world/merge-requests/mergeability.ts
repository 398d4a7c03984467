import type { World } from '../world';
import { allResolved } from './discussions';
import { type DetailedMergeStatus, isDraft, type MergeRequest } from './model';
import { headPipelineOf, isRunning } from './pipelines-of';
import { rulesOf, TRACKER_ISSUE } from './rules';

/** How long a test takes, in the world's time. */
const CHECK_TAKES = 1_000;

/** True by git: the heads of both branches do not merge. A branch that is gone cannot be merged either. */
export function conflictsOf(world: World, request: MergeRequest): boolean {
  return (request.conflicts ??= findConflicts(world, request));
}

function findConflicts(
  world: World,
  { project, source, sourceBranch, targetBranch, head }: MergeRequest,
): boolean {
  const repository = world.repositories.of(project);
  const target = repository.head(targetBranch);
  if (target === undefined || world.repositories.of(source).head(sourceBranch) === undefined) return true;
  return repository.mergeTree(target, head) === undefined;
}

/** Starts a test where one is needed; a fetch of a single merge request does (server-behavior.md#merge-check). */
export function startCheck(world: World, request: MergeRequest): void {
  if (request.state !== 'opened' || request.preparedAt === undefined) return;
  if (request.check !== 'unchecked' && request.check !== 'recheck') return;
  request.check = 'checking';
  const turn = ++request.turn;
  world.in(CHECK_TAKES, () => {
    if (request.turn === turn) endCheck(world, request);
  });
}

/** Tests at once, as a merge does. */
export function endCheck(world: World, request: MergeRequest): void {
  request.turn++;
  request.check = 'checked';
  request.conflicts = findConflicts(world, request);
}

/** A branch moved: what the last test found may be wrong. */
export function forgetCheck(request: MergeRequest): void {
  request.turn++;
  request.check =
    request.check === 'recheck' || (request.check === 'checked' && request.conflicts === true)
      ? 'recheck'
      : 'unchecked';
  request.conflicts = undefined;
}

/** The deprecated status (server-behavior.md#older-servers). */
export function mergeStatusOf(world: World, request: MergeRequest): string {
  if (request.check === 'recheck') return 'cannot_be_merged_recheck';
  if (request.check !== 'checked') return request.check;
  if (request.state === 'merged') return 'can_be_merged';
  return conflictsOf(world, request) ? 'cannot_be_merged' : 'can_be_merged';
}

type Test = (world: World, request: MergeRequest) => boolean;

/** What stands in the way, in the order in which the real service looks; each row is true where it does. */
const OBSTACLES: readonly (readonly [DetailedMergeStatus, Test])[] = [
  ['not_open', (_, { state }) => state !== 'opened'],
  ['unchecked', (_, { check }) => check === 'unchecked' || check === 'recheck'],
  ['checking', (_, { check }) => check === 'checking'],
  ['draft_status', (_, request) => isDraft(request)],
  ['broken_status', conflictsOf],
  [
    'discussions_not_resolved',
    (_, { project, discussions }) => rulesOf(project).discussionsMustBeResolved && !allResolved(discussions),
  ],
  ['blocked_status', isBlocked],
  ['not_approved', (_, { approvalsRequired, approvedBy }) => approvedBy.length < approvalsRequired],
  ['external_status_checks', (_, { gates }) => gates.externalChecks === true],
  ['policies_denied', (_, { gates }) => gates.policies === true],
  ['tracker_association_missing', lacksTracker],
];

function isBlocked(world: World, { project, gates: { blockedBy } }: MergeRequest): boolean {
  const first = blockedBy === undefined ? undefined : world.mergeRequests.find(project, blockedBy);
  return first !== undefined && first.state !== 'merged';
}

function lacksTracker(_: World, { project, title, description }: MergeRequest): boolean {
  return rulesOf(project).externalTracker && !TRACKER_ISSUE.test(`${title}\n${description}`);
}

/** Whether a merge may begin (server-behavior.md#detailed-merge-status), as far as tests went. */
export function detailedStatusOf(world: World, request: MergeRequest): DetailedMergeStatus {
  return obstacleOf(world, request, []) ?? 'mergeable';
}

/** What a merge finds out by itself, and need not wait for. */
const OF_THE_TEST: readonly DetailedMergeStatus[] = ['unchecked', 'checking'];

/** The first thing that stands in the way of a merge, apart from `beside`; pipelines come last, as on the real service. */
export function obstacleOf(
  world: World,
  request: MergeRequest,
  beside: readonly DetailedMergeStatus[] = OF_THE_TEST,
): DetailedMergeStatus | undefined {
  const found = OBSTACLES.find(([status, test]) => !beside.includes(status) && test(world, request));
  const obstacle = found?.[0] ?? pipelineObstacle(request);
  return obstacle !== undefined && beside.includes(obstacle) ? undefined : obstacle;
}

/**
 * What has to be right before a merge is tried at all (405); conflicts are found by the try (422,
 * server-behavior.md#merge-errors).
 */
export const BEFORE_TRYING: readonly DetailedMergeStatus[] = [...OF_THE_TEST, 'broken_status'];
export const WHATEVER_CI_SAYS: readonly DetailedMergeStatus[] = ['ci_must_pass', 'ci_still_running'];

function pipelineObstacle(request: MergeRequest): DetailedMergeStatus | undefined {
  const pipeline = headPipelineOf(request);
  if (!rulesOf(request.project).pipelineMustSucceed || pipeline?.status === 'success') return undefined;
  return pipeline !== undefined && isRunning(pipeline) ? 'ci_still_running' : 'ci_must_pass';
}
