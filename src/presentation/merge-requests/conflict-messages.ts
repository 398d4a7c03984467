import { t } from '../../base/localize';

/** Every text about merge conflicts. */
export const CONFLICT_MESSAGES = {
  /** In a row, beside other facts. */
  brief: () => t('conflicts'),
  /** The group of merge requests whose next step it is to resolve conflicts, and that step in a row. */
  stepTitle: () => t('Conflicts to Resolve'),
  step: () => t('conflicts to resolve'),
  /** On the page of a merge request. */
  blocked: () => t('Merge blocked: merge conflicts must be resolved'),
  /** Refuses a merge; `name` is the merge request's reference. */
  refused: (name: string) =>
    t('Merge conflicts must be resolved. Check out the branch of {0} and resolve them locally.', name),
  noMergeResult: (name: string) => t('{0} must be open and must not conflict with its target branch.', name),
} as const;
