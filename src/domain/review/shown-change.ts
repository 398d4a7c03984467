import type { FileChange } from './file-diff';
import type { ReviewFile } from './review-file';

/**
 * What happened to a file in what is looked at. Between two versions that is not what either of them does to it: a
 * file that both add is there on both sides.
 */
export function shownChange({
  diff,
  verdict,
  before,
}: Pick<ReviewFile, 'diff' | 'verdict' | 'before'>): FileChange {
  if (verdict === undefined || verdict === 'rebased') return diff.change;
  if (verdict === 'new') return diff.change;
  const was = before?.change !== 'deleted';
  // Where the newer version leaves a file alone, it is as it was before either of them.
  const is = verdict === 'gone' ? ['modified', 'deleted'].includes(diff.change) : diff.change !== 'deleted';
  if (was === is) return 'modified';
  return is ? 'added' : 'deleted';
}
