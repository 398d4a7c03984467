import type { WireResponse } from './transport';

export interface ReadBytes {
  readonly bytes: Uint8Array;
  /** True where there was more than asked for; the rest was given up. */
  readonly cut: boolean;
}

/** Reads at most `maxBytes` of a body; where there is more, the connection is given up with the rest. */
export async function readBytes(response: WireResponse, maxBytes: number): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    const room = maxBytes - length;
    if (chunk.length > room) {
      // Leaving the loop ends the body.
      return { bytes: Buffer.concat([...chunks, chunk.subarray(0, room)]), cut: true };
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), cut: false };
}

/** Reads a body that nobody wants as long as it is small, so that its connection can be used again. Never throws. */
export async function discard(response: WireResponse): Promise<void> {
  try {
    await readBytes(response, 65_536);
  } catch {
    // It was not wanted.
  }
}

/** Text of UTF-8 bytes; what is not UTF-8 becomes U+FFFD, and a byte order mark is left out. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
