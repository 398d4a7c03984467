import type { Verdict } from '../../schemas/verdict';

/** Why a verdict can't be selected. */
export type VerdictObstacle =
  | 'needs-password'
  | 'already-approved'
  | 'not-allowed'
  | 'not-reviewer'
  | 'unsupported';

/** State of the user's review, and features of the server. Unknown values don't prevent a verdict. */
export interface VerdictFacts {
  readonly approvals:
    | {
        readonly user_has_approved?: boolean | null | undefined;
        readonly user_can_approve?: boolean | null | undefined;
        readonly require_password_to_approve?: boolean | null | undefined;
      }
    | undefined;
  readonly isReviewer: boolean | undefined;
  /** Whether the server has pending comments, with which changes are requested. */
  readonly hasPendingComments: boolean | undefined;
}

/** Returns why the user can't select a verdict; undefined if they can. */
export function verdictObstacle(verdict: Verdict, facts: VerdictFacts): VerdictObstacle | undefined {
  switch (verdict) {
    case 'comment':
      return undefined;
    case 'approve':
      return approvalObstacle(facts);
    case 'request-changes':
      if (facts.hasPendingComments === false) return 'unsupported';
      return facts.isReviewer === false ? 'not-reviewer' : undefined;
  }
}

function approvalObstacle({ approvals }: VerdictFacts): VerdictObstacle | undefined {
  if (approvals?.user_has_approved === true) return 'already-approved';
  if (approvals?.user_can_approve === false) return 'not-allowed';
  return approvals?.require_password_to_approve === true ? 'needs-password' : undefined;
}
