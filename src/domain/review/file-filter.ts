import { FILE_CHANGES, type FileChange } from './file-diff';
import { baseName } from './file-tree';
import type { ReviewFile } from './review-file';
import { shownChange } from './shown-change';

/** What a person wants to see of the changes of a merge request. Empty lists and texts leave nothing out. */
export interface ChangeFilter {
  /** Parts of the path, each of which has to be in it, whatever its case. */
  readonly text: string;
  readonly statuses: readonly FileChange[];
  /** With their dot; empty for files without one. */
  readonly extensions: readonly string[];
  readonly unviewed: boolean;
}

export const NO_CHANGE_FILTER: ChangeFilter = { text: '', statuses: [], extensions: [], unviewed: false };

export const isFiltering = ({ text, statuses, extensions, unviewed }: ChangeFilter): boolean =>
  text.trim() !== '' || statuses.length > 0 || extensions.length > 0 || unviewed;

/** The files that fit. `isViewed` is asked last, and only where it counts. */
export function filtered(
  files: readonly ReviewFile[],
  { text, statuses, extensions, unviewed }: ChangeFilter,
  isViewed: (file: ReviewFile) => boolean,
): readonly ReviewFile[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return files.filter((file) => {
    if (statuses.length > 0 && !statuses.includes(shownChange(file))) return false;
    if (extensions.length > 0 && !extensions.includes(extensionOf(file.path))) return false;
    if (words.length > 0) {
      const { path, diff } = file;
      const names = `${path}\n${diff.oldPath === path ? '' : diff.oldPath}`.toLowerCase();
      if (!words.every((word) => names.includes(word))) return false;
    }
    return !unviewed || !isViewed(file);
  });
}

/** The ending of a file's name with its dot, in small letters; empty where it has none. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** What there is to choose from: each status and each ending with its number of files, the most first. */
export function filterChoices(files: readonly ReviewFile[]): {
  readonly statuses: readonly (readonly [FileChange, number])[];
  readonly extensions: readonly (readonly [string, number])[];
} {
  const statuses = new Map<FileChange, number>();
  const extensions = new Map<string, number>();
  for (const file of files) {
    const change = shownChange(file);
    statuses.set(change, (statuses.get(change) ?? 0) + 1);
    const extension = extensionOf(file.path);
    extensions.set(extension, (extensions.get(extension) ?? 0) + 1);
  }
  return {
    statuses: FILE_CHANGES.flatMap((change) => {
      const count = statuses.get(change);
      return count === undefined ? [] : [[change, count] as const];
    }),
    extensions: [...extensions].sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1)),
  };
}
