const [RETURN, LINE_FEED] = [0x0d, 0x0a];
/** `␍` in UTF-8. */
const [SIGN_1, SIGN_2, SIGN_3] = [0xe2, 0x90, 0x8d];

/** Returns the number of carriage returns without a line feed after them. */
function countLoneReturns(bytes: Uint8Array): number {
  // Most files have none, which a search finds out faster than a loop.
  if (!bytes.includes(RETURN)) return 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === RETURN && bytes[at + 1] !== LINE_FEED) count++;
  return count;
}

/** Returns true if a text contains a carriage return without a line feed after it. */
export const hasLoneReturns = (bytes: Uint8Array): boolean => countLoneReturns(bytes) > 0;

/**
 * Returns a text with a visible sign for each lone carriage return. Editors start a new line after it, but git
 * doesn't, so that line numbers of the editor would not be those of diffs and comments. Without allocations per
 * byte, because files can have 20 MB.
 */
export function showLoneReturns(bytes: Uint8Array): Uint8Array {
  const count = countLoneReturns(bytes);
  if (count === 0) return bytes;
  const shown = new Uint8Array(bytes.length + 2 * count);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === RETURN && bytes[at + 1] !== LINE_FEED) {
      shown[to++] = SIGN_1;
      shown[to++] = SIGN_2;
      shown[to++] = SIGN_3;
    } else shown[to++] = byte;
  }
  return shown;
}
