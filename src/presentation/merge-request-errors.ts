import { t } from '../base/localize';
import { NoSuchFile } from '../domain/file-content';
import { GitFailed, UnsafeGitName } from '../domain/git-failure';
import { MergeRequestActionFailed } from '../domain/merge-request-rules';
import type { Explainer } from './error-sentences';
import { mergeRequestObstacle, mergeRequestRefusal, whetherDone } from './merge-request-sentences';

/** What errors of acting on merge requests, and of git, mean. */
export const explainMergeRequests: Explainer = (error, behind) => {
  const refused = mergeRequestObstacle(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (error instanceof MergeRequestActionFailed) {
    const refusal = mergeRequestRefusal(error);
    if (refusal !== undefined) return { why: refusal, steps: [] };
    const { why, steps } = behind(error.cause);
    const perhaps = whetherDone(error);
    return { why: perhaps === undefined ? why : t('{0} {1}', why, perhaps), steps };
  }
  if (error instanceof GitFailed)
    return { why: t('Git says: {0}', error.words), steps: ['retry', 'show-output'] };
  if (error instanceof UnsafeGitName)
    return { why: t('Git does not take the name "{0}".', error.refused), steps: ['show-output'] };
  if (error instanceof NoSuchFile) return { why: t('The commit has no such file.'), steps: ['show-output'] };
  return undefined;
};
