import {
  type Discussion,
  discussionId,
  type Note,
  type Position,
} from '../../world/merge-requests/discussions';
import type { MergeRequest } from '../../world/merge-requests/model';
import type { User } from '../../world/model';
import type { World } from '../../world/world';

/** A past merge request of the demo. */
export interface DemoFacts {
  readonly iid: number;
  readonly branch: string;
  readonly target?: string;
  readonly author: User;
  readonly title: string;
  readonly description?: string;
  readonly daysAgo: number;
  /** Days since the last change. The default is half of its age. */
  readonly updated?: number;
  /** True if the source branch is in the fork. */
  readonly fork?: boolean;
  readonly check?: MergeRequest['check'];
  readonly facts?: (now: number) => Partial<MergeRequest>;
  readonly addComments?: (world: World, request: MergeRequest) => void;
  /** Changes in addition to those that can be derived from the other facts. */
  readonly changes?: readonly DemoChange[];
}

/** A change that the service recorded as a system note, with its wording. */
export interface DemoChange {
  readonly by: User;
  readonly text: string;
  readonly daysAgo: number;
}

/** A comment. */
export interface DemoComment {
  readonly by: User;
  readonly text: string;
  readonly daysAgo: number;
  readonly resolved?: boolean;
  readonly line?: { readonly path: string; readonly line: number };
  /** Users and their reactions. */
  readonly reactions?: readonly (readonly [User, name: string])[];
}

/** Adds a thread with the given comments. */
export function thread(world: World, request: MergeRequest, comments: readonly DemoComment[]): Discussion {
  const discussion = {
    id: discussionId(world.mergeRequests.nextNumber()),
    individual: false,
    notes: comments.map((one) => noteOf(world, request, one)),
  };
  request.discussions.push(discussion);
  return discussion;
}

/** Adds a single comment without replies. */
export function singleComment(world: World, request: MergeRequest, comment: DemoComment): void {
  thread(world, request, [comment]).individual = true;
}

function noteOf(
  world: World,
  request: MergeRequest,
  { by, text, daysAgo, resolved, line, reactions = [] }: DemoComment,
): Note {
  const at = world.time - daysAgo * 24 * 60 * 60_000;
  return {
    id: world.mergeRequests.nextNumber(),
    author: by,
    at,
    updatedAt: at,
    system: false,
    internal: false,
    body: text,
    resolvedBy: resolved === true ? request.author : undefined,
    resolvedAt: resolved === true ? at + 3_600_000 : undefined,
    applied: new Set(),
    awards: reactions.map(([user, name]) => ({ id: world.mergeRequests.nextNumber(), user, name, at })),
    position: line === undefined ? undefined : positionOf(request, line),
  };
}

function positionOf(
  request: MergeRequest,
  { path, line }: NonNullable<DemoComment['line']>,
): Position | undefined {
  const version = request.versions.at(-1);
  if (version === undefined) return undefined;
  return {
    base: version.base,
    start: version.start,
    head: version.head,
    type: 'text',
    oldPath: path,
    newPath: path,
    oldLine: null,
    newLine: line,
  };
}
