import { explain } from '../../../presentation/shared/error-messages';

export interface ViewRefresh {
  /** Loads everything that is displayed. */
  readonly refresh: () => Promise<void>;
  /** Redraws the view and reloads rows that failed to load. */
  readonly repaint: () => void;
  /** True if the message of the view shows the error of the last refresh, and the user sees it. */
  readonly showsFailure: () => boolean;
}

/**
 * Refreshes a view. Doesn't reject if the view shows the error, because its message disappears when the server
 * is available again, and a notification would stay. Errors that require the user to act are notified in any
 * case.
 */
export async function refreshView({ refresh, repaint, showsFailure }: ViewRefresh): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    const { steps } = explain(error);
    if (!showsFailure() || steps.includes('sign-in') || steps.includes('another-token')) throw error;
  } finally {
    // Also reloads rows that failed to load if the refresh fails.
    repaint();
  }
}
