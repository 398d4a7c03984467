import * as z from 'zod/mini';
import { userSchema } from './user';
import { flag, optionalFlag, optionalNumber, partElements } from './wire';

/** Who approved a merge request, and what is still missing (server-behavior.md#approvals). */
export const approvalsSchema = z.looseObject({
  approved: flag,
  approvals_required: optionalNumber,
  approvals_left: optionalNumber,
  /** Older servers do not tell. */
  user_has_approved: optionalFlag,
  user_can_approve: optionalFlag,
  /** Then only the web interface can approve: it asks for the password. */
  require_password_to_approve: flag,
  approved_by: partElements(z.looseObject({ user: userSchema })),
});
