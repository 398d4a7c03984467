import type { FileDiff } from './file-diff';

/**
 * What the change of a file is, whatever lies around it: two changes with the same body are the same change. It holds
 *
 * - the kind of the change, both paths, the mode of an added file and a change of the mode,
 * - the changed lines with their signs, byte for byte,
 * - the one unchanged line before and the one behind each stretch of them, as the patch shows it.
 *
 * Line numbers, headings and lines further away are not in it. The neighbours say where a change stands, and they are
 * what a rebase cannot take away: git refuses to merge changes that touch. With fewer, moving an added line within its
 * file would be no change; with more, a rebase over somebody else's change two lines above would be one.
 * Between stretches stands nothing, as lines that are put between two of them belong to neither.
 */
export function patchBody(diff: FileDiff): string {
  return `${patchHead(diff)}\n${changeBody(diff)}`;
}

/** The same without paths and modes: it is equal for one change in two files. */
export function changeBody({ text, hunks }: FileDiff): string {
  let body = '';
  for (const { from, to } of hunks) {
    // What belongs to the body is written as whole pieces of the patch; `start` is where the open one begins.
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

/** Where the next line of a hunk begins. That a line has no line end is told below it, and is a part of it. */
function lineEnd(text: string, at: number, to: number): number {
  let end = at;
  do {
    const found = text.indexOf('\n', end);
    end = found === -1 || found >= to ? to : found + 1;
  } while (end < to && text.charCodeAt(end) === BACKSLASH);
  return end;
}

/** The end of a patch may have lost its line end. */
function piece(text: string, from: number, to: number): string {
  const lines = text.slice(from, to);
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}

/** False where a patch does not say all that changed: of a binary file there is only that it differs. */
export const tellsChange = ({ binary, incomplete }: FileDiff): boolean => !binary && incomplete !== true;

/** The kind of the change, its paths and modes. */
export function patchHead({ change, oldPath, newPath, oldMode, newMode, binary }: FileDiff): string {
  const words: string[] = [change, JSON.stringify([oldPath, newPath])];
  if (change === 'added') words.push(newMode ?? '100644');
  else if (change !== 'deleted' && oldMode !== undefined && newMode !== undefined && oldMode !== newMode)
    words.push(oldMode, newMode);
  if (binary) words.push('binary');
  return words.join(' ');
}
