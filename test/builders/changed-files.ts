import type { FileDiff } from '../../src/domain/changes/file-diff';
import type { ReviewFile } from '../../src/domain/changes/review-file';

/** Returns a changed file with the given properties. */
export function changedFile(
  path: string,
  of: Partial<Omit<ReviewFile, 'diff'>> & { readonly diff?: Partial<FileDiff> } = {},
): ReviewFile {
  const { diff, ...rest } = of;
  return {
    path,
    generated: false,
    withheld: undefined,
    patchKey: `change of ${path}`,
    ...rest,
    diff: {
      oldPath: path,
      newPath: path,
      oldMode: '100644',
      newMode: '100644',
      change: 'modified',
      binary: false,
      added: 0,
      removed: 0,
      text: '',
      hunks: [],
      ...diff,
    },
  };
}
