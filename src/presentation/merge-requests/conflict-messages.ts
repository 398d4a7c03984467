import { t } from '../../base/localize';

/** All texts about merge conflicts. */
export const CONFLICT_MESSAGES = {
  /** In a row, next to other facts. */
  brief: () => t('conflicts'),
  /** Title of the group of merge requests with conflicts to resolve, and this step in a row. */
  stepTitle: () => t('Conflicts to Resolve'),
  step: () => t('conflicts to resolve'),
  /** On the page of a merge request. */
  blocked: () => t('Merge blocked: merge conflicts must be resolved'),
  /** Refuses a merge; `name` is the merge request's reference. */
  refused: (name: string) =>
    t('Merge conflicts must be resolved. Check out the branch of {0} and resolve them locally.', name),
  none: (name: string) => t('{0} has no conflicts with its target branch.', name),
  noMergeResult: (name: string) => t('{0} must be open and must not conflict with its target branch.', name),
} as const;
