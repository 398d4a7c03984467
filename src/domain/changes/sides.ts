import type { DiffLine, FileDiff, Hunk } from './file-diff';
import { linesOfHunk } from './hunk-lines';
import { firstLine } from './patch-hunks';

/** Thrown if the text isn't the one that the diff is based on, or the diff doesn't contain all lines. */
export class PatchMismatchError extends Error {
  override readonly name = 'PatchMismatchError';
  /** The line of the old side at which they differ, starting at 1; undefined if the diff isn't sufficient. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/**
 * Returns the new side of a file, given its complete old side. Preserves every character, including line
 * ends. Throws `PatchMismatchError`. Doesn't detect omitted hunks, because such a diff equals one without changes.
 */
export function newSide(old: string, diff: FileDiff): string {
  if (diff.binary) throw new PatchMismatchError("the lines of a binary file aren't in its diff");
  if (diff.incomplete === true) throw new PatchMismatchError('lines of the change are missing');
  if (diff.change === 'added' && old !== '') throw new PatchMismatchError('there is a file already', 1);
  const parts: string[] = [];
  const reader = new LineReader(old);
  let newNext = 1;
  let open = false;
  const put = (part: string, lines: number, ended: boolean): void => {
    if (part === '') return;
    if (open) throw new PatchMismatchError('a line follows one that has no line end', reader.line);
    parts.push(part);
    newNext += lines;
    open = !ended;
  };
  for (const hunk of diff.hunks) {
    const [from, first] = [reader.at, reader.line];
    reader.skipTo(firstLine(hunk.oldStart, hunk.oldLines));
    put(old.slice(from, reader.at), reader.line - first, reader.ended);
    if (newNext !== firstLine(hunk.newStart, hunk.newLines)) {
      throw new PatchMismatchError('the hunk belongs to another place', reader.line);
    }
    for (const line of linesOfHunk(diff, hunk)) {
      if (line.kind !== 'added') reader.expect(line);
      if (line.kind !== 'removed') put(line.ended ? `${line.text}\n` : line.text, 1, line.ended);
    }
  }
  put(old.slice(reader.at), 0, true);
  return parts.join('');
}

/** Iterates over the lines of a text. */
class LineReader {
  readonly #text: string;
  at = 0;
  /** The number of the line that starts at `at`. */
  line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** True if the text read so far ends with a line end. */
  get ended(): boolean {
    return this.at === 0 || this.#text[this.at - 1] === '\n';
  }

  skipTo(line: number): void {
    while (this.line < line) {
      if (this.at >= this.#text.length) throw new PatchMismatchError('the text has fewer lines', this.line);
      const end = this.#text.indexOf('\n', this.at);
      this.at = end === -1 ? this.#text.length : end + 1;
      this.line++;
    }
  }

  expect({ text, ended }: DiffLine): void {
    const end = this.at + text.length;
    const last = end === this.#text.length;
    // An empty line without a line end doesn't exist.
    const fits =
      this.#text.startsWith(text, this.at) && (ended ? this.#text[end] === '\n' : last && text !== '');
    if (!fits) throw new PatchMismatchError('the text has another line here', this.line);
    this.at = ended ? end + 1 : end;
    this.line++;
  }
}

/**
 * Returns the label for lines that a diff doesn't contain. `lines` is undefined if their number isn't known.
 */
export type GapLabels = (lines: number | undefined) => string;

/**
 * Returns both sides of a file as far as its hunks contain them, with the correct line numbers: each gap has
 * as many lines as the file. The first line of a gap is its label, the others are empty. The lines after the
 * last hunk, whose number isn't known, are represented by one line.
 */
export function sidesFromHunks(diff: FileDiff, gap: GapLabels = () => '⋯'): { old: string; new: string } {
  const before = new Side(gap);
  const after = new Side(gap);
  for (const hunk of diff.hunks) {
    before.gapTo(firstLine(hunk.oldStart, hunk.oldLines));
    after.gapTo(firstLine(hunk.newStart, hunk.newLines));
    for (const line of linesOfHunk(diff, hunk)) {
      if (line.kind !== 'added') before.put(line);
      if (line.kind !== 'removed') after.put(line);
    }
  }
  if (!endIsKnown(diff)) {
    if (diff.change !== 'added') before.rest();
    if (diff.change !== 'deleted') after.rest();
  }
  return { old: before.text(), new: after.text() };
}

/**
 * The hunks of an added or deleted file contain all lines. A line without a line end is the last one of its
 * side.
 */
function endIsKnown(diff: FileDiff): boolean {
  const last = diff.hunks.at(-1);
  if (diff.incomplete === true || last === undefined) return false;
  if (diff.change === 'added' || diff.change === 'deleted') return true;
  return linesOfHunk(diff, last).some(({ ended }) => !ended);
}

class Side {
  readonly #gap: GapLabels;
  readonly #parts: string[] = [];
  #next = 1;
  #ended = true;

  constructor(gap: GapLabels) {
    this.#gap = gap;
  }

  put({ text, ended }: DiffLine): void {
    this.#close();
    this.#parts.push(text);
    this.#ended = false;
    if (ended) this.#close();
    this.#next++;
  }

  gapTo(line: number): void {
    const lines = line - this.#next;
    if (lines <= 0) return;
    this.#close();
    this.#parts.push(this.#label(lines), '\n'.repeat(lines));
    this.#next = line;
  }

  rest(): void {
    this.#close();
    this.#parts.push(this.#label(undefined), '\n');
  }

  text(): string {
    return this.#parts.join('');
  }

  /** Adds a missing line end before another line. */
  #close(): void {
    if (!this.#ended) this.#parts.push('\n');
    this.#ended = true;
  }

  /** Returns the label as a single line, because more lines would change the line numbers after it. */
  #label(lines: number | undefined): string {
    return this.#gap(lines).replace(/[\r\n]+/g, ' ');
  }
}

/**
 * True if the hunks contain a line of a side. This line is then the same in `sidesFromHunks` as in the file.
 * Lines start at 1.
 */
export function knowsLine(diff: Pick<FileDiff, 'hunks'>, side: 'old' | 'new', line: number): boolean {
  let [low, high] = [0, diff.hunks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const hunk = diff.hunks[middle];
    if (hunk === undefined) return false;
    const [start, lines] = rangeOf(hunk, side);
    if (line < start) high = middle;
    else if (line >= start + lines) low = middle + 1;
    else return true;
  }
  return false;
}

const rangeOf = (hunk: Hunk, side: 'old' | 'new'): readonly [start: number, lines: number] =>
  side === 'old'
    ? [firstLine(hunk.oldStart, hunk.oldLines), hunk.oldLines]
    : [firstLine(hunk.newStart, hunk.newLines), hunk.newLines];
