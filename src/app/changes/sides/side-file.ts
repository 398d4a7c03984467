import type { ReviewFile } from '../../../domain/changes/review-file';

/** Returns the changed file with a path of either side. Prefers the current path to previous ones. */
export function fileOfSide(files: readonly ReviewFile[], path: string): ReviewFile | undefined {
  return files.find((file) => file.path === path) ?? files.find((file) => wasAt(file, path));
}

const wasAt = ({ diff, before }: ReviewFile, path: string): boolean =>
  diff.oldPath === path || before?.newPath === path || before?.oldPath === path;
