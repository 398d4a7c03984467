import { groupChanges } from './change-groups';
import { FileTree, sortedFiles } from './file-tree';
import type { ReviewFile } from './review-file';

/** How the rows stand: in their folders, or one below the other. */
export interface WalkView {
  readonly layout: 'tree' | 'list';
  /** What a person's own patterns say of a path, if anything. */
  readonly generated: (path: string) => boolean | undefined;
}

/**
 * The files in the order of their rows: whoever walks from one to the next goes down the tree. Those that a rebase
 * only moved are left out: there is nothing to read.
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
  // What is looked into next stands at the end.
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
