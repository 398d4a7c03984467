import {
  autoMergeCancelledSchema,
  mergeRefSchema,
  mergeRequestSchema,
  rebaseStatusSchema,
} from '../../schemas/merge-request';
import { todoSchema } from '../../schemas/todo';
import { endpoint, one, oneOrNone } from '../endpoint';
import { boolean, string } from '../params';

/** `PUT …/merge`: errors 401, 405, 409 and 422 (server-behavior.md#merge-errors). `sha` has to be the source's head. */
export const acceptMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge',
  body: {
    merge_commit_message: string,
    merge_when_pipeline_succeeds: boolean,
    sha: string,
    should_remove_source_branch: boolean,
    squash_commit_message: string,
    squash: boolean,
  },
  response: one(mergeRequestSchema),
});

/** `GET …/merge_ref`: the commit that merging now would give, or 400 (server-behavior.md#merge-ref). */
export const getMergeRef = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge_ref',
  response: one(mergeRefSchema),
});

/** `POST …/cancel_merge_when_pipeline_succeeds`: 201 or 406 (server-behavior.md#cancel-auto-merge). */
export const cancelAutoMerge = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  // The code of the real service answers with {"status": "success"} where its documentation has a merge request.
  response: one(autoMergeCancelledSchema),
  success: [201],
});

/** `PUT …/rebase`: accepted with 202; poll the merge request for its end (server-behavior.md#rebase). */
export const rebaseMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
  body: { skip_ci: boolean },
  response: one(rebaseStatusSchema),
  success: [202],
});

/** `POST …/subscribe`; 304 is "already so" (server-behavior.md#already-done), and then there is no body. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/unsubscribe`; 304 is "already so". */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/todo`; 304 where there is one already. */
export const createTodo = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/todo',
  response: oneOrNone(todoSchema),
  success: [201, 304],
});
