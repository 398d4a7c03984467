import * as endpoints from '../../api/endpoints/merge-requests';
import { signedIn } from '../http/call';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { singleView } from '../views/merge-request';
import { recordEdits } from '../world/merge-requests/edit-notes';
import { changeState, retarget } from '../world/merge-requests/editing';
import { duplicateOf, openMergeRequest } from '../world/merge-requests/opening';
import { hasRole } from '../world/merge-requests/rules';
import { addTodosForEdit } from '../world/todos/causes';
import { maySee } from '../world/world';
import { projectOf } from './access';
import { requireEditAccess, requireReadAccess } from './merge-request-access';
import { applyEdits, checkTexts } from './merge-request-edits';
import { refuseMerge } from './merge-request-refusals';

/** Creates a merge request. Diff, pipeline, and check are created a moment later. */
const create = route(endpoints.createMergeRequest, (call, args) => {
  const { world } = call;
  const source = projectOf(call, args.id);
  const author = signedIn(call);
  const target = args.target_project_id === undefined ? source : world.project(args.target_project_id);
  if (target === undefined || !maySee(target, author)) throw refuse.missing('Project');
  if (target.archived) throw refuse.forbidden();
  if (!hasRole(source, author, 'developer') || !hasRole(target, author, 'reporter')) throw refuse.forbidden();
  checkTexts(args);
  const { source_branch: sourceBranch, target_branch: targetBranch, title } = args;
  if (source === target && sourceBranch === targetBranch) {
    throw refuseMerge.unprocessable("You can't use same project/branch for source and target");
  }
  if (source !== target && !areForks(source.path, target.path)) {
    throw refuseMerge.unprocessable('Source project is not a fork of the target project');
  }
  const head = world.repositories.of(source).head(sourceBranch);
  if (head === undefined) throw refuseMerge.unprocessable(`Source branch "${sourceBranch}" does not exist`);
  if (world.repositories.of(target).head(targetBranch) === undefined) {
    throw refuseMerge.unprocessable(`Target branch "${targetBranch}" does not exist`);
  }
  const duplicate = duplicateOf(world, { project: target, source, sourceBranch, targetBranch });
  if (duplicate !== undefined) throw refuseMerge.duplicate(duplicate.iid);
  const request = openMergeRequest(world, {
    project: target,
    source,
    author,
    sourceBranch,
    targetBranch,
    title: title.trim(),
    description: args.description ?? '',
    head,
  });
  const before = { assignees: [], reviewers: [], description: '' };
  recordEdits(world, request, author, () => {
    applyEdits(request, args, world.time);
  });
  addTodosForEdit(world, request, author, before);
  return json(201, singleView(call, request));
});

/** In this world, projects with the same name in different namespaces are forks of each other. */
const areForks = (one: string, other: string): boolean =>
  one.slice(one.lastIndexOf('/')) === other.slice(other.lastIndexOf('/'));

/** Updates a merge request. At least one attribute is required. */
const update = route(endpoints.updateMergeRequest, (call, args) => {
  const names = Object.keys(endpoints.updateMergeRequest.body);
  if (!names.some((name) => Object.hasOwn(args, name))) {
    throw refuse.invalid(`${names.join(', ')} are missing, at least one parameter must be provided`);
  }
  const { request, user } = requireEditAccess(call, args);
  const { world } = call;
  checkTexts(args);
  const { target_branch: target } = args;
  if (target !== undefined && target !== request.targetBranch) {
    if (world.repositories.of(request.project).head(target) === undefined) {
      throw refuseMerge.unprocessable(`Target branch "${target}" does not exist`);
    }
    if (request.source === request.project && target === request.sourceBranch) {
      throw refuseMerge.unprocessable("You can't use same project/branch for source and target");
    }
    const duplicate = duplicateOf(world, { ...request, targetBranch: target });
    if (duplicate !== undefined) throw refuseMerge.duplicate(duplicate.iid);
  }
  if (args.state_event === 'reopen' && request.state === 'closed') {
    const duplicate = duplicateOf(world, request);
    if (duplicate !== undefined) throw refuseMerge.duplicate(duplicate.iid);
  }
  const before = { ...request };
  recordEdits(world, request, user, () => {
    if (target !== undefined && target !== request.targetBranch) retarget(world, request, target);
    applyEdits(request, args, world.time);
  });
  addTodosForEdit(world, request, user, before);
  if (args.state_event !== undefined) changeState(world, request, user, args.state_event);
  return json(200, singleView(call, request));
});

/**
 * Deletes a merge request. Requires the Owner role. Responds with 412 if it was changed after
 * `If-Unmodified-Since` (server-behavior.md#success-codes).
 */
const remove = route(endpoints.deleteMergeRequest, (call, args) => {
  const { request, user } = requireReadAccess(call, args);
  if (!hasRole(request.project, user, 'owner')) throw refuse.forbidden();
  if (request.updatedAt > Date.parse(call.header('if-unmodified-since') ?? '')) throw refuse.changed();
  call.world.mergeRequests.remove(request);
  call.world.todos.removed(request);
  return { status: 204, type: 'application/json', body: '' };
});

/** Endpoints for creating, updating, and deleting merge requests. */
export const mergeRequestWriteRoutes = [create, update, remove];
