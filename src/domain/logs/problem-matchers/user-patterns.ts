import { t } from '../../../base/localize';
import type { RegexTimeout } from '../../../base/regex-timeout';
import type { LineFinding, Pattern } from './shapes';

/**
 * Timeout in milliseconds for matching patterns against a batch of lines, and again for the line that
 * exceeded it.
 */
const MAX_MS = 20;
/** Timeout in milliseconds for the last attempt. A busy computer can interrupt any pattern for a short time. */
const LAST_MS = 100;
/** A pattern that was interrupted this often is disabled, even if no single line took too long. */
const MAX_INTERRUPTIONS = 3;

/** Runs the user's patterns, always with a timeout, and disables those that exceed it. */
export class UserPatterns {
  readonly #patterns: readonly Pattern[];
  readonly #box: RegexTimeout;
  readonly #notify: (sentence: string) => void;
  readonly #off = new Set<Pattern>();
  readonly #interruptions = new Map<Pattern, number>();

  constructor(patterns: readonly Pattern[], box: RegexTimeout, notify: (sentence: string) => void) {
    this.#patterns = patterns;
    this.#box = box;
    this.#notify = notify;
  }

  get any(): boolean {
    return this.#off.size < this.#patterns.length;
  }

  /** The result of the first pattern that matches, for each line. */
  match(lines: readonly string[]): readonly (LineFinding | undefined)[] {
    const found: (LineFinding | undefined)[] = Array.from(lines, () => undefined);
    let [at, rule] = [0, 0];
    const step = (): void => {
      const pattern = this.#patterns[rule];
      const hit =
        pattern === undefined || this.#off.has(pattern) ? undefined : pattern.match(lines[at] ?? '');
      if (hit !== undefined) found[at] = hit;
      rule = hit === undefined ? rule + 1 : this.#patterns.length;
      if (rule < this.#patterns.length) return;
      at++;
      rule = 0;
    };
    while (this.any && at < lines.length) {
      const inTime = this.#box(MAX_MS, () => {
        while (at < lines.length) step();
      });
      if (inTime) break;
      const pattern = this.#patterns[rule];
      // Other patterns may have used up the time: it is tried on this line alone.
      const matches = (): boolean => this.#box(MAX_MS, step) || this.#box(LAST_MS, step);
      if (pattern !== undefined && !matches()) this.#switchOff(pattern);
      else if (pattern !== undefined) this.#interrupted(pattern);
    }
    return found;
  }

  #interrupted(pattern: Pattern): void {
    const times = (this.#interruptions.get(pattern) ?? 0) + 1;
    this.#interruptions.set(pattern, times);
    if (times >= MAX_INTERRUPTIONS) this.#switchOff(pattern);
  }

  #switchOff(pattern: Pattern): void {
    this.#off.add(pattern);
    this.#notify(
      t(
        'Problem pattern {0} took too long on a line of a job log and was disabled. To enable it again, change the setting or reload the window.',
        pattern.number,
      ),
    );
  }
}
