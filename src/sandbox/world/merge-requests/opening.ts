import type { Project, User } from '../model';
import type { World } from '../world';
import { startRequestPipeline } from './branch-moved';
import { startCheck } from './mergeability';
import type { MergeRequest } from './model';
import { noEvents } from './resource-events';
import { addVersion } from './versions';

/**
 * Duration of the preparation in milliseconds of world time: diff, pipeline, and check are created after the
 * response (server-behavior.md#create).
 */
const PREPARING_TAKES = 800;

/** The required fields of a new merge request. All others have defaults. */
export type Opening = Pick<
  MergeRequest,
  'project' | 'source' | 'author' | 'sourceBranch' | 'targetBranch' | 'title' | 'head'
> &
  Partial<Omit<MergeRequest, 'id' | 'versions' | 'discussions' | 'drafts' | 'events' | 'subscriptions'>>;

/** Creates a merge request and adds it to the world. */
export function addMergeRequest(world: World, opening: Opening): MergeRequest {
  const request: MergeRequest = {
    ...BLANK,
    id: world.mergeRequests.nextId(),
    iid: world.mergeRequests.nextIid(opening.project),
    createdAt: world.time,
    updatedAt: world.time,
    versions: [],
    discussions: [],
    drafts: [],
    events: noEvents(),
    subscriptions: new Map(),
    ...opening,
  };
  world.mergeRequests.add(request);
  return request;
}

const BLANK = {
  description: '',
  state: 'opened',
  mergedAt: undefined,
  closedAt: undefined,
  preparedAt: undefined,
  mergeUser: undefined,
  closedBy: undefined,
  assignees: [],
  reviewers: [],
  labels: [],
  milestone: undefined,
  mergeCommit: undefined,
  squashCommit: undefined,
  mergeError: undefined,
  rebasing: false,
  autoMerge: undefined,
  check: 'unchecked',
  conflicts: undefined,
  turn: 0,
  squash: false,
  removeSource: false,
  collaboration: false,
  discussionLocked: undefined,
  approvalsRequired: 0,
  approvedBy: [],
  gates: {},
  reactions: [],
  estimate: 0,
  spent: 0,
} as const;

/** Opens a merge request as a user; it is prepared a moment later. */
export function openMergeRequest(world: World, opening: Opening): MergeRequest {
  const request = addMergeRequest(world, opening);
  world.in(PREPARING_TAKES, () => {
    if (request.state !== 'opened') return;
    prepare(world, request, opening.author);
  });
  return request;
}

function prepare(world: World, request: MergeRequest, user: User): void {
  addVersion(world, request);
  startRequestPipeline(world, request, user);
  request.preparedAt = world.time;
  startCheck(world, request);
}

/**
 * Returns an open merge request with the same source and target branches (409,
 * server-behavior.md#error-bodies).
 */
export function duplicateOf(
  world: World,
  {
    project,
    source,
    sourceBranch,
    targetBranch,
  }: {
    readonly project: Project;
    readonly source: Project;
    readonly sourceBranch: string;
    readonly targetBranch: string;
  },
): MergeRequest | undefined {
  return world.mergeRequests.all.find(
    (each) =>
      each.state === 'opened' &&
      each.project === project &&
      each.source === source &&
      each.sourceBranch === sourceBranch &&
      each.targetBranch === targetBranch,
  );
}
