import { isAbort } from '../../base/abort';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';

/** The editor collects what is fired for 200 ms before it asks; a busy one asks later. */
const ANSWER_MS = 3_000;
/** A row that the editor never asks for is closed there. */
const MAX_REPEATS = 3;

interface Unanswered {
  due: number;
  repeats: number;
}

/**
 * Fires open rows again whose children the editor did not ask for: while it draws a row and all below it anew, it loses
 * what is fired below (seen in VS Code 1.103 with a hundred rows).
 */
export class UnansweredFires<N> {
  readonly #clock: Clock;
  readonly #fireAgain: (nodes: readonly N[]) => void;
  readonly #signal: AbortSignal;
  readonly #unanswered = new Map<N, Unanswered>();
  #isWaiting = false;

  /** Nothing is fired again after `signal` aborts. */
  constructor(clock: Clock, fireAgain: (nodes: readonly N[]) => void, signal: AbortSignal) {
    this.#clock = clock;
    this.#fireAgain = fireAgain;
    this.#signal = signal;
  }

  /** Open rows were fired: the editor is to ask for their children. */
  fired(nodes: readonly N[]): void {
    const due = this.#clock.now() + ANSWER_MS;
    for (const node of nodes) this.#unanswered.set(node, { due, repeats: 0 });
    if (nodes.length > 0 && !this.#isWaiting) background(this.#watch());
  }

  /** The editor asked for the children of a row, or no longer has it. */
  answered(node: N): void {
    this.#unanswered.delete(node);
  }

  async #watch(): Promise<void> {
    this.#isWaiting = true;
    try {
      while (this.#unanswered.size > 0) {
        await this.#clock.wait(ANSWER_MS, this.#signal);
        this.#repeat();
      }
    } catch (error) {
      if (!isAbort(error)) throw error;
    } finally {
      this.#isWaiting = false;
    }
  }

  #repeat(): void {
    const now = this.#clock.now();
    const late = [...this.#unanswered].filter(([, { due }]) => due <= now);
    for (const [node, each] of late) {
      each.due = now + ANSWER_MS;
      each.repeats++;
      if (each.repeats >= MAX_REPEATS) this.#unanswered.delete(node);
    }
    if (late.length > 0) this.#fireAgain(late.map(([node]) => node));
  }
}
