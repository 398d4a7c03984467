import {
  autoMergeCanceledSchema,
  mergeRefSchema,
  mergeRequestSchema,
  rebaseStatusSchema,
} from '../../schemas/merge-request';
import { todoSchema } from '../../schemas/todo';
import { endpoint, one, oneOrNone } from '../endpoint';
import { boolean, string } from '../params';

/**
 * `PUT …/merge`: errors 401, 405, 409, and 422 (server-behavior.md#merge-errors). `sha` must be the head of
 * the source branch.
 */
export const acceptMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge',
  body: {
    auto_merge: boolean,
    merge_commit_message: string,
    merge_when_pipeline_succeeds: boolean,
    sha: string,
    should_remove_source_branch: boolean,
    squash_commit_message: string,
    squash: boolean,
  },
  response: one(mergeRequestSchema),
});

/** `GET …/merge_ref`: the commit that a merge would create now, or 400 (server-behavior.md#merge-ref). */
export const getMergeRef = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge_ref',
  response: one(mergeRefSchema),
});

/** `POST …/cancel_merge_when_pipeline_succeeds`: 201 or 406 (server-behavior.md#cancel-auto-merge). */
export const cancelAutoMerge = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  // The code of the real service returns {"status": "success"}, while its documentation describes a merge
  // request.
  response: one(autoMergeCanceledSchema),
  success: [201],
});

/** `PUT …/rebase`: accepted with 202; poll the merge request for the result (server-behavior.md#rebase). */
export const rebaseMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
  body: { skip_ci: boolean },
  response: one(rebaseStatusSchema),
  success: [202],
});

/** `POST …/subscribe`; 304 without a body if already subscribed (server-behavior.md#already-done). */
export const subscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/unsubscribe`; 304 if not subscribed. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/todo`; 304 if it exists already. */
export const createTodo = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/todo',
  response: oneOrNone(todoSchema),
  success: [201, 304],
});
