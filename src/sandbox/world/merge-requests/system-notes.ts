import type { User } from '../model';
import type { World } from '../world';
import { allResolved, discussionId, type Note } from './discussions';
import type { MergeRequest } from './model';
import type { StateEvent } from './resource-events';

/** A change of a merge request by a user. `at`: now if undefined. */
interface NewSystemNote {
  readonly author: User;
  readonly body: string;
  readonly at?: number;
}

/**
 * Adds a note that records a change (server-behavior.md#activity). It is an individual note, doesn't count as
 * a review, and can't be resolved.
 */
export function addSystemNote(
  world: World,
  { discussions }: MergeRequest,
  { author, body, at = world.time }: NewSystemNote,
): void {
  const id = world.mergeRequests.nextNumber();
  const note: Note = {
    id,
    author,
    at,
    body,
    updatedAt: at,
    system: true,
    awards: [],
    internal: false,
    position: undefined,
    applied: new Set(),
    resolvedBy: undefined,
    resolvedAt: undefined,
  };
  discussions.push({
    id: discussionId(world.mergeRequests.nextNumber()),
    individual: true,
    notes: [note],
  });
}

/** Runs a change of threads, and adds a note if it resolved the last unresolved one. */
export function noteResolving<T>(world: World, request: MergeRequest, author: User, change: () => T): T {
  const wasResolved = allResolved(request.discussions);
  const result = change();
  if (!wasResolved && allResolved(request.discussions))
    addSystemNote(world, request, { author, body: 'resolved all threads' });
  return result;
}

/** Records a change of the state, which isn't a note. */
export function recordState(
  world: World,
  { events }: MergeRequest,
  user: User,
  state: StateEvent['state'],
): void {
  events.states.push({ id: world.mergeRequests.nextNumber(), user, at: world.time, state });
}
