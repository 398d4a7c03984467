import { t } from '../../base/localize';
import type { MergeMethod, MergePlan } from '../../domain/merge-requests/merge-plan';
import type { SquashRule } from '../../domain/merge-requests/new-merge-request-values';

/** Details of a merge besides the plan. */
export interface MergePlanFacts {
  readonly target: string;
  /** Number of commits of the merge request; undefined if unknown. */
  readonly commits: number | undefined;
}

interface Sentences {
  readonly plain: (target: string) => string;
  readonly squash: (target: string) => string;
  readonly squashCounted: (count: number, target: string) => string;
}

const BY_METHOD: Readonly<Record<MergeMethod, Sentences>> = {
  merge: {
    plain: (target) => t('Adds a merge commit to {0}', target),
    squash: (target) => t('Squashes the commits into one and adds a merge commit to {0}', target),
    squashCounted: (count, target) =>
      t(
        '{0, plural, one {Squashes # commit and adds a merge commit to {1}} other {Squashes # commits into one and adds a merge commit to {1}}}',
        count,
        target,
      ),
  },
  rebase_merge: {
    plain: (target) => t('Adds a merge commit to {0} (semi-linear history)', target),
    squash: (target) =>
      t('Squashes the commits into one and adds a merge commit to {0} (semi-linear history)', target),
    squashCounted: (count, target) =>
      t(
        '{0, plural, one {Squashes # commit and adds a merge commit to {1} (semi-linear history)} other {Squashes # commits into one and adds a merge commit to {1} (semi-linear history)}}',
        count,
        target,
      ),
  },
  ff: {
    plain: (target) => t('Fast-forwards {0} to the head of the source branch; no merge commit', target),
    squash: (target) =>
      t('Squashes the commits into one and fast-forwards {0} to it; no merge commit', target),
    squashCounted: (count, target) =>
      t(
        '{0, plural, one {Squashes # commit and fast-forwards {1} to it; no merge commit} other {Squashes # commits into one and fast-forwards {1} to it; no merge commit}}',
        count,
        target,
      ),
  },
};

/** Describes the commits that a merge creates; undefined if the method isn't known. */
export function mergePlanSentence(
  { method, squash }: MergePlan,
  { target, commits }: MergePlanFacts,
): string | undefined {
  if (method === undefined) return undefined;
  const sentences = BY_METHOD[method];
  if (!squash) return sentences.plain(target);
  return commits === undefined ? sentences.squash(target) : sentences.squashCounted(commits, target);
}

const BY_RULE: Readonly<Record<SquashRule, () => string | undefined>> = {
  free: () => undefined,
  always: () => t('Project requires squashing'),
  never: () => t("Project doesn't allow squashing"),
};

/** Explains why the user can't choose whether to squash; undefined if the user can. */
export const squashRuleLabel = (rule: SquashRule): string | undefined => BY_RULE[rule]();
