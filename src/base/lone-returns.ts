const [RETURN, LINE_FEED] = [0x0d, 0x0a];
/** `␍` in UTF-8. */
const SIGN = [0xe2, 0x90, 0x8d];

const isLone = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === RETURN && bytes[at + 1] !== LINE_FEED;

/** Returns true if a text contains a carriage return without a line feed after it. */
export function hasLoneReturns(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(RETURN); at !== -1; at = bytes.indexOf(RETURN, at + 1))
    if (isLone(bytes, at)) return true;
  return false;
}

/**
 * Returns a text with a visible sign for each lone carriage return. Editors start a new line after it, but git
 * doesn't, so that line numbers of the editor would not be those of diffs and comments.
 */
export function showLoneReturns(bytes: Uint8Array): Uint8Array {
  if (!hasLoneReturns(bytes)) return bytes;
  const shown = new Uint8Array(bytes.length * SIGN.length);
  let length = 0;
  for (const [at, byte] of bytes.entries()) {
    const added = isLone(bytes, at) ? SIGN : [byte];
    shown.set(added, length);
    length += added.length;
  }
  return shown.slice(0, length);
}
