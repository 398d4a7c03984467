import type { Clock } from './clock';

/** Watches for silence: who is watched says when something came, and when nobody is waiting for anything. */
export interface IdleTimeout {
  /** Something came, or somebody starts to wait again: the time counts from now. */
  restart(): void;
  /** Nobody is waiting, so silence means nothing until `restart`. */
  pause(): void;
  /** Ends the watch; `expired` is not called any more. */
  end(): void;
}

/** Calls `expired` once when `ms` milliseconds pass without a `restart`. Holds one timer, however often it is restarted. */
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
  // The wait rejects when the watch ends: that is its ordinary end.
  watch().catch(() => undefined);

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
