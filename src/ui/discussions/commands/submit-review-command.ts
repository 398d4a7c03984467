import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import { type CommentCommandDeps, commentedMergeRequestOf } from './comment-deps';

/** The command that opens the form of a review on the page of the merge request. */
export const submitReviewCommand = (deps: CommentCommandDeps): CommandRow =>
  defineCommand({
    id: COMMAND.submitReview,
    args: COMMAND_ARGUMENTS.submitReview,
    failure: () => t("Couldn't open the form of the review."),
    run: async (argument) => {
      // Key bindings pass only the verdict.
      const { verdict, ...row } = argument ?? {};
      const given = Object.keys(row).length === 0 ? undefined : row;
      const key = await commentedMergeRequestOf(deps, given, t('Submit Review'));
      if (key === undefined) return;
      await deps.reviewForms.open(key, verdict);
      const target = { kind: 'merge-request', mergeRequest: key } as const;
      await execute(COMMAND.openMergeRequest, { target, review: true });
    },
  });
