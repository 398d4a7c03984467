/** Maximum number and length of lines in a dialog, so that it fits on a screen. */
const MAX_LINES = 30;
const MAX_LENGTH = 160;

/**
 * Returns the lines that a suggestion changes as a diff, without unchanged lines around them. Undefined if a
 * dialog can't show all of them in full.
 */
export function suggestionPreview(before: readonly string[], after: readonly string[]): string | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (removed.length + added.length > MAX_LINES) return undefined;
  if ([...removed, ...added].some((line) => line.length > MAX_LENGTH)) return undefined;
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n');
}
