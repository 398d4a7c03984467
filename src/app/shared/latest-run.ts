/** Runs one work at a time: another one aborts the one before it. */
export class LatestRun {
  readonly #onEnd: (error: unknown) => void;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;

  /** `onEnd` is called with the failure of a work, or with undefined; not for one that was replaced. */
  constructor(onEnd: (error: unknown) => void) {
    this.#onEnd = onEnd;
  }

  /** Resolves when the work that runs now has ended, whether it failed or not; undefined where none runs. */
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
