import {
  autoMergeCancelledSchema,
  mergeRefSchema,
  mergeRequestSchema,
  rebaseStatusSchema,
} from '../../schemas/merge-request';
import { todoSchema } from '../../schemas/todo';
import { endpoint, one, oneOrNone } from '../endpoint';
import { boolean, string } from '../params';

/** `PUT …/merge` (doc 2 §4, Merge): errors 401, 405, 409 and 422 of doc 2 §7. `sha` has to be the source's head. */
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

/** `GET …/merge_ref` (doc 2 §4): the commit that merging now would give; 400 of doc 2 §7. */
export const getMergeRef = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/merge_ref',
  response: one(mergeRefSchema),
});

/** `POST …/cancel_merge_when_pipeline_succeeds` (doc 2 §4): 201, or 406 of doc 2 §7. */
export const cancelAutoMerge = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  // The code of the real service answers with {"status": "success"} where its documentation has a merge request.
  response: one(autoMergeCancelledSchema),
  success: [201],
});

/** `PUT …/rebase` (doc 2 §4): accepted with 202; poll the merge request for its end. 403 and 409 of doc 2 §7. */
export const rebaseMergeRequest = endpoint({
  method: 'PUT',
  path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
  body: { skip_ci: boolean },
  response: one(rebaseStatusSchema),
  success: [202],
});

/** `POST …/subscribe` (doc 2 §4); 304 is "already so" (doc 2 §7), and then there is no body. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/unsubscribe` (doc 2 §4); 304 is "already so". */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
  response: oneOrNone(mergeRequestSchema),
  success: [201, 304],
});

/** `POST …/todo` (doc 2 §4); 304 where there is one already. */
export const createTodo = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/todo',
  response: oneOrNone(todoSchema),
  success: [201, 304],
});
