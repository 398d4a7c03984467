import { t } from '../../../base/localize';
import {
  type VerdictFacts,
  type VerdictObstacle,
  verdictObstacle,
} from '../../../domain/discussions/verdicts';
import { type Verdict, verdictSchema } from '../../../schemas/verdict';
import type { Option } from '../../shared/forms/form-fields';
import type { MergeRequestPageModel } from '../model';

/** Returns what is known about the verdicts of the user. */
export function verdictFacts({
  parts: { approvals, reviewers },
  me,
  discussions,
}: Pick<MergeRequestPageModel, 'parts' | 'me'> & {
  readonly discussions: { readonly drafts?: unknown } | undefined;
}): VerdictFacts {
  return {
    approvals,
    isReviewer:
      me === undefined || reviewers === undefined || reviewers.cut
        ? undefined
        : reviewers.items.some(({ user }) => user.username === me),
    hasPendingComments: discussions && discussions.drafts !== undefined,
  };
}

/** Returns why the user can't select a verdict; undefined if they can. */
export function verdictRefusal(verdict: Verdict, facts: VerdictFacts): string | undefined {
  const obstacle = verdictObstacle(verdict, facts);
  return obstacle && REFUSALS[obstacle]();
}

const REFUSALS: Readonly<Record<VerdictObstacle, () => string>> = {
  'needs-password': () => t('Approving requires re-authentication. Approve in the browser.'),
  'already-approved': () => t("You've already approved this merge request."),
  'not-allowed': () => t("You don't have permission to approve this merge request."),
  'not-reviewer': () => t('Only reviewers can request changes.'),
  unsupported: () => t("The server doesn't support requesting changes."),
};

const VERDICTS: Readonly<Record<Verdict, () => { readonly label: string; readonly hint: string }>> = {
  comment: () => ({
    label: t('Comment'),
    hint: t('Submit your comments without approving or requesting changes'),
  }),
  approve: () => ({ label: t('Approve'), hint: t('Submit your comments and approve the merge request') }),
  'request-changes': () => ({
    label: t('Request Changes'),
    hint: t('Submit comments that must be addressed before merging'),
  }),
};

/** Returns the verdicts as options. Options that the user can't select show the reason. */
export const verdictOptions = (facts: VerdictFacts): readonly Option[] =>
  verdictSchema.options.map((value) => {
    const { label, hint } = VERDICTS[value]();
    const refusal = verdictRefusal(value, facts);
    return { value, label, hint: refusal ?? hint, disabled: refusal !== undefined };
  });
