import type { Hunk } from './file-diff';

/** A sequence of consistent hunks. Offsets are relative to `origin`. */
export interface HunkRun {
  readonly hunks: Hunk[];
  readonly added: number;
  readonly removed: number;
  /** False if a hunk was truncated or skipped. */
  readonly whole: boolean;
  /** Offset of the first text after the hunks. */
  readonly end: number;
}

/**
 * Hunks beyond this line number are skipped, to limit the number of lines of a side that is built from hunks.
 */
const MAX_LINES = 10_000_000;

const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;
const LINE_END = 10;
const CARRIAGE_RETURN = 13;

/**
 * Reads hunks starting at `at`. The counts in a hunk's header determine the number of its lines, regardless
 * of their content. A truncated hunk is returned with the existing lines, and reading stops. A hunk that
 * doesn't follow its predecessor on both sides is skipped.
 */
export function readHunks(text: string, at: number, origin: number): HunkRun {
  const hunks: Hunk[] = [];
  let [added, removed, whole, end] = [0, 0, true, at];
  let [oldNext, newNext] = [1, 1];
  for (let head = readHead(text, at); head !== undefined; head = readHead(text, end)) {
    const body = readBody(text, head);
    end = body.end;
    const hunk = hunkOf(head, body, origin);
    const [oldFirst, newFirst] = [
      firstLine(hunk.oldStart, hunk.oldLines),
      firstLine(hunk.newStart, hunk.newLines),
    ];
    const fits = oldFirst >= oldNext && newFirst >= newNext;
    const [oldEnd, newEnd] = [oldFirst + hunk.oldLines, newFirst + hunk.newLines];
    if (fits && oldEnd <= MAX_LINES && newEnd <= MAX_LINES && hunk.oldLines + hunk.newLines > 0) {
      hunks.push(hunk);
      added += body.added;
      removed += body.removed;
      [oldNext, newNext] = [oldEnd, newEnd];
    } else whole = false;
    if (body.oldLeft > 0 || body.newLeft > 0) {
      whole = false;
      break;
    }
  }
  return { hunks, added, removed, whole, end };
}

/**
 * Returns the first line of a side of a hunk. If the side has no lines, its header contains the line before
 * it (`@@ -0,0 +1,3 @@`).
 */
export const firstLine = (start: number, lines: number): number => (lines === 0 ? start + 1 : start);

interface Head {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly heading: string;
  /** Start of the next line. */
  readonly end: number;
}

/** Parses `@@ -12,3 +14,2 @@ heading`. A missing count means 1. */
function readHead(text: string, at: number): Head | undefined {
  const cursor = new Cursor(text, at);
  if (!cursor.skip('@@ -')) return undefined;
  const oldStart = cursor.number();
  const oldLines = cursor.skip(',') ? cursor.number() : 1;
  if (!cursor.skip(' +')) return undefined;
  const newStart = cursor.number();
  const newLines = cursor.skip(',') ? cursor.number() : 1;
  if (!cursor.skip(' @@') || Number.isNaN(oldStart + oldLines + newStart + newLines)) return undefined;
  const end = lineEnd(text, cursor.at);
  const from = text.charCodeAt(cursor.at) === SPACE ? cursor.at + 1 : cursor.at;
  const heading = text.slice(from, withoutLineEnd(text, from, end));
  return { oldStart, oldLines, newStart, newLines, heading, end };
}

interface Body {
  readonly added: number;
  readonly removed: number;
  /** Number of lines that the header announces but that are missing. */
  readonly oldLeft: number;
  readonly newLeft: number;
  readonly end: number;
}

function readBody(text: string, head: Head): Body {
  let { oldLines: oldLeft, newLines: newLeft, end: at } = head;
  let [added, removed] = [0, 0];
  while (at < text.length) {
    const sign = text.charCodeAt(at);
    if (sign === PLUS) {
      if (newLeft === 0) break;
      newLeft--;
      added++;
    } else if (sign === MINUS) {
      if (oldLeft === 0) break;
      oldLeft--;
      removed++;
    } else if (sign === SPACE || sign === LINE_END) {
      // An empty line is a context line whose trailing space was removed.
      if (oldLeft === 0 || newLeft === 0) break;
      oldLeft--;
      newLeft--;
    } else if (sign !== BACKSLASH) break;
    at = text.indexOf('\n', at) + 1;
    if (at === 0) at = text.length;
  }
  return { added, removed, oldLeft, newLeft, end: at };
}

function hunkOf(head: Head, body: Body, origin: number): Hunk {
  const oldLines = head.oldLines - body.oldLeft;
  const newLines = head.newLines - body.newLeft;
  return {
    // The header of a side without lines contains the line before it.
    oldStart: oldLines === 0 && head.oldLines > 0 ? head.oldStart - 1 : head.oldStart,
    oldLines,
    newStart: newLines === 0 && head.newLines > 0 ? head.newStart - 1 : head.newStart,
    newLines,
    heading: head.heading,
    from: head.end - origin,
    to: body.end - origin,
  };
}

/** Returns the start of the line after the one at `at`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Returns the end of a line's content, given the start of the next line. */
export function withoutLineEnd(text: string, from: number, end: number): number {
  let to = end;
  if (to > from && text.charCodeAt(to - 1) === LINE_END) to--;
  if (to > from && text.charCodeAt(to - 1) === CARRIAGE_RETURN) to--;
  return to;
}

class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  skip(word: string): boolean {
    if (!this.#text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** Reads digits. Returns NaN if there are none or the number isn't a safe integer. */
  number(): number {
    const from = this.at;
    let value = 0;
    for (;;) {
      const digit = this.#text.charCodeAt(this.at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.at++;
    }
    return this.at > from && value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
  }
}
