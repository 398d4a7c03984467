import type { DiffLine, FileDiff, Hunk } from './file-diff';
import { firstLine } from './patch-hunks';

/** Returns the lines of a hunk in their order. */
export function linesOfHunk(diff: Pick<FileDiff, 'text'>, hunk: Hunk): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let oldLine = firstLine(hunk.oldStart, hunk.oldLines);
  let newLine = firstLine(hunk.newStart, hunk.newLines);
  let at = hunk.from;
  while (at < hunk.to) {
    const found = diff.text.indexOf('\n', at);
    const end = found === -1 || found >= hunk.to ? hunk.to : found;
    const sign = diff.text[at];
    const next = diff.text[end + 1];
    const line = { text: diff.text.slice(at + 1, end), ended: next !== '\\' || end + 1 >= hunk.to };
    if (sign === '+') lines.push({ kind: 'added', ...line, oldLine: undefined, newLine: newLine++ });
    else if (sign === '-') lines.push({ kind: 'removed', ...line, oldLine: oldLine++, newLine: undefined });
    else if (sign !== '\\') lines.push({ kind: 'same', ...line, oldLine: oldLine++, newLine: newLine++ });
    at = end + 1;
  }
  return lines;
}
