/**
 * Number of lines above and below that are searched for the code: matches further away are probably other
 * code.
 */
const REACH = 200;
/** Shorter code occurs everywhere, for example a bracket. */
const SHORTEST = 5;

/**
 * Returns the current line in `text` of a frame's code: the same line if nothing changed, or else the only
 * nearby line with exactly the same code. Undefined if it no longer exists or occurs more than once. Lines
 * start at 1.
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
