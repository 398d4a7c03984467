import type * as z from 'zod/mini';
import * as endpoints from '../../api/endpoints/approvals';
import type { approvalsSchema, approvalStateSchema } from '../../schemas/approvals';
import { type Call, userOf } from '../http/call';
import { json, NOT_MODIFIED, refuse } from '../http/reply';
import { route } from '../http/route';
import { isoTime } from '../views/time';
import { userView } from '../views/user';
import { approvalRules } from '../world/merge-requests/approval-rules';
import { setReviewState } from '../world/merge-requests/comments';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import { addSystemNote } from '../world/merge-requests/system-notes';
import type { User } from '../world/model';
import { completeTodos } from '../world/todos/causes';
import { mergeRequestOf, requireReadAccess } from './merge-request-access';
import { refuseMerge } from './merge-request-refusals';

const hasApproved = ({ approvedBy }: MergeRequest, user: User | undefined): boolean =>
  approvedBy.some((each) => each.user === user);

/** Developers can approve open merge requests of other authors once, unless the project is archived. */
const mayApprove = (request: MergeRequest, user: User | undefined): boolean =>
  request.state === 'opened' &&
  !request.project.archived &&
  hasRole(request.project, user, 'developer') &&
  user !== request.author &&
  !hasApproved(request, user);

function approvalsView(call: Call, request: MergeRequest): z.input<typeof approvalsSchema> {
  const { approvalsRequired, approvedBy } = request;
  const user = userOf(call);
  return {
    id: request.id,
    iid: request.iid,
    project_id: request.project.id,
    title: request.title,
    state: request.state,
    approved: approvedBy.length >= approvalsRequired,
    approvals_required: approvalsRequired,
    approvals_left: Math.max(0, approvalsRequired - approvedBy.length),
    user_has_approved: hasApproved(request, user),
    user_can_approve: mayApprove(request, user),
    approved_by: approvedBy.map((each) => ({
      user: userView(each.user, call.base),
      approved_at: isoTime(each.at),
    })),
  };
}

function approvalStateView(call: Call, request: MergeRequest): z.input<typeof approvalStateSchema> {
  return {
    approval_rules_overwritten: false,
    rules: approvalRules(call.world, request).map(({ name, type, section, required, approvers }, index) => {
      const approved = request.approvedBy.filter(
        ({ user }) => type === 'any_approver' || approvers.includes(user),
      );
      return {
        id: request.id * 100 + index,
        name,
        rule_type: type,
        section: section ?? null,
        code_owner: type === 'code_owner',
        approvals_required: required,
        eligible_approvers: approvers.map((user) => userView(user, call.base)),
        approved_by: approved.map(({ user }) => userView(user, call.base)),
        approved: approved.length >= required,
      };
    }),
  };
}

/** Approvals (server-behavior.md#approvals). */
export const approvalRoutes = [
  route(
    endpoints.getApprovals,
    (call, args) => json(200, approvalsView(call, mergeRequestOf(call, args))),
    'anyone',
  ),
  route(
    endpoints.getApprovalState,
    (call, args) => json(200, approvalStateView(call, mergeRequestOf(call, args))),
    'anyone',
  ),
  route(endpoints.approveMergeRequest, (call, args) => {
    const { request, user } = requireReadAccess(call, args);
    if (hasApproved(request, user)) return NOT_MODIFIED;
    if (!mayApprove(request, user)) throw refuse.unauthorized();
    if (args.sha !== undefined && args.sha !== '' && args.sha !== request.head) {
      throw refuseMerge.wrongSha(request.head);
    }
    request.approvedBy = [...request.approvedBy, { user, at: call.world.time }];
    request.updatedAt = call.world.time;
    setReviewState(request, user, 'approved');
    addSystemNote(call.world, request, { author: user, body: 'approved this merge request' });
    completeTodos(call.world, request, user);
    return json(201, approvalsView(call, request));
  }),
  route(endpoints.unapproveMergeRequest, (call, args) => {
    const { request, user } = requireReadAccess(call, args);
    if (!hasApproved(request, user)) return NOT_MODIFIED;
    request.approvedBy = request.approvedBy.filter((each) => each.user !== user);
    request.updatedAt = call.world.time;
    setReviewState(request, user, 'unapproved');
    addSystemNote(call.world, request, { author: user, body: 'unapproved this merge request' });
    return json(201, approvalsView(call, request));
  }),
];
