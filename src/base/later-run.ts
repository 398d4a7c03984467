import { reportFailure } from './background';
import type { Disposable } from './disposable';

/** Runs work in a later turn, once for all calls until then. */
export class LaterRun implements Disposable {
  readonly #work: () => void;
  #scheduled: ReturnType<typeof setImmediate> | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.flush();
    });
  }

  /** Runs the work now if it is scheduled. */
  flush(): void {
    if (this.#scheduled === undefined) return;
    this.dispose();
    try {
      this.#work();
    } catch (error) {
      reportFailure(error);
    }
  }

  /** Cancels the run that is scheduled. */
  dispose(): void {
    if (this.#scheduled !== undefined) clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
  }
}
