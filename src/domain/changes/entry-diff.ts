import type { PatchEntry } from '../shared/patch-text';
import type { FileChange, FileDiff } from './file-diff';
import { lineEnd, readHunks } from './patch-hunks';

/**
 * Parses the change of a file as returned by the server. Its `diff` contains hunks, with or without the two
 * header lines, or the single line that git writes for binary files. Text before the first hunk and after the
 * last one is ignored. If the server omitted the hunks, the result has no hunks and both counts are 0.
 */
export function diffOfEntry(entry: PatchEntry): FileDiff {
  const text = entry.diff;
  const change = changeOf(entry);
  const { begin, binary } = headOf(text);
  const { hunks, added, removed, whole } = readHunks(text, begin, 0);
  return {
    oldPath: entry.old_path,
    newPath: entry.new_path,
    oldMode: change === 'added' ? undefined : modeOf(entry.a_mode),
    newMode: change === 'deleted' ? undefined : modeOf(entry.b_mode),
    change,
    binary: binary && hunks.length === 0,
    added,
    removed,
    text,
    hunks,
    incomplete: !whole,
  };
}

function changeOf(entry: PatchEntry): FileChange {
  if (entry.new_file) return 'added';
  if (entry.deleted_file) return 'deleted';
  return entry.renamed_file || entry.old_path !== entry.new_path ? 'renamed' : 'modified';
}

/** For a side without a file, the server returns a mode of zeros. */
const modeOf = (mode: string | null | undefined): string | undefined =>
  mode === null || mode === undefined || /^0*$/.test(mode) ? undefined : mode;

/** Returns the offset of the first hunk, and true if a line before it marks a binary file. */
function headOf(text: string): { readonly begin: number; readonly binary: boolean } {
  let [at, binary] = [0, false];
  while (at < text.length && !text.startsWith('@@ -', at)) {
    binary ||= text.startsWith('Binary files ', at) || text.startsWith('GIT binary patch', at);
    at = lineEnd(text, at);
  }
  return { begin: at, binary };
}
