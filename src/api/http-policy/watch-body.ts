import type { WireResponse } from '../transport';

/** Who follows a body on its way to its reader. */
export interface BodyWatcher {
  chunk?(chunk: Uint8Array): void;
  /** Once: read whole, or not (given up, broken off). */
  end(whole: boolean): void;
}

/** The same answer; the watcher sees its body pass, and hears of its end however it comes. */
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
