import type { BulkOptions } from '../../app/shared/bulk-actions';

/** Shows that something is going on. Injected, so that commands run without VS Code in tests. */
export interface Progress {
  /**
   * In a view, by default that of the pipelines; if it takes long, such as in a pause that the server asked for, a
   * notification offers to cancel it. Starts the work at once: the spinner of a row must not wait.
   */
  inView<T>(title: string, work: (signal: AbortSignal) => Promise<T>, viewId?: string): Promise<T>;
  /** In the status bar, for a request that can't be canceled once it was sent. */
  inStatusBar<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** In a notification that says how far the work is and can cancel it. */
  cancellable<T>(
    title: string,
    work: (signal: AbortSignal, say: (message: string) => void) => Promise<T>,
  ): Promise<T>;
  /** In a notification that counts, for what takes several requests. Can be canceled. */
  counting<T>(title: string, work: (options: BulkOptions) => Promise<T>): Promise<T>;
}
