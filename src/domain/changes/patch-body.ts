import type { FileDiff } from './file-diff';

/**
 * Returns the content of a file's change without its location: two changes with the same body are the same
 * change. It consists of
 *
 * - the kind of the change, both paths, the mode of an added file, and a change of the mode,
 * - the changed lines with their signs, byte for byte,
 * - the unchanged line before and the one after each group of changed lines, as in the patch.
 *
 * It doesn't contain line numbers, headings, and other context lines.
 *
 * The adjacent lines identify the location of a change. A rebase can't change them, because git reports a
 * conflict for adjacent changes. With fewer lines, moving an added line within its file would be no change;
 * with more lines, a rebase onto another change two lines above would count as a change. Nothing separates
 * the groups, because lines that are inserted between two groups belong to neither of them.
 */
export function patchBody(diff: FileDiff): string {
  return `${patchHead(diff)}\n${changeBody(diff)}`;
}

/** The body without paths and modes, which is equal for the same change of two files. */
export function changeBody({ text, hunks }: FileDiff): string {
  let body = '';
  for (const { from, to } of hunks) {
    // The body consists of contiguous parts of the patch; `start` is the offset of the current part.
    let start = -1;
    let before = -1;
    let isBehind = false;
    let at = from;
    while (at < to) {
      const sign = text.charCodeAt(at);
      const end = lineEnd(text, at, to);
      if (sign === PLUS || sign === MINUS) {
        if (start === -1) start = before === -1 ? at : before;
        isBehind = true;
      } else if (isBehind) {
        isBehind = false;
      } else if (start === -1) {
        before = at;
      } else {
        body += piece(text, start, at);
        start = -1;
        before = at;
      }
      at = end;
    }
    if (start !== -1) body += piece(text, start, to);
  }
  return body;
}

const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;

/**
 * Returns the start of the next line of a hunk. The marker line "\ No newline at end of file" belongs to the
 * line above it.
 */
function lineEnd(text: string, at: number, to: number): number {
  let end = at;
  do {
    const found = text.indexOf('\n', end);
    end = found === -1 || found >= to ? to : found + 1;
  } while (end < to && text.charCodeAt(end) === BACKSLASH);
  return end;
}

/** Adds the line end that can be missing at the end of a patch. */
function piece(text: string, from: number, to: number): string {
  const lines = text.slice(from, to);
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** False if a patch doesn't contain the changed lines. For a binary file, it only states that the file differs. */
export const hasChangedLines = ({ binary, incomplete }: FileDiff): boolean => !binary && incomplete !== true;

/** Returns the kind of the change, its paths, and its modes. */
export function patchHead({ change, oldPath, newPath, oldMode, newMode, binary }: FileDiff): string {
  const parts: string[] = [change, JSON.stringify([oldPath, newPath])];
  if (change === 'added') parts.push(newMode ?? '100644');
  else if (change !== 'deleted' && oldMode !== undefined && newMode !== undefined && oldMode !== newMode)
    parts.push(oldMode, newMode);
  if (binary) parts.push('binary');
  return parts.join(' ');
}
