import { t } from '../../base/localize';
import { GitFailed, UnsafeGitName } from '../../domain/git/failure';
import { MergeRequestActionFailed } from '../../domain/merge-requests/action-errors';
import { NoSuchFile } from '../../domain/shared/file-content';
import { FilterIgnored } from '../../domain/shared/filter-ignored';
import type { ErrorMessages } from '../shared/error-messages';
import { mergeRequestObstacle, mergeRequestRefusal } from './messages';

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
        '{0} ignores the filter "{1}", so the list would contain other merge requests too. Remove the filter from the query.',
        error.host,
        t('Approved'),
      ),
      steps: [],
    };
  if (error instanceof GitFailed)
    return { why: t('Git says: {0}', error.output), steps: ['retry', 'show-output'] };
  if (error instanceof UnsafeGitName)
    return { why: t('Git does not take the name "{0}".', error.refused), steps: ['show-output'] };
  if (error instanceof NoSuchFile) return { why: t('The commit has no such file.'), steps: ['show-output'] };
  return undefined;
};
