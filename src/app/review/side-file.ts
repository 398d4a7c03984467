import type { ReviewFile } from '../../domain/review/review-file';

/** The changed file that a path of one of its sides names: by its name of now, else by one that it had before. */
export function fileOfSide(files: readonly ReviewFile[], path: string): ReviewFile | undefined {
  return files.find((file) => file.path === path) ?? files.find((file) => wasAt(file, path));
}

const wasAt = ({ diff, before }: ReviewFile, path: string): boolean =>
  diff.oldPath === path || before?.newPath === path || before?.oldPath === path;
