import { approvalsSchema, approvalStateSchema } from '../../schemas/approvals';
import { endpoint, nothing, one, oneOrNone } from '../endpoint';
import { string } from '../params';

// Approvals of merge requests: additional endpoints (server-behavior.md#approvals).

/** `GET …/approvals`. */
export const getApprovals = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/approvals',
  response: one(approvalsSchema),
});

/** `GET …/approval_state`: the rules, in paid tiers only (server-behavior.md#approval-rules). */
export const getApprovalState = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/approval_state',
  response: one(approvalStateSchema),
});

/** `POST …/approve`: with `sha`, only if it is the head commit, otherwise 409; 304 if already approved. */
export const approveMergeRequest = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/approve',
  body: { sha: string },
  response: oneOrNone(approvalsSchema),
  success: [201, 304],
});

/** `POST …/unapprove`: 304 if there is no approval to revoke (older servers: 404). */
export const unapproveMergeRequest = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/unapprove',
  response: nothing,
  success: [201, 304],
});
