import type { TextStream } from './client';
import type { WireResponse } from './transport';

/** The bytes of a response in chunks, up to a limit. Leaving the loop, or `cancel`, closes the connection. */
export function openStream(kind: 'whole' | 'rest', response: WireResponse, maxBytes: number): TextStream {
  let cut = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let remaining = maxBytes;
    try {
      for await (const chunk of response.body) {
        if (chunk.length > remaining) {
          cut = true;
          if (remaining > 0) yield chunk.subarray(0, remaining);
          return;
        }
        remaining -= chunk.length;
        yield chunk;
      }
    } finally {
      response.cancel();
    }
  }
  const body = chunks();
  return {
    kind,
    etag: response.header('etag'),
    length: contentLengthOf(response),
    blobId: response.header('x-gitlab-blob-id'),
    get cut() {
      return cut;
    },
    [Symbol.asyncIterator]: () => body,
    cancel: () => {
      response.cancel();
    },
  };
}

/** A text without new content, which doesn't have to be read or canceled. */
export function unchanged(response: WireResponse | undefined): TextStream {
  response?.cancel();
  return {
    kind: 'unchanged',
    etag: response?.header('etag'),
    length: 0,
    blobId: undefined,
    cut: false,
    [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    cancel: () => undefined,
  };
}

/** The size of a text in bytes; undefined if the server doesn't send it or compresses the text. */
export function contentLengthOf(response: WireResponse): number | undefined {
  const contentLength = response.header('content-length');
  const packed = response.header('content-encoding') ?? 'identity';
  return packed === 'identity' && contentLength !== undefined && /^\d{1,15}$/.test(contentLength)
    ? Number(contentLength)
    : undefined;
}
