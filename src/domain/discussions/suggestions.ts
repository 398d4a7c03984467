/** A suggestion in a comment: replaces lines around the line of the comment. */
export interface SuggestedLines {
  /** Number of lines above and below the comment's line that are also replaced. */
  readonly above: number;
  readonly below: number;
  /** The new lines; empty to remove the lines. */
  readonly lines: readonly string[];
}

/** Maximum number of lines above and below the comment's line, as on the real service. */
export const MAX_AROUND = 100;

/** Parses `suggestion` and `suggestion:-1+2` after a code fence; returns undefined for other text. */
export function suggestionRange(info: string): { above: number; below: number } | undefined {
  const found = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/.exec(info.trim());
  if (found === null) return undefined;
  const [above, below] = [Number(found[1] ?? 0), Number(found[2] ?? 0)];
  return above > MAX_AROUND || below > MAX_AROUND ? undefined : { above, below };
}

/** Parses a fenced block; returns undefined if it isn't a suggestion. `text` is the content of the block. */
export function suggestionOf(info: string, text: string): SuggestedLines | undefined {
  const range = suggestionRange(info);
  if (range === undefined) return undefined;
  const inside = text.replace(/\n$/, '');
  return { ...range, lines: text === '' ? [] : inside.split('\n') };
}

/** Returns the text of a comment with a suggestion for lines. The comment is on the last of these lines. */
export function suggestionTemplate(lines: readonly string[]): string {
  const above = Math.min(Math.max(lines.length - 1, 0), MAX_AROUND);
  return suggestionText(above, lines.slice(-above - 1));
}

/** Returns a suggestion that replaces the line of its comment, and lines above it, with `lines`. */
export function suggestionText(above: number, lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}suggestion:-${above}+0`, ...lines, fence, ''].join('\n');
}

/** The lines that a suggestion replaces, in the version of its comment. */
export interface SuggestedOn {
  readonly lines: readonly string[];
  /** Number of the first line, starting at 1. */
  readonly start: number;
  /** The adjacent lines; undefined if they aren't known, or at the start and end of the file. */
  readonly above?: string | undefined;
  readonly below?: string | undefined;
}

/** The position of the lines to replace in a file that may have changed. Line numbers start at 1. */
export type SuggestionPlace =
  | { readonly kind: 'there'; readonly start: number; readonly end: number }
  /** The file already contains the suggested lines. */
  | { readonly kind: 'applied'; readonly start: number }
  /** The file doesn't contain the lines. */
  | { readonly kind: 'gone' }
  /** The file contains the lines more than once, and the position is ambiguous. */
  | { readonly kind: 'several' };

/**
 * Finds the lines that a suggestion replaces. Prefers lines whose adjacent lines also match. If the adjacent
 * lines have changed, the lines must be unique. Lines that already equal the suggestion aren't replaced
 * again.
 */
export function findSuggested(
  file: readonly string[],
  on: SuggestedOn,
  { lines: wanted }: Pick<SuggestedLines, 'lines'>,
): SuggestionPlace {
  if (on.lines.length === 0) return { kind: 'gone' };
  const places = placesOf(file, on.lines);
  const done =
    wanted.length === 0 ? [] : placesOf(file, wanted).filter((at) => isAround(file, on, at, wanted));
  const fitting = places.filter((at) => isAround(file, on, at, on.lines) && !isWithin(at, done, wanted));
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return there(only, on);
  if (only !== undefined)
    return fitting.includes(on.start - 1) ? there(on.start - 1, on) : { kind: 'several' };
  const [applied] = done;
  if (
    applied !== undefined &&
    (hasContext(on) || applied === on.start - 1 || isWithin(places[0] ?? -1, done, wanted))
  )
    return { kind: 'applied', start: applied + 1 };
  if (wanted.length === 0 && isRemoved(file, on)) return { kind: 'applied', start: on.start };
  const [single, ...more] = places;
  if (single === undefined || !on.lines.some(isSpecific)) return { kind: 'gone' };
  return more.length === 0 ? there(single, on) : { kind: 'several' };
}

const there = (at: number, { lines }: SuggestedOn): SuggestionPlace => ({
  kind: 'there',
  start: at + 1,
  end: at + lines.length,
});

const hasContext = ({ above, below }: SuggestedOn): boolean => above !== undefined || below !== undefined;

/** True if the lines adjacent to a position match. */
const isAround = (
  file: readonly string[],
  { above, below }: SuggestedOn,
  at: number,
  { length }: readonly string[],
): boolean =>
  (above === undefined || file[at - 1] === above) && (below === undefined || file[at + length] === below);

const isWithin = (at: number, places: readonly number[], { length }: readonly string[]): boolean =>
  places.some((start) => start <= at && at < start + length);

const isRemoved = (file: readonly string[], { above, below }: SuggestedOn): boolean =>
  above !== undefined && below !== undefined && placesOf(file, [above, below]).length > 0;

/** Lines with only brackets or whitespace aren't specific, because every file contains them. */
const isSpecific = (line: string): boolean => /[\p{L}\p{N}]{2}/u.test(line);

/** Maximum number of positions. With more of them, the position is ambiguous anyway. */
const MAX_PLACES = 1_000;

function placesOf(file: readonly string[], lines: readonly string[]): readonly number[] {
  const places: number[] = [];
  const [first] = lines;
  for (let at = 0; at + lines.length <= file.length && places.length < MAX_PLACES; at++) {
    if (file[at] === first && lines.every((line, index) => file[at + index] === line)) places.push(at);
  }
  return places;
}
