// Which titles make a draft is not stated by the API: as real servers read them.

/** Marks that every server knows, in any case. */
const EVERYWHERE = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i;
/** Older servers know these as well; on newer ones they are ordinary words. */
const ANYWHERE = /^\s*(?:\[draft\]|\(draft\)|draft:|draft\s*-|\[wip\]|wip:)\s*/i;

/** True if the title makes a draft on every server. */
export const isDraftTitle = (title: string): boolean => EVERYWHERE.test(title);

/** The title without any mark of a draft, old or new. */
export function readyTitle(title: string): string {
  let rest = title;
  while (ANYWHERE.test(rest)) rest = rest.replace(ANYWHERE, '');
  return rest;
}

/** The title with a mark that every server knows; it replaces marks that only older ones know. */
export const draftTitle = (title: string): string =>
  isDraftTitle(title) ? title : `Draft: ${readyTitle(title)}`;
