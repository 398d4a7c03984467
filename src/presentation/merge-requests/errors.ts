import { t } from '../../base/localize';
import { InternalNotesMissingError } from '../../domain/discussions/internal-notes';
import {
  ChangesStashedError,
  GitFailedError,
  GitNotRunError,
  NotFetchedError,
  UnsafeGitNameError,
} from '../../domain/git/failure';
import { MergeRequestActionFailedError } from '../../domain/merge-requests/action-errors';
import { CommentConflictError } from '../../domain/merge-requests/edit';
import { QuickActionIgnoredError } from '../../domain/merge-requests/review-request';
import { NoSuchFileError } from '../../domain/shared/file-content';
import { FilterIgnoredError } from '../../domain/shared/filter-ignored';
import { type ErrorMessages, sentences } from '../shared/error-messages';
import { mergeRequestObstacle, mergeRequestRefusal } from './messages';
import { QUERY_FIELDS } from './query-fields';
import { stashLeftSentence } from './resolve-messages';

/** Explains errors of actions on merge requests, and of Git. */
export const explainMergeRequests: ErrorMessages = (error, behind) => {
  const refused = mergeRequestObstacle(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (error instanceof MergeRequestActionFailedError) {
    const refusal = mergeRequestRefusal(error);
    return refusal === undefined ? behind(error.cause) : { why: refusal, steps: [] };
  }
  if (error instanceof CommentConflictError)
    return {
      why: t(
        'The comment was changed on the server in the meantime. Send your text again to overwrite the change.',
      ),
      steps: [],
    };
  if (error instanceof InternalNotesMissingError)
    return {
      why: t('{0} has no internal notes on merge requests, so everyone could read the comment.', error.host),
      steps: [],
    };
  if (error instanceof FilterIgnoredError)
    return {
      why: t(
        '{0} ignores the "{1}" filter, so the list would also include other merge requests. Remove the filter from the query.',
        error.host,
        QUERY_FIELDS.approved.label(),
      ),
      steps: [],
    };
  if (error instanceof QuickActionIgnoredError)
    return {
      why: t('The server added the comment "{0}" instead. You can delete it.', error.text),
      steps: [],
    };
  if (error instanceof GitFailedError) return { why: gitFailure(error), steps: ['retry', 'show-output'] };
  if (error instanceof UnsafeGitNameError)
    return {
      why: t('"{0}" isn\'t a valid Git ref, remote name, or path.', error.refused),
      steps: ['show-output'],
    };
  if (error instanceof NoSuchFileError)
    return { why: t("The file doesn't exist in this commit."), steps: ['show-output'] };
  return undefined;
};

function gitFailure(error: GitFailedError): string {
  if (error instanceof ChangesStashedError)
    return sentences(t('Git: {0}', error.output), stashLeftSentence(error.stash.name));
  if (error instanceof NotFetchedError)
    return t("Couldn't find {0} after fetching from the remote {1}.", error.ref, error.remote);
  return error instanceof GitNotRunError ? error.output : t('Git: {0}', error.output);
}
