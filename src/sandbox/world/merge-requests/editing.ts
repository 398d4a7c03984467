import type { User } from '../model';
import { completeTodos } from '../todos/causes';
import type { World } from '../world';
import { forgetCheck } from './mergeability';
import type { MergeRequest } from './model';
import { recordState } from './system-notes';
import { addVersion } from './versions';

/**
 * Closes or reopens a merge request (server-behavior.md#merge-request-states). Merged ones can't be changed.
 */
export function changeState(
  world: World,
  request: MergeRequest,
  user: User,
  event: 'close' | 'reopen',
): void {
  if (event === 'close' && request.state === 'opened') {
    request.state = 'closed';
    request.closedAt = request.updatedAt = world.time;
    request.closedBy = user;
    request.autoMerge = undefined;
    recordState(world, request, user, 'closed');
    completeTodos(world, request, user);
  }
  if (event === 'reopen' && request.state === 'closed') {
    request.state = 'opened';
    request.closedAt = undefined;
    request.closedBy = undefined;
    request.updatedAt = world.time;
    recordState(world, request, user, 'reopened');
    catchUp(world, request);
  }
}

/** Applies the pushes since the merge request was closed. */
function catchUp(world: World, request: MergeRequest): void {
  forgetCheck(request);
  request.head = world.repositories.of(request.source).head(request.sourceBranch) ?? request.head;
  request.preparedAt ??= world.time;
  addVersion(world, request);
}

/** Changes the target branch, which creates a new version of the diff. */
export function retarget(world: World, request: MergeRequest, branch: string): void {
  request.targetBranch = branch;
  forgetCheck(request);
  if (request.preparedAt !== undefined) addVersion(world, request, { retargeted: true });
}
