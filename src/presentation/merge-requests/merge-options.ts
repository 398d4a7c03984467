import { t } from '../../base/localize';
import type { MergeWay, MergeWish } from '../../domain/merge-requests/merge-options';
import { parts } from '../shared/row';

const SHORT = 8;
export const shortOf = (sha: string): string => sha.slice(0, SHORT);

export interface MergeFacts {
  readonly name: string;
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
    ? t('Merge {0} into {1}', shortOf(sha), target)
    : t('Set to Auto-Merge into {1} ({0})', shortOf(sha), target);

/** What it brings about and who has agreed, in one line; what can be chosen has lines of its own. */
export function mergeDetail({ closes = [], approvedBy, approvalsLeft = 0 }: MergeFacts): string {
  return parts(
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
      "Couldn't merge {0}. The source branch was rewritten after you viewed {1}. Its latest commit is now {2}.",
      name,
      seen,
      shortOf(head),
    );
  }
  if (count === 0) {
    return t(
      "Couldn't merge {0}. You viewed {2}, but the latest commit of the source branch is now {1}.",
      name,
      shortOf(head),
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
