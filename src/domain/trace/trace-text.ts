import { readableLines } from './line-text';
import { TimestampFilter } from './timestamps';

/** How the readable text changed: keep the first `keep` lines, then comes `lines`. */
export interface TraceChange {
  readonly keep: number;
  readonly lines: readonly string[];
}

/**
 * Turns the bytes of a job log into readable lines as they arrive. Cut in any way, the bytes give the same lines.
 * The last line may still change: a progress bar rewrites it, or its line feed has not come.
 */
export class TraceText {
  readonly #decoder = new TextDecoder('utf-8');
  readonly #timestamps = new TimestampFilter();
  readonly #open = new Set<string>();
  /** Number of lines that will not change any more. */
  #settled = 0;
  /** The raw text after the last line feed. */
  #partial = '';

  push(bytes: Uint8Array): TraceChange {
    return this.#take(this.#decoder.decode(this.#timestamps.push(bytes), { stream: true }), false);
  }

  /** Tells that no more bytes will come. */
  end(): TraceChange {
    return this.#take(this.#decoder.decode(this.#timestamps.end()), true);
  }

  #take(text: string, last: boolean): TraceChange {
    const keep = this.#settled;
    const raw = (this.#partial + text).split('\n');
    this.#partial = raw.pop() ?? '';
    const lines = raw.flatMap((line) => readableLines(line, this.#open, true));
    this.#settled += lines.length;
    if (this.#partial !== '') {
      // What is not settled is only looked at: its markers must be met again when the line is whole.
      const open = last ? this.#open : new Set(this.#open);
      for (const line of readableLines(this.#partial, open, last)) lines.push(line);
    }
    return { keep, lines };
  }
}
