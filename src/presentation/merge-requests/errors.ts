import { t } from '../../base/localize';
import { GitFailed, UnsafeGitName } from '../../domain/git/failure';
import { MergeRequestActionFailed } from '../../domain/merge-requests/action-errors';
import { NoSuchFile } from '../../domain/shared/file-content';
import { FilterIgnored } from '../../domain/shared/filter-ignored';
import type { ErrorMessages } from '../shared/error-messages';
import { mergeRequestObstacle, mergeRequestRefusal } from './messages';
import { FIELD_WORDS } from './query-fields';

/** What errors of acting on merge requests, and of git, mean. */
export const explainMergeRequests: ErrorMessages = (error, behind) => {
  const refused = mergeRequestObstacle(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (error instanceof MergeRequestActionFailed) {
    const refusal = mergeRequestRefusal(error);
    return refusal === undefined ? behind(error.cause) : { why: refusal, steps: [] };
  }
  if (error instanceof FilterIgnored)
    return {
      why: t(
        '{0} ignores the "{1}" filter, so the list would also include other merge requests. Remove the filter from the query.',
        error.host,
        FIELD_WORDS.approved(),
      ),
      steps: [],
    };
  if (error instanceof GitFailed)
    return { why: t('Git: {0}', error.output), steps: ['retry', 'show-output'] };
  if (error instanceof UnsafeGitName)
    return {
      why: t('"{0}" isn\'t a valid Git ref, remote name, or path.', error.refused),
      steps: ['show-output'],
    };
  if (error instanceof NoSuchFile)
    return { why: t("The file doesn't exist in this commit."), steps: ['show-output'] };
  return undefined;
};
