import { groupChanges } from './change-groups';
import { FileTree, sortedFiles } from './file-tree';
import type { ReviewFile } from './review-file';

/** The layout of the rows: in folders, or as a flat list. */
export interface WalkView {
  readonly layout: 'tree' | 'list';
  /** Applies the user's own patterns for generated files to a path; returns undefined if none matches. */
  readonly generated: (path: string) => boolean | undefined;
}

/**
 * Returns the files in the order of their rows, for navigation from file to file. Files that were only moved
 * by a rebase are left out, because there is nothing to review.
 */
export function walkOrder(
  files: readonly ReviewFile[],
  { layout, generated }: WalkView,
): readonly ReviewFile[] {
  const { files: written, generated: made } = groupChanges(files, generated);
  return [written, made].flatMap((group) => (layout === 'list' ? sortedFiles(group) : downTheTree(group)));
}

function downTheTree(files: readonly ReviewFile[]): readonly ReviewFile[] {
  const tree = new FileTree(files);
  const found: ReviewFile[] = [];
  // A stack: the next entry to visit is at the end.
  const left: (string | ReviewFile)[] = [''];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'string') found.push(next);
    else {
      const { folders, files: here } = tree.inside(next);
      left.push(...[...folders.map(({ path }) => path), ...here].reverse());
    }
  }
  return found;
}
