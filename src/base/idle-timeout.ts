import { ignoreFailure } from './background';
import type { Clock } from './clock';

/** A timeout that expires when no data arrives. */
export interface IdleTimeout {
  /** Restarts the timeout after data has arrived or when the reader starts to wait again. */
  restart(): void;
  /** Suspends the timeout until `restart`, while the reader isn't waiting for data. */
  pause(): void;
  /** Cancels the timeout: `expired` is no longer called. */
  end(): void;
}

/**
 * Calls `expired` once if `ms` milliseconds pass without `restart`. Uses a single timer, regardless of the
 * number of restarts.
 */
export function idleTimeout(clock: Clock, ms: number, expired: () => void): IdleTimeout {
  const end = new AbortController();
  let since = clock.now();
  let paused = false;

  const watch = async (): Promise<void> => {
    for (;;) {
      const left = paused ? ms : since + ms - clock.now();
      if (left <= 0) {
        expired();
        return;
      }
      await clock.wait(left, end.signal);
      if (end.signal.aborted) return;
    }
  };
  // The wait rejects when the timeout is canceled, which isn't an error.
  ignoreFailure(watch());

  return {
    restart() {
      since = clock.now();
      paused = false;
    },
    pause() {
      paused = true;
    },
    end() {
      end.abort();
    },
  };
}
