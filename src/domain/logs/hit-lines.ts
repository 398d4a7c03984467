import type { LineSearch, MatchSpan } from './search-input';

/** A line of a log: a hit if it has matches, otherwise the context of one. */
export interface HitLine {
  /** Starts at 0. */
  readonly line: number;
  /** At most `MAX_SHOWN_LENGTH` characters and two ellipses. */
  readonly text: string;
  readonly spans: readonly MatchSpan[];
}

/** Lines before and after a hit. */
const CONTEXT = 2;
const MAX_SHOWN_LENGTH = 240;
/** Characters before the first match in a line whose beginning is truncated. */
const LEAD = 40;

/** Collects the lines with hits and their context while the lines of a log are read. */
export class HitLines {
  readonly #search: LineSearch;
  readonly #most: number;
  readonly #lines: HitLine[] = [];
  /** The last lines that weren't collected. */
  #before: HitLine[] = [];
  /** Number of lines that still have to be collected as context. */
  #after = 0;
  #next = 0;
  #hits = 0;
  #more = false;

  /** `most`: maximum number of lines with hits that are collected. */
  constructor(search: LineSearch, most: number) {
    this.#search = search;
    this.#most = most;
  }

  get lines(): readonly HitLine[] {
    return this.#lines;
  }
  /** Number of lines with hits. */
  get hits(): number {
    return this.#hits;
  }
  /** True if there are more lines with hits than are collected: reading can stop. */
  get more(): boolean {
    return this.#more;
  }

  add(text: string): void {
    if (this.#more) return;
    const line = this.#next++;
    const spans = this.#search.find(text);
    if (spans.length > 0) {
      if (this.#hits === this.#most) {
        this.#more = true;
        return;
      }
      this.#hits++;
      this.#lines.push(...this.#before, { line, ...shortened(text, spans) });
      this.#before = [];
      this.#after = CONTEXT;
      return;
    }
    if (this.#after > 0) {
      this.#after--;
      this.#lines.push({ line, ...shortened(text, []) });
      return;
    }
    this.#before.push({ line, ...shortened(text, []) });
    if (this.#before.length > CONTEXT) this.#before.shift();
  }
}

/** A line truncated for display, so that its first match is visible. */
export function shortened(text: string, spans: readonly MatchSpan[]): Pick<HitLine, 'text' | 'spans'> {
  if (text.length <= MAX_SHOWN_LENGTH) return { text, spans };
  const [first] = spans[0] ?? [0];
  const from = first + LEAD < MAX_SHOWN_LENGTH ? 0 : first - LEAD;
  const to = Math.min(text.length, from + MAX_SHOWN_LENGTH);
  const shift = (from > 0 ? 1 : 0) - from;
  const shown = spans
    .filter(([start]) => start < to)
    .map(([start, end]): MatchSpan => [start + shift, Math.min(end, to) + shift]);
  return {
    text: `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    spans: shown,
  };
}
