import type { World } from '../world';
import { allResolved } from './discussions';
import { type DetailedMergeStatus, isDraft, type MergeRequest } from './model';
import { headPipelineOf, isRunning } from './pipelines-of';
import { rulesOf, TRACKER_ISSUE } from './rules';

/** Duration of a check in world time, in milliseconds. */
const CHECK_TAKES = 1_000;

/** True if the heads of both branches can't be merged, or one of the branches was deleted. */
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
  return !repository.canMerge(target, head);
}

/**
 * Starts a check if necessary. Fetching a single merge request triggers this
 * (server-behavior.md#merge-check).
 */
export function startCheck(world: World, request: MergeRequest): void {
  if (request.state !== 'opened' || request.preparedAt === undefined) return;
  if (request.check !== 'unchecked' && request.check !== 'recheck') return;
  request.check = 'checking';
  const turn = ++request.turn;
  world.in(CHECK_TAKES, () => {
    if (request.turn === turn) endCheck(world, request);
  });
}

/** Completes the check immediately, as a merge does. */
export function endCheck(world: World, request: MergeRequest): void {
  request.turn++;
  request.check = 'checked';
  request.conflicts = findConflicts(world, request);
}

/** Invalidates the result of the last check after a branch changed. */
export function forgetCheck(request: MergeRequest): void {
  request.turn++;
  request.check =
    request.check === 'recheck' || (request.check === 'checked' && request.conflicts === true)
      ? 'recheck'
      : 'unchecked';
  request.conflicts = undefined;
}

/** The deprecated `merge_status` (server-behavior.md#older-servers). */
export function mergeStatusOf(world: World, request: MergeRequest): string {
  if (request.check === 'recheck') return 'cannot_be_merged_recheck';
  if (request.check !== 'checked') return request.check;
  if (request.state === 'merged') return 'can_be_merged';
  return conflictsOf(world, request) ? 'cannot_be_merged' : 'can_be_merged';
}

type Test = (world: World, request: MergeRequest) => boolean;

/**
 * Obstacles to a merge, in the order in which the real service checks them. The function returns true if the
 * obstacle exists.
 */
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
  ['requested_changes', (_, { reviewers }) => reviewers.some(({ state }) => state === 'requested_changes')],
  ['blocked_status', isBlocked],
  ['not_approved', (_, { approvalsRequired, approvedBy }) => approvedBy.length < approvalsRequired],
  ['external_status_checks', (_, { gates }) => gates.externalChecks === true],
  ['policies_denied', (_, { gates }) => gates.policies === true],
  ['tracker_association_missing', lacksTracker],
  ['need_rebase', needsRebase],
];

function isBlocked(world: World, { project, gates: { blockedBy } }: MergeRequest): boolean {
  const first = blockedBy === undefined ? undefined : world.mergeRequests.find(project, blockedBy);
  return first !== undefined && first.state !== 'merged';
}

/** Only projects that merge with merge commits accept a branch that isn't up to date. */
function needsRebase(world: World, { project, targetBranch, head }: MergeRequest): boolean {
  if (project.mergeSettings.merge_method === 'merge') return false;
  const repository = world.repositories.of(project);
  const target = repository.head(targetBranch);
  return target !== undefined && !repository.isAncestor(target, head);
}

function lacksTracker(_: World, { project, title, description }: MergeRequest): boolean {
  return rulesOf(project).externalTracker && !TRACKER_ISSUE.test(`${title}\n${description}`);
}

/**
 * Returns the detailed merge status according to the last check (server-behavior.md#detailed-merge-status).
 */
export function detailedStatusOf(world: World, request: MergeRequest): DetailedMergeStatus {
  return obstacleOf(world, request, []) ?? 'mergeable';
}

/** Statuses that don't prevent a merge, because the merge runs the check itself. */
const OF_THE_TEST: readonly DetailedMergeStatus[] = ['unchecked', 'checking'];

/**
 * Returns the first obstacle to a merge that isn't in `beside`. Pipelines are checked last, as on the real
 * service.
 */
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
 * Statuses that don't prevent an attempt to merge; all others are rejected with 405. The attempt detects
 * conflicts (422, server-behavior.md#merge-errors).
 */
export const STATUSES_IGNORED_BEFORE_MERGING: readonly DetailedMergeStatus[] = [
  ...OF_THE_TEST,
  'broken_status',
];
export const CI_OBSTACLES: readonly DetailedMergeStatus[] = ['ci_must_pass', 'ci_still_running'];

function pipelineObstacle(request: MergeRequest): DetailedMergeStatus | undefined {
  const pipeline = headPipelineOf(request);
  if (!rulesOf(request.project).pipelineMustSucceed || pipeline?.status === 'success') return undefined;
  return pipeline !== undefined && isRunning(pipeline) ? 'ci_still_running' : 'ci_must_pass';
}
