import { t } from '../../base/localize';
import type { ChosenMergeOptions, MergeWay } from '../../domain/merge-requests/merge-options';
import type { MergePlan } from '../../domain/merge-requests/merge-plan';
import { parts } from '../shared/row';
import { mergePlanSentence, squashRuleLabel } from './merge-plan-messages';

const SHORT = 8;
export const shortHeadSha = (sha: string): string => sha.slice(0, SHORT);

export interface MergeFacts {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  /** Issues that the merge closes, such as `#3`; undefined if unknown. */
  readonly closes: readonly string[] | undefined;
  /** Names of the approvers; undefined if unknown. */
  readonly approvedBy: readonly string[] | undefined;
  readonly approvalsLeft: number | undefined;
  /** Number of commits of the merge request; undefined if unknown. */
  readonly commits: number | undefined;
}

export const mergeTitle = ({ name, source, target }: MergeFacts): string =>
  t('Merge {0}: {1} → {2}', name, source, target);

const LABELS: Readonly<Record<MergeWay, (sha: string, target: string) => string>> = {
  now: (sha, target) => t('Merge {0} into {1}', sha, target),
  auto: (sha, target) => t('Auto-Merge {0} into {1}', sha, target),
  train: (sha, target) => t('Add {0} to Merge Train for {1}', sha, target),
};

/** Returns the label of the item that merges. */
export const mergeLabel = (way: MergeWay, { sha }: ChosenMergeOptions, { target }: MergeFacts): string =>
  LABELS[way](shortHeadSha(sha), target);

const TRAIN_NOTES: Readonly<Record<MergeWay, () => string>> = {
  now: () => t('Skips the merge train and restarts its pipelines'),
  auto: () => t('Joins the merge train when its pipeline succeeds'),
  train: () => t('Merged after the merge requests before it'),
};

/** Returns what a way to merge means in this project, and its fixed rules, which have no separate items. */
export const mergeDescription = (way: MergeWay, { hasTrain, squashRule }: MergePlan): string =>
  parts(hasTrain ? TRAIN_NOTES[way]() : undefined, squashRuleLabel(squashRule));

/**
 * Describes the effects of a merge and its approvals in one line. Merge options that can be changed have separate
 * items.
 */
export function mergeDetail(plan: MergePlan, facts: MergeFacts): string {
  const { closes = [], approvedBy, approvalsLeft = 0 } = facts;
  return parts(
    mergePlanSentence(plan, facts),
    closes.length === 0 ? undefined : t('Closes {0}', closes.join(', ')),
    approvedBy === undefined
      ? undefined
      : approvedBy.length === 0
        ? t('No approvals yet')
        : t('Approved by {0}', approvedBy.join(', ')),
    approvalsLeft > 0
      ? t('{0, plural, one {Requires # more approval} other {Requires # more approvals}}', approvalsLeft)
      : undefined,
  );
}

/** Returns the first line of a message, or that it is the default message. */
export const messageLabel = (message: string | undefined): string =>
  message === undefined ? t('default message') : (message.split('\n')[0] ?? '');

export interface MovedFacts {
  readonly name: string;
  readonly expected: string;
  readonly head: string;
  readonly count: number;
  readonly rewritten: boolean;
}

/**
 * Explains that nothing was merged because the commits changed after the user viewed them
 * (server-behavior.md#merge-errors).
 */
export function movedSentence({ name, expected, head, count, rewritten }: MovedFacts): string {
  const seen = shortHeadSha(expected);
  if (rewritten) {
    return t(
      "Couldn't merge {0}. The source branch was force-pushed after you viewed {1}. Its latest commit is now {2}.",
      name,
      seen,
      shortHeadSha(head),
    );
  }
  if (count === 0) {
    return t(
      "Couldn't merge {0}. You viewed {2}, but the latest commit of the source branch is now {1}.",
      name,
      shortHeadSha(head),
      seen,
    );
  }
  return t(
    "{1, plural, one {Couldn't merge {0}. # commit was added after you viewed {2}.} other {Couldn't merge {0}. # commits were added after you viewed {2}.}}",
    name,
    count,
    seen,
  );
}
