import * as endpoints from '../../api/endpoints/merge-request-actions';
import { createMergeRequestPipeline } from '../../api/endpoints/merge-requests';
import { userOf } from '../http/call';
import { json, NOT_MODIFIED, refuse } from '../http/reply';
import { route } from '../http/route';
import { singleView } from '../views/merge-request';
import { pipelineDetailView } from '../views/pipeline';
import { todoView } from '../views/todo';
import { startRequestPipeline } from '../world/merge-requests/branch-moved';
import {
  CI_OBSTACLES,
  endCheck,
  obstacleOf,
  STATUSES_IGNORED_BEFORE_MERGING,
} from '../world/merge-requests/mergeability';
import { merge, mergeRef } from '../world/merge-requests/merging';
import { headPipelineOf, isRunning } from '../world/merge-requests/pipelines-of';
import { startRebase } from '../world/merge-requests/rebase';
import { isProtected, mayMerge, mayPush } from '../world/merge-requests/rules';
import { subscribe, unsubscribe } from '../world/merge-requests/subscriptions';
import { addSystemNote } from '../world/merge-requests/system-notes';
import { mergeRequestOf, requireEditAccess, requireReadAccess } from './merge-request-access';
import { refuseMerge } from './merge-request-refusals';

/**
 * Merges immediately, or sets auto-merge. The checks are in the order of the real service
 * (server-behavior.md#merge-errors).
 */
const accept = route(endpoints.acceptMergeRequest, (call, args) => {
  const { world } = call;
  const { request, user } = requireReadAccess(call, args);
  if (!mayMerge(request.project, user)) throw refuse.unauthorized();
  endCheck(world, request);
  const pipeline = headPipelineOf(request);
  const wantsAutoMerge = args.auto_merge ?? args.merge_when_pipeline_succeeds ?? false;
  const { merge_trains_enabled: train } = request.project.mergeSettings;
  const waits = wantsAutoMerge && (train || pipeline?.status !== 'success');
  if (waits && !(train && pipeline?.status === 'success') && (pipeline === undefined || !isRunning(pipeline)))
    throw refuseMerge.notAllowed();
  const beside = waits
    ? [...STATUSES_IGNORED_BEFORE_MERGING, ...CI_OBSTACLES]
    : STATUSES_IGNORED_BEFORE_MERGING;
  if (obstacleOf(world, request, beside) !== undefined) throw refuseMerge.notAllowed();
  if (request.conflicts === true) throw refuseMerge.cannotMerge();
  if (args.sha !== undefined && args.sha !== '' && args.sha !== request.head) {
    throw refuseMerge.wrongSha(request.head);
  }
  const options = {
    base: call.base,
    message: args.merge_commit_message,
    squashMessage: args.squash_commit_message,
    squash: args.squash,
    removeSource: args.should_remove_source_branch,
  };
  if (waits) {
    request.autoMerge = { user, options };
    request.updatedAt = world.time;
    const body = `enabled an automatic merge when all merge checks for ${request.head.slice(0, 8)} pass`;
    addSystemNote(world, request, { author: user, body });
  } else if (!merge(world, request, user, options)) {
    throw refuseMerge.cannotMerge();
  }
  return json(200, singleView(call, request));
});

const cancelAutoMerge = route(endpoints.cancelAutoMerge, (call, args) => {
  const { request, user } = requireReadAccess(call, args);
  if (user !== request.author && !mayMerge(request.project, user)) throw refuse.unauthorized();
  if (request.state !== 'merged') {
    if (request.autoMerge === undefined) throw refuseMerge.cannotCancel();
    request.autoMerge = undefined;
    request.updatedAt = call.world.time;
    addSystemNote(call.world, request, { author: user, body: 'canceled the automatic merge' });
  }
  return json(201, singleView(call, request));
});

/**
 * Readable without a token in public projects (server-behavior.md#access). The author of the commit is the
 * signed-in user, or the author of the merge request.
 */
const getMergeRef = route(
  endpoints.getMergeRef,
  (call, args) => {
    const request = mergeRequestOf(call, args);
    if (request.state !== 'opened') throw refuseMerge.notMergeable();
    if (request.versions.length === 0) throw refuseMerge.noMergeRef();
    const commit = mergeRef(call.world, request, userOf(call) ?? request.author);
    if (commit === undefined) throw refuseMerge.notMergeable();
    return json(200, { commit_id: commit });
  },
  'anyone',
);

/** Starts a rebase. Responds with 403 for the documented reasons (server-behavior.md#rebase). */
const rebase = route(endpoints.rebaseMergeRequest, (call, args) => {
  const { request, user } = requireReadAccess(call, args);
  const { source, sourceBranch } = request;
  if (call.world.repositories.of(source).head(sourceBranch) === undefined) {
    throw refuse.forbidden('Source branch does not exist');
  }
  if (!mayPush(source, user, sourceBranch)) throw refuse.forbidden('Cannot push to source branch');
  if (isProtected(sourceBranch)) throw refuse.forbidden('Source branch is protected from force push');
  if (request.rebasing) throw refuseMerge.rebaseLocked();
  startRebase(call.world, request, user, { skipPipelines: args.skip_ci === true });
  return json(202, { rebase_in_progress: true });
});

const setSubscription = (
  endpoint: typeof endpoints.subscribe | typeof endpoints.unsubscribe,
  change: typeof subscribe,
) =>
  route(endpoint, (call, args) => {
    const { request, user } = requireReadAccess(call, args);
    return change(request, user) ? json(201, singleView(call, request)) : NOT_MODIFIED;
  });

const createTodo = route(endpoints.createTodo, (call, args) => {
  const { request, user } = requireReadAccess(call, args);
  const todo = call.world.todos.add({
    user,
    author: user,
    action: 'marked',
    body: request.title,
    target: { kind: 'merge-request', request },
    at: call.world.time,
  });
  return todo === undefined ? NOT_MODIFIED : json(201, todoView(call, todo));
});

/**
 * Starts a merge request pipeline. Responds with 405 if the merge request isn't open
 * (server-behavior.md#success-codes).
 */
const createPipeline = route(createMergeRequestPipeline, (call, args) => {
  const { request, user } = requireEditAccess(call, args);
  if (!mayMerge(request.project, user)) throw refuse.forbidden();
  if (request.state !== 'opened' || request.versions.length === 0) throw refuseMerge.notAllowed();
  const pipeline = startRequestPipeline(call.world, request, user);
  if (args.async === true) return { status: 202, type: 'application/json', body: '' };
  return json(200, pipelineDetailView(pipeline, call.base, call.world.time));
});

/** Actions on merge requests. */
export const mergeRequestActionRoutes = [
  accept,
  cancelAutoMerge,
  getMergeRef,
  rebase,
  setSubscription(endpoints.subscribe, subscribe),
  setSubscription(endpoints.unsubscribe, unsubscribe),
  createTodo,
  createPipeline,
];
