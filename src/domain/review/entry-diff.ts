import type { PatchEntry } from '../shared/patch-text';
import type { FileChange, FileDiff } from './file-diff';
import { lineEnd, readHunks } from './patch-hunks';

/**
 * The change of a file as a server tells it. Its `diff` holds hunks, with or without the two header lines, or the one
 * line that git writes of binary files. What stands before the first hunk or behind the last one is passed over. Of a
 * file whose hunks the server left out there are none, and no counts.
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

/** The server tells a mode of zeros of the side on which there is no file. */
const modeOf = (told: string | null | undefined): string | undefined =>
  told === null || told === undefined || /^0*$/.test(told) ? undefined : told;

/** Where the hunks begin, and whether a line before them tells that there are none. */
function headOf(text: string): { readonly begin: number; readonly binary: boolean } {
  let [at, binary] = [0, false];
  while (at < text.length && !text.startsWith('@@ -', at)) {
    binary ||= text.startsWith('Binary files ', at) || text.startsWith('GIT binary patch', at);
    at = lineEnd(text, at);
  }
  return { begin: at, binary };
}
