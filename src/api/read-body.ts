import type { WireResponse } from './transport';

export interface ReadBytes {
  readonly bytes: Uint8Array;
  /** True if there was more than requested; the rest was canceled. */
  readonly cut: boolean;
}

/** Reads at most `maxBytes` of a body; if there is more, the connection is closed. */
export async function readBytes(response: WireResponse, maxBytes: number): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    const remaining = maxBytes - length;
    if (chunk.length > remaining) {
      // Leaving the loop ends the body.
      return { bytes: Buffer.concat([...chunks, chunk.subarray(0, remaining)]), cut: true };
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), cut: false };
}

/** Reads and discards a body if it is small, so that its connection can be reused. Never throws. */
export async function discard(response: WireResponse): Promise<void> {
  try {
    await readBytes(response, 65_536);
  } catch {
    // The content isn't needed.
  }
}

/** Decodes UTF-8. Invalid bytes become U+FFFD, and a byte order mark is removed. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
