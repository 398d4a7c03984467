import type { LogSection } from './sections';

/** A section as a range of nested lines: from its header to its last line, both inclusive. */
export interface SectionRange {
  readonly section: LogSection;
  readonly first: number;
  readonly last: number;
  readonly children: readonly SectionRange[];
}

/** The approximate maximum of ranges that VS Code folds. */
const MAX_RANGES = 5_000;
/** Sections at a deeper level are merged with the surrounding section. */
const MAX_DEPTH = 50;

/**
 * Sections as a tree. An unfinished section extends to the end of the log; one that overlaps the end of
 * another is cut there, because folding ranges must be nested.
 */
export function nestedRanges(sections: readonly LogSection[], lineCount: number): readonly SectionRange[] {
  const top: SectionRange[] = [];
  const open: { last: number; children: SectionRange[] }[] = [];
  for (const section of sections.slice(0, MAX_RANGES)) {
    const { first } = section;
    if (first >= lineCount) break;
    for (let inner = open.at(-1); inner !== undefined && inner.last < first; inner = open.at(-1)) open.pop();
    if (open.length >= MAX_DEPTH) continue;
    const outer = open.at(-1);
    const last = Math.min(section.last ?? lineCount - 1, outer?.last ?? lineCount - 1, lineCount - 1);
    const children: SectionRange[] = [];
    (outer?.children ?? top).push({ section, first, last: Math.max(first, last), children });
    open.push({ last: Math.max(first, last), children });
  }
  return top;
}

/** The sections around a line, outermost first. */
export function rangesAround(ranges: readonly SectionRange[], line: number): readonly SectionRange[] {
  const path: SectionRange[] = [];
  let level = ranges;
  for (;;) {
    const found = level.findLast(({ first, last }) => first <= line && line <= last);
    if (found === undefined) return path;
    path.push(found);
    level = found.children;
  }
}

/** All sections, outer ones before inner ones. */
export function flatRanges(ranges: readonly SectionRange[]): readonly SectionRange[] {
  const all: SectionRange[] = [];
  const rest = [...ranges].reverse();
  for (let range = rest.pop(); range !== undefined; range = rest.pop()) {
    all.push(range);
    for (let at = range.children.length - 1; at >= 0; at--) {
      const child = range.children[at];
      if (child !== undefined) rest.push(child);
    }
  }
  return all;
}

/**
 * Header lines of sections that start folded: those that request it, and, if something failed, all others
 * that can be folded. Sections that contain `failing` stay open.
 */
export function foldedAtFirst(
  ranges: readonly SectionRange[],
  failing: number | undefined,
): readonly number[] {
  return flatRanges(ranges)
    .filter(({ section, first, last }) => {
      if (last === first) return false;
      if (failing === undefined) return section.collapsed;
      return failing < first || failing > last;
    })
    .map(({ first }) => first);
}
