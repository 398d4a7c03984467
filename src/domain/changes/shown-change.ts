import type { FileChange } from './file-diff';
import type { ReviewFile } from './review-file';

/**
 * Returns the kind of change that is shown. When comparing two versions, it can differ from the change in
 * each version: a file that both versions add exists on both sides.
 */
export function shownChange({
  diff,
  comparison,
  before,
}: Pick<ReviewFile, 'diff' | 'comparison' | 'before'>): FileChange {
  if (comparison === undefined || comparison === 'rebased') return diff.change;
  if (comparison === 'new') return diff.change;
  const was = before?.change !== 'deleted';
  // If the newer version doesn't change the file, the file is the same as before both versions.
  const is =
    comparison === 'gone' ? ['modified', 'deleted'].includes(diff.change) : diff.change !== 'deleted';
  if (was === is) return 'modified';
  return is ? 'added' : 'deleted';
}
