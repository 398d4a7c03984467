import { isAbort } from '../../../base/abort';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';

/** The editor collects events for 200 ms before it requests children, or longer if it is busy. */
const RESPONSE_TIMEOUT_MS = 3_000;
/** If the editor never requests the children, the row is collapsed. */
const MAX_REPEATS = 3;

interface Unanswered {
  due: number;
  repeats: number;
}

/**
 * Fires again for expanded rows whose children the editor didn't request. While it renders a row and
 * everything below it, it loses events for rows below (observed in VS Code 1.103 with a hundred rows).
 */
export class UnansweredFires<N> {
  readonly #clock: Clock;
  readonly #fireAgain: (nodes: readonly N[]) => void;
  readonly #signal: AbortSignal;
  readonly #unanswered = new Map<N, Unanswered>();
  #isWaiting = false;

  /** Stops when `signal` aborts. */
  constructor(clock: Clock, fireAgain: (nodes: readonly N[]) => void, signal: AbortSignal) {
    this.#clock = clock;
    this.#fireAgain = fireAgain;
    this.#signal = signal;
  }

  /** Records that the event fired for expanded rows, whose children the editor should request. */
  fired(nodes: readonly N[]): void {
    const due = this.#clock.now() + RESPONSE_TIMEOUT_MS;
    for (const node of nodes) this.#unanswered.set(node, { due, repeats: 0 });
    if (nodes.length > 0 && !this.#isWaiting) background(this.#watch());
  }

  /** Records that the editor requested the children of a row or removed it. */
  settled(node: N): void {
    this.#unanswered.delete(node);
  }

  async #watch(): Promise<void> {
    this.#isWaiting = true;
    try {
      while (this.#unanswered.size > 0) {
        await this.#clock.wait(RESPONSE_TIMEOUT_MS, this.#signal);
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
      each.due = now + RESPONSE_TIMEOUT_MS;
      each.repeats++;
      if (each.repeats >= MAX_REPEATS) this.#unanswered.delete(node);
    }
    if (late.length > 0) this.#fireAgain(late.map(([node]) => node));
  }
}
