import { t } from '../../../base/localize';
import type { RegexTimeout } from '../../../base/regex-timeout';
import type { LineFinding, Pattern } from './shapes';

/** Milliseconds that rules may take for the lines that are given at once, and again for the one that took too long. */
const MAX_MS = 20;
/** A rule that was interrupted so often is switched off, even if no single line took too long. */
const MAX_INTERRUPTIONS = 3;

/** The reader's own rules at work: only inside of the time box, and no longer after one took too long. */
export class OwnRules {
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

  /** What the first rule that matches says of each line. */
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
      // Others may have taken the time: it is tried on its line alone.
      if (pattern !== undefined && !this.#box(MAX_MS, step)) this.#switchOff(pattern);
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
