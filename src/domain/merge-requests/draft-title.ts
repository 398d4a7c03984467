// The API documentation doesn't specify which titles mark a draft. These patterns follow real servers.

/** Prefixes that every server recognizes, in any case. */
const EVERYWHERE = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i;
/** Also matches prefixes that only older servers recognize; newer servers treat them as ordinary words. */
const ANYWHERE = /^\s*(?:\[draft\]|\(draft\)|draft:|draft\s*-|\[wip\]|wip:)\s*/i;

/** True if every server treats the title as that of a draft. */
export const isDraftTitle = (title: string): boolean => EVERYWHERE.test(title);

/** Returns the title without draft prefixes, including those of older servers. */
export function readyTitle(title: string): string {
  let rest = title;
  while (ANYWHERE.test(rest)) rest = rest.replace(ANYWHERE, '');
  return rest;
}

/** Returns the title with a draft prefix that every server recognizes. Replaces prefixes of older servers. */
export const draftTitle = (title: string): string =>
  isDraftTitle(title) ? title : `Draft: ${readyTitle(title)}`;
