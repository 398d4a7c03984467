import type { StepBudget } from './budget';
import { lineMatches } from './line-matches';

/** One side of a merge. `matches` contains for each line of the base its index in `lines`, or -1. */
export interface MergeSide {
  readonly lines: readonly string[];
  readonly matches: Int32Array;
}

/** A part of a merged text: unchanged, changed by one side or equally by both, or in conflict. */
export type MergePiece =
  | { readonly kind: 'kept' | 'changed'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly onto: readonly string[]; readonly head: readonly string[] };

/** Lines `from` to `to` of the base (exclusive) were replaced by lines `start` to `end` (exclusive). */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Conflicts with at most this number of lines between them are joined, as in git. */
const MAX_BETWEEN = 3;

/** Merges two versions of a base text. Returns undefined if the effort wasn't sufficient. */
export function mergedPieces(
  base: readonly string[],
  onto: MergeSide,
  head: MergeSide,
  budget: StepBudget,
): readonly MergePiece[] | undefined {
  const pieces: MergePiece[] = [];
  const sides = [new Side(onto), new Side(head)] as const;
  let at = 0;
  for (;;) {
    const from = Math.min(sides[0].next, sides[1].next);
    if (from === Infinity) break;
    if (from > at) pieces.push({ kind: 'kept', lines: base.slice(at, from) });
    // Edits without an unchanged line between them are merged together.
    let to = from;
    for (let before = -1; to > before;) {
      before = to;
      for (const side of sides) to = Math.max(to, side.take(to));
    }
    const [ours, theirs] = [sides[0].replacement(from, to), sides[1].replacement(from, to)];
    if (ours === undefined || theirs === undefined) {
      pieces.push({ kind: 'changed', lines: ours ?? theirs ?? [] });
    } else {
      const conflictPieces = conflictOf(ours, theirs, budget);
      if (conflictPieces === undefined) return undefined;
      pieces.push(...conflictPieces);
    }
    at = to;
  }
  pieces.push({ kind: 'kept', lines: base.slice(at) });
  return joined(pieces);
}

/** One side of a merge. Iterates over its edits in the order of the base. */
class Side {
  readonly #lines: readonly string[];
  readonly #edits: readonly Edit[];
  #index = 0;
  #first = 0;

  constructor(became: MergeSide) {
    this.#lines = became.lines;
    this.#edits = editsOf(became);
  }

  /** The line of the base at which the next edit starts; Infinity if there are no more edits. */
  get next(): number {
    return this.#edits[this.#index]?.from ?? Infinity;
  }

  /** Takes the edits that start at or before `upTo`. Returns the end of the last one. */
  take(upTo: number): number {
    let end = upTo;
    for (let edit = this.#edits[this.#index]; edit !== undefined && edit.from <= end;) {
      end = Math.max(end, edit.to);
      edit = this.#edits[++this.#index];
    }
    return end;
  }

  /**
   * Returns the replacement for lines of the base according to the edits taken since the last call; undefined
   * if there were none.
   */
  replacement(from: number, to: number): readonly string[] | undefined {
    const [first, last] = [this.#edits[this.#first], this.#edits[this.#index - 1]];
    if (this.#first === this.#index || first === undefined || last === undefined) return undefined;
    this.#first = this.#index;
    return this.#lines.slice(first.start - (first.from - from), last.end + (to - last.to));
  }
}

function editsOf({ lines, matches }: MergeSide): readonly Edit[] {
  const edits: Edit[] = [];
  let [from, start] = [0, 0];
  const upTo = (to: number, end: number): void => {
    if (to > from || end > start) edits.push({ from, to, start, end });
    [from, start] = [to + 1, end + 1];
  };
  matches.forEach((place, line) => {
    if (place >= 0) upTo(line, place);
  });
  upTo(matches.length, lines.length);
  return edits;
}

/** Only the lines that differ between both sides are a conflict. Equal lines are kept. */
function conflictOf(
  onto: readonly string[],
  head: readonly string[],
  budget: StepBudget,
): readonly MergePiece[] | undefined {
  if (onto.length === head.length && onto.every((line, index) => line === head[index]))
    return [{ kind: 'changed', lines: onto }];
  if (onto.length === 0 || head.length === 0) return [{ kind: 'conflict', onto, head }];
  const matches = lineMatches(onto, head, budget);
  if (matches === undefined) return undefined;
  const pieces: MergePiece[] = [];
  let at = 0;
  for (const { from, to, start, end } of editsOf({ lines: head, matches })) {
    if (from > at) pieces.push({ kind: 'kept', lines: onto.slice(at, from) });
    pieces.push({ kind: 'conflict', onto: onto.slice(from, to), head: head.slice(start, end) });
    at = to;
  }
  if (at < onto.length) pieces.push({ kind: 'kept', lines: onto.slice(at) });
  return pieces;
}

/** Joins conflicts that are close to each other, because they are easier to read as one. */
function joined(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const out: MergePiece[] = [];
  for (const piece of pieces) {
    const [before, between] = [out.at(-2), out.at(-1)];
    if (
      piece.kind === 'conflict' &&
      between?.kind === 'kept' &&
      between.lines.length <= MAX_BETWEEN &&
      before?.kind === 'conflict'
    ) {
      const [onto, head] = [before.onto, before.head].map((lines) => [...lines, ...between.lines]);
      out.splice(-2, 2, {
        kind: 'conflict',
        onto: [...(onto ?? []), ...piece.onto],
        head: [...(head ?? []), ...piece.head],
      });
    } else if (piece.kind !== 'kept' || piece.lines.length > 0) {
      const last = out.at(-1);
      if (piece.kind === 'kept' && last?.kind === 'kept')
        out.splice(-1, 1, { kind: 'kept', lines: [...last.lines, ...piece.lines] });
      else out.push(piece);
    }
  }
  return out;
}
