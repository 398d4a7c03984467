import type { WireResponse } from '../transport';

/** Observes a body while it is read. */
export interface BodyWatcher {
  chunk?(chunk: Uint8Array): void;
  /** Called once: whether the body was read completely (not canceled or interrupted). */
  end(whole: boolean): void;
}

/** Returns the same response; the observer sees its chunks and is notified of its end in any case. */
export function watchBody(response: WireResponse, watcher: BodyWatcher): WireResponse {
  let ended = false;
  const end = (whole: boolean): void => {
    if (ended) return;
    ended = true;
    watcher.end(whole);
  };
  async function* pass(): AsyncGenerator<Uint8Array> {
    let whole = false;
    try {
      for await (const chunk of response.body) {
        watcher.chunk?.(chunk);
        yield chunk;
      }
      whole = true;
    } finally {
      end(whole);
    }
  }
  return {
    status: response.status,
    header: (name) => response.header(name),
    body: pass(),
    cancel: () => {
      response.cancel();
      end(false);
    },
  };
}
