/** What makes a title that of a draft, whatever its case. Not stated by the API: as real servers read titles. */
const PREFIX = /^\s*(?:\[draft\]|\(draft\)|draft:|\[wip\]|wip:)\s*/i;

export const isDraftTitle = (title: string): boolean => PREFIX.test(title);

/** The title without any mark of a draft. */
export function readyTitle(title: string): string {
  let rest = title;
  while (PREFIX.test(rest)) rest = rest.replace(PREFIX, '');
  return rest;
}

export const draftTitle = (title: string): string => (isDraftTitle(title) ? title : `Draft: ${title}`);
