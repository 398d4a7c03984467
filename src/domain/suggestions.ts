/** A change that a comment suggests: lines in the place of those around the line of the comment. */
export interface Suggestion {
  /** How many lines above and below the line of the comment are replaced with it. */
  readonly above: number;
  readonly below: number;
  /** What is to stand there; none where the lines are to go. */
  readonly lines: readonly string[];
}

/** A comment suggests for at most so many lines (as the real service does). */
const MOST_AROUND = 100;

/** Reads `suggestion` and `suggestion:-1+2`, as they stand behind a fence; undefined for other words. */
export function suggestionRange(info: string): { above: number; below: number } | undefined {
  const found = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/.exec(info.trim());
  if (found === null) return undefined;
  const [above, below] = [Number(found[1] ?? 0), Number(found[2] ?? 0)];
  return above > MOST_AROUND || below > MOST_AROUND ? undefined : { above, below };
}

/** A suggestion as a fenced block stands for it; undefined for other blocks. `text` is what is inside. */
export function suggestionOf(info: string, text: string): Suggestion | undefined {
  const range = suggestionRange(info);
  if (range === undefined) return undefined;
  const inside = text.replace(/\n$/, '');
  return { ...range, lines: text === '' ? [] : inside.split('\n') };
}

/** The text of a comment that suggests to change lines; the last of them is the one that the comment is at. */
export function suggestionTemplate(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const above = Math.min(Math.max(lines.length - 1, 0), MOST_AROUND);
  return [`${fence}suggestion:-${above}+0`, ...lines.slice(-above - 1), fence, ''].join('\n');
}

/** Where lines that are to be replaced stand in a file that may have changed since; lines count from 1. */
export type SuggestionPlace =
  | { readonly kind: 'there'; readonly start: number; readonly end: number }
  /** What was suggested stands there already. */
  | { readonly kind: 'applied'; readonly start: number }
  /** They stand there no more. */
  | { readonly kind: 'gone' }
  /** They stand elsewhere, and more than once. */
  | { readonly kind: 'several' };

/**
 * Looks for the lines that a suggestion was made on: first where they were, then anywhere. `start` is the line at
 * which they were, from 1.
 */
export function findSuggested(
  file: readonly string[],
  original: readonly string[],
  start: number,
  suggestion: Pick<Suggestion, 'lines'>,
): SuggestionPlace {
  const there = (at: number): SuggestionPlace => ({
    kind: 'there',
    start: at,
    end: at + original.length - 1,
  });
  if (original.length === 0) return { kind: 'gone' };
  if (standsAt(file, original, start - 1)) return there(start);
  const places = placesOf(file, original);
  const [only, ...others] = places;
  if (only !== undefined) return others.length === 0 ? there(only + 1) : { kind: 'several' };
  if (suggestion.lines.length > 0 && standsAt(file, suggestion.lines, start - 1))
    return { kind: 'applied', start };
  return { kind: 'gone' };
}

function placesOf(file: readonly string[], lines: readonly string[]): readonly number[] {
  const places: number[] = [];
  const [first] = lines;
  for (let at = 0; at + lines.length <= file.length && places.length < 2; at++) {
    if (file[at] === first && standsAt(file, lines, at)) places.push(at);
  }
  return places;
}

const standsAt = (file: readonly string[], lines: readonly string[], at: number): boolean =>
  at >= 0 && at + lines.length <= file.length && lines.every((line, index) => file[at + index] === line);
