import * as z from 'zod/mini';
import { userSchema } from './user';
import { flag, optionalFlag, optionalNumber } from './wire';

/** Who approved a merge request, and what is still missing (beyond the description). */
export const approvalsSchema = z.looseObject({
  approved: flag,
  approvals_required: optionalNumber,
  approvals_left: optionalNumber,
  /** Older servers do not tell. */
  user_has_approved: optionalFlag,
  user_can_approve: flag,
  approved_by: z.nullish(z.array(z.looseObject({ user: userSchema }))),
});
