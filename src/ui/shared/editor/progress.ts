import type { BulkOptions } from '../../../app/shared/bulk-actions';

/** Shows progress. Injected, so that commands run without VS Code in tests. */
export interface Progress {
  /**
   * In a view, by default the Pipelines view. If it takes long, for example because of rate limiting, a
   * notification offers to cancel it. Starts the work immediately, so that the spinner of a row isn't
   * delayed.
   */
  inView<T>(title: string, work: (signal: AbortSignal) => Promise<T>, viewId?: string): Promise<T>;
  /** In the status bar, for a request that can't be canceled. */
  inStatusBar<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** In a notification with messages and a Cancel button. */
  cancellable<T>(
    title: string,
    work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  ): Promise<T>;
  /** In a notification with a counter and a Cancel button, for several requests. */
  counting<T>(title: string, work: (options: BulkOptions) => Promise<T>): Promise<T>;
}
