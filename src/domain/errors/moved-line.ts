/** Lines above and below in which code is looked for: further away it is likely other code. */
const REACH = 200;
/** Shorter code stands anywhere, such as a bracket. */
const SHORTEST = 5;

/**
 * The line of `text` on which the code of a frame stands now: its own where nothing changed, else the only one around
 * with the very same code. Undefined where it is gone or stands there several times. Lines count from 1.
 */
export function lineOfCode(text: string, line: number, code: string): number | undefined {
  const wanted = code.trim();
  const lines = text.split(/\r\n|[\n\r]/);
  const isIt = (number: number): boolean => lines[number - 1]?.trim() === wanted;
  if (isIt(line)) return line;
  if (wanted.length < SHORTEST) return undefined;
  let found: number | undefined;
  for (let number = Math.max(1, line - REACH); number <= Math.min(lines.length, line + REACH); number++) {
    if (!isIt(number)) continue;
    if (found !== undefined) return undefined;
    found = number;
  }
  return found;
}
