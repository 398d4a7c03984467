import * as z from 'zod/mini';
import { userSchema } from './user';
import { flag, optionalFlag, optionalNumber, optionalText, partElements } from './wire';

/** The approvals of a merge request, given and required (server-behavior.md#approvals). */
export const approvalsSchema = z.looseObject({
  approved: flag,
  approvals_required: optionalNumber,
  approvals_left: optionalNumber,
  /** Older servers don't send this. */
  user_has_approved: optionalFlag,
  user_can_approve: optionalFlag,
  /** If true, only the web interface can approve, because it asks for the user's password. */
  require_password_to_approve: flag,
  approved_by: partElements(z.looseObject({ user: userSchema })),
});

/** A rule with the users who can approve and who have approved (server-behavior.md#approval-rules). */
const approvalRuleSchema = z.looseObject({
  name: optionalText,
  /** For example, `any_approver`, `regular`, `code_owner`, or `report_approver`. */
  rule_type: optionalText,
  /** The section of the CODEOWNERS file. */
  section: optionalText,
  approvals_required: optionalNumber,
  approved: optionalFlag,
  eligible_approvers: partElements(userSchema),
  approved_by: partElements(userSchema),
});

export const approvalStateSchema = z.looseObject({ rules: partElements(approvalRuleSchema) });
