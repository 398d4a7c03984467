import { FILE_CHANGES, type FileChange } from './file-diff';
import { baseName } from './file-tree';
import type { ReviewFile } from './review-file';
import { shownChange } from './shown-change';

/** The user's filter for the changes of a merge request. Empty lists and strings match everything. */
export interface ChangeFilter {
  /** Parts of the path, separated by whitespace. All of them must occur in the path; case is ignored. */
  readonly text: string;
  readonly statuses: readonly FileChange[];
  /** With the leading dot; empty for files without an extension. */
  readonly extensions: readonly string[];
  readonly unviewed: boolean;
}

export const NO_CHANGE_FILTER: ChangeFilter = { text: '', statuses: [], extensions: [], unviewed: false };

export const isFiltering = ({ text, statuses, extensions, unviewed }: ChangeFilter): boolean =>
  text.trim() !== '' || statuses.length > 0 || extensions.length > 0 || unviewed;

/** Returns the matching files. Calls `isViewed` only for files that match all other criteria. */
export function filtered(
  files: readonly ReviewFile[],
  { text, statuses, extensions, unviewed }: ChangeFilter,
  isViewed: (file: ReviewFile) => boolean,
): readonly ReviewFile[] {
  const terms = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return files.filter((file) => {
    if (statuses.length > 0 && !statuses.includes(shownChange(file))) return false;
    if (extensions.length > 0 && !extensions.includes(extensionOf(file.path))) return false;
    if (terms.length > 0) {
      const { path, diff } = file;
      const names = `${path}\n${diff.oldPath === path ? '' : diff.oldPath}`.toLowerCase();
      if (!terms.every((word) => names.includes(word))) return false;
    }
    return !unviewed || !isViewed(file);
  });
}

/** Returns the extension of a file in lower case, with the dot; empty if there is none. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/**
 * Returns the filter choices with the number of files for each. Extensions are sorted by this number, highest
 * first.
 */
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
