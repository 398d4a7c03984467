import { t } from '../../base/localize';
import { InternalNotesMissing } from '../../domain/discussions/internal-notes';
import { ChangesStashed, GitFailed, GitNotRun, NotFetched, UnsafeGitName } from '../../domain/git/failure';
import { MergeRequestActionFailed } from '../../domain/merge-requests/action-errors';
import { CommentConflict } from '../../domain/merge-requests/edit';
import { QuickActionIgnored } from '../../domain/merge-requests/review-request';
import { NoSuchFile } from '../../domain/shared/file-content';
import { FilterIgnored } from '../../domain/shared/filter-ignored';
import { type ErrorMessages, sentences } from '../shared/error-messages';
import { mergeRequestObstacle, mergeRequestRefusal } from './messages';
import { QUERY_FIELDS } from './query-fields';
import { stashLeftSentence } from './resolve-messages';

/** Explains errors of actions on merge requests, and of Git. */
export const explainMergeRequests: ErrorMessages = (error, behind) => {
  const refused = mergeRequestObstacle(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (error instanceof MergeRequestActionFailed) {
    const refusal = mergeRequestRefusal(error);
    return refusal === undefined ? behind(error.cause) : { why: refusal, steps: [] };
  }
  if (error instanceof CommentConflict)
    return {
      why: t(
        'The comment was changed on the server in the meantime. Send your text again to overwrite the change.',
      ),
      steps: [],
    };
  if (error instanceof InternalNotesMissing)
    return {
      why: t('{0} has no internal notes on merge requests, so everyone could read the comment.', error.host),
      steps: [],
    };
  if (error instanceof FilterIgnored)
    return {
      why: t(
        '{0} ignores the "{1}" filter, so the list would also include other merge requests. Remove the filter from the query.',
        error.host,
        QUERY_FIELDS.approved.label(),
      ),
      steps: [],
    };
  if (error instanceof QuickActionIgnored)
    return {
      why: t('The server added the comment "{0}" instead. You can delete it.', error.text),
      steps: [],
    };
  if (error instanceof GitFailed) return { why: gitFailure(error), steps: ['retry', 'show-output'] };
  if (error instanceof UnsafeGitName)
    return {
      why: t('"{0}" isn\'t a valid Git ref, remote name, or path.', error.refused),
      steps: ['show-output'],
    };
  if (error instanceof NoSuchFile)
    return { why: t("The file doesn't exist in this commit."), steps: ['show-output'] };
  return undefined;
};

function gitFailure(error: GitFailed): string {
  if (error instanceof ChangesStashed)
    return sentences(t('Git: {0}', error.output), stashLeftSentence(error.stash.name));
  if (error instanceof NotFetched)
    return t("Couldn't find {0} after fetching from the remote {1}.", error.ref, error.remote);
  return error instanceof GitNotRun ? error.output : t('Git: {0}', error.output);
}
