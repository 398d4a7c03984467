import type { WireRequest, WireResponse } from '../transport';
import { wireError } from './wire-error';

/** The state of one reader of a shared body. */
interface Reader {
  /** Chunks that this reader hasn't read yet. */
  readonly ahead: Uint8Array[];
  gone: boolean;
  /** Removes the listener for its caller's cancellation. */
  unsubscribe: () => void;
}

/**
 * Shares a response among several callers, each with its own body. The body is read at the speed of the
 * fastest reader, and chunks are buffered for the others. `stop` runs when the last one cancels.
 */
export function splitBody(
  response: WireResponse,
  requests: readonly WireRequest[],
  stop: () => void,
): readonly WireResponse[] {
  const source = response.body[Symbol.asyncIterator]();
  const readers = new Set<Reader>();
  let pulling: Promise<void> | undefined;
  let over = false;
  let failure: { readonly error: unknown } | undefined;

  const pull = async (): Promise<void> => {
    try {
      const next = await source.next();
      if (next.done === true) over = true;
      else for (const reader of readers) reader.ahead.push(next.value);
    } catch (error) {
      over = true;
      failure = { error };
    } finally {
      pulling = undefined;
    }
  };
  const leave = (reader: Reader): void => {
    reader.gone = true;
    reader.unsubscribe();
    if (!readers.delete(reader) || readers.size > 0 || over) return;
    over = true;
    stop();
    response.cancel();
  };

  return requests.map((request) => {
    const reader: Reader = { ahead: [], gone: false, unsubscribe: () => undefined };
    readers.add(reader);
    const { signal } = request;
    const aborted = new Promise<void>((resolve) => {
      const onAbort = (): void => {
        leave(reader);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      reader.unsubscribe = () => signal?.removeEventListener('abort', onAbort);
    });
    async function* chunks(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          if (signal?.aborted === true || reader.gone) throw wireError(request, { kind: 'aborted' });
          const chunk = reader.ahead.shift();
          if (chunk !== undefined) yield chunk;
          else if (failure !== undefined) throw failure.error;
          else if (over) return;
          else await Promise.race([(pulling ??= pull()), aborted]);
        }
      } finally {
        leave(reader);
      }
    }
    return {
      status: response.status,
      header: (name) => response.header(name),
      body: chunks(),
      cancel: () => {
        leave(reader);
      },
    };
  });
}
