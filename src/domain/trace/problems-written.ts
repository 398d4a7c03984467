import { foundAt } from './problems-places';
import type { Found } from './problems-shapes';

/** A path without blanks that ends in a file ending. */
export const PATH = String.raw`(?:[A-Za-z]:[\\/])?[^\s:(),'"\x60<>|*?=]*\.[A-Za-z]\w{0,9}`;

const SEGMENT = String.raw`[^\s\\/():,'"\x60<>|*?=[]`;
/** The same with blanks or brackets behind its first folder; a progress such as `3/10` is no folder. */
export const SPACED_PATH = String.raw`(?:[A-Za-z]:[\\/]|(?!\d+/\d)${SEGMENT}{0,200}[\\/])(?: (?!\()|[^\s:'"\x60<>|*?]){0,300}\.[A-Za-z]\w{0,9}`;

/** Places anywhere in a line; at least one folder, so that `v1.2:3` and host names are none. */
const PLACES = new RegExp(
  String.raw`(?<![\w./\\-])(?:file://)?((?:[A-Za-z]:[\\/]|\.{0,2}/)?(?:[\w.@+\[\]$-]+[\\/])+[\w.@+\[\]$-]*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::(\d{1,7}))?(?!\d)`,
  'g',
);
const MOST_IN_LINE = 20;

/** Places that a line names without saying more. An address of the web is none. */
export function placesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(PLACES)) {
    const [whole, path = '', line, column] = match;
    found.push(foundAt(match.index, whole, path, line, column, undefined));
    if (found.length === MOST_IN_LINE) break;
  }
  return found;
}
