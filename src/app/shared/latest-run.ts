/** Runs one task at a time. Starting a task aborts the previous one. */
export class LatestRun {
  readonly #onEnd: (error: unknown) => void;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;

  /** `onEnd` is called with the error of a task, or with undefined; not for a task that was replaced. */
  constructor(onEnd: (error: unknown) => void) {
    this.#onEnd = onEnd;
  }

  /** Resolves when the current task has ended, even if it failed; undefined if none is running. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  start(work: (signal: AbortSignal) => Promise<void>): void {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const end = (error?: unknown): void => {
      if (this.#abort !== abort) return;
      this.#running = undefined;
      this.#onEnd(error);
    };
    this.#running = work(abort.signal).then(() => {
      end();
    }, end);
  }

  stop(): void {
    this.#abort?.abort();
  }
}
