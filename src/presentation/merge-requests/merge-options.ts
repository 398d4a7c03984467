import { t } from '../../base/localize';
import type { MergeWay, MergeWish } from '../../domain/merge-requests/merge-options';
import { parts } from '../shared/row';

const SHORT = 8;
export const shortOf = (sha: string): string => sha.slice(0, SHORT);

export interface MergeFacts {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly target: string;
  /** Issues that close with it, such as `#3`; undefined where that is not known. */
  readonly closes: readonly string[] | undefined;
  /** Names of those who approved it; undefined where that is not known. */
  readonly approvedBy: readonly string[] | undefined;
  readonly approvalsLeft: number | undefined;
}

export const mergeTitle = ({ name, source, target }: MergeFacts): string =>
  t('Merge {0}: {1} → {2}', name, source, target);

/** The line that does it. */
export const mergeLabel = (way: MergeWay, { sha }: MergeWish, { target }: MergeFacts): string =>
  way === 'now'
    ? t('Merge {0} into {1} Now', shortOf(sha), target)
    : t('Merge {0} into {1} When the Pipeline Succeeds', shortOf(sha), target);

/** What it brings about and who has agreed, in one line; what can be chosen has lines of its own. */
export function mergeDetail({ closes = [], approvedBy, approvalsLeft = 0 }: MergeFacts): string {
  return parts(
    closes.length === 0 ? undefined : t('Closes {0}', closes.join(', ')),
    approvedBy === undefined
      ? undefined
      : approvedBy.length === 0
        ? t('Approved by nobody')
        : t('Approved by {0}', approvedBy.join(', ')),
    approvalsLeft > 0 ? t('{0} more approvals wanted', approvalsLeft) : undefined,
  );
}

export const yesOrNo = (yes: boolean): string => (yes ? t('yes') : t('no'));

/** A message as the choice shows it: its first line, or that it is the default one. */
export const messageWords = (message: string | undefined): string =>
  message === undefined ? t('default message') : (message.split('\n')[0] ?? '');

export interface MovedFacts {
  readonly name: string;
  readonly expected: string;
  readonly head: string;
  readonly count: number;
  readonly rewritten: boolean;
}

/** Nothing was merged: there are other commits than those that were looked at (server-behavior.md#merge-errors). */
export function movedSentence({ name, expected, head, count, rewritten }: MovedFacts): string {
  const seen = shortOf(expected);
  if (rewritten) {
    return t(
      '{0} was not merged: its branch was rewritten since you looked at {1}. It ends in {2} now.',
      name,
      seen,
      shortOf(head),
    );
  }
  if (count === 0) {
    return t(
      '{0} was not merged: its branch ends in {1} now, and you looked at {2}.',
      name,
      shortOf(head),
      seen,
    );
  }
  return count === 1
    ? t('{0} was not merged: one commit came since you looked at {1}.', name, seen)
    : t('{0} was not merged: {1} commits came since you looked at {2}.', name, count, seen);
}
