import { approvalsSchema } from '../../schemas/approvals';
import { endpoint, nothing, one } from '../endpoint';
import { string } from '../params';

// Approvals of merge requests: beyond the description, as the real service documents them.

/** `GET …/approvals`. */
export const getApprovals = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/approvals',
  response: one(approvalsSchema),
});

/** `POST …/approve`: with `sha`, only while that is the head; 409 otherwise. */
export const approveMergeRequest = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/approve',
  body: { sha: string },
  response: one(approvalsSchema),
  success: [201],
});

/** `POST …/unapprove`. */
export const unapproveMergeRequest = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/unapprove',
  response: nothing,
  success: [201],
});
