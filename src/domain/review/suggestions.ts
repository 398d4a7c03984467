/** A change that a comment suggests: lines in the place of those around the line of the comment. */
export interface SuggestedLines {
  /** How many lines above and below the line of the comment are replaced with it. */
  readonly above: number;
  readonly below: number;
  /** What is to stand there; none where the lines are to go. */
  readonly lines: readonly string[];
}

/** A comment suggests for at most so many lines (as the real service does). */
const MAX_AROUND = 100;

/** Reads `suggestion` and `suggestion:-1+2`, as they stand behind a fence; undefined for other words. */
export function suggestionRange(info: string): { above: number; below: number } | undefined {
  const found = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/.exec(info.trim());
  if (found === null) return undefined;
  const [above, below] = [Number(found[1] ?? 0), Number(found[2] ?? 0)];
  return above > MAX_AROUND || below > MAX_AROUND ? undefined : { above, below };
}

/** A suggestion as a fenced block stands for it; undefined for other blocks. `text` is what is inside. */
export function suggestionOf(info: string, text: string): SuggestedLines | undefined {
  const range = suggestionRange(info);
  if (range === undefined) return undefined;
  const inside = text.replace(/\n$/, '');
  return { ...range, lines: text === '' ? [] : inside.split('\n') };
}

/** The text of a comment that suggests to change lines; the last of them is the one that the comment is at. */
export function suggestionTemplate(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const above = Math.min(Math.max(lines.length - 1, 0), MAX_AROUND);
  return [`${fence}suggestion:-${above}+0`, ...lines.slice(-above - 1), fence, ''].join('\n');
}

/** The lines that a suggestion replaces, in the version that its comment was made on. */
export interface SuggestedOn {
  readonly lines: readonly string[];
  /** The first of them, from 1. */
  readonly start: number;
  /** The lines around them; undefined where they are not known, and at an end of the file. */
  readonly above?: string | undefined;
  readonly below?: string | undefined;
}

/** Where lines that are to be replaced are in a file that may have changed since; lines count from 1. */
export type SuggestionPlace =
  | { readonly kind: 'there'; readonly start: number; readonly end: number }
  /** The file has what was suggested already. */
  | { readonly kind: 'applied'; readonly start: number }
  /** The file does not have them. */
  | { readonly kind: 'gone' }
  /** The file has them more than once, and nothing tells which ones are meant. */
  | { readonly kind: 'several' };

/**
 * Looks for the lines that a suggestion was made on. They count where the lines around them are the same too; where
 * those have changed, only if they are unlike any others. Lines that are already as suggested are not changed again.
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
  if (single === undefined || !on.lines.some(isTelling)) return { kind: 'gone' };
  return more.length === 0 ? there(single, on) : { kind: 'several' };
}

const there = (at: number, { lines }: SuggestedOn): SuggestionPlace => ({
  kind: 'there',
  start: at + 1,
  end: at + lines.length,
});

const hasContext = ({ above, below }: SuggestedOn): boolean => above !== undefined || below !== undefined;

/** Whether the lines around those at a place are what they were. */
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

/** Brackets and blanks are in every file. */
const isTelling = (line: string): boolean => /[\p{L}\p{N}]{2}/u.test(line);

/** A file with more of them tells nothing about which are meant. */
const MAX_PLACES = 1_000;

function placesOf(file: readonly string[], lines: readonly string[]): readonly number[] {
  const places: number[] = [];
  const [first] = lines;
  for (let at = 0; at + lines.length <= file.length && places.length < MAX_PLACES; at++) {
    if (file[at] === first && lines.every((line, index) => file[at + index] === line)) places.push(at);
  }
  return places;
}
