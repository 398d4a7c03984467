import { escapeInvisible } from './escape-invisible';

/** Stands between two characters and is not seen. */
const NOTHING = '\u200b';

/**
 * Text for places where the editor would read `$(name)` as an icon and `[text](target)` as a link, which may even run
 * a command: what a server says stays what it says. Only such pairs of characters are parted. What would turn the
 * direction of reading is shown by its name.
 */
export function plainText(text: string): string {
  return escapeInvisible(text).replace(/\$(?=\()|\](?=\()/g, (character) => character + NOTHING);
}

/** A link that the editor shows in prompts and messages. `url`: of a web page. */
export const linkMarkup = (label: string, url: string): string =>
  `[${plainText(label).replace(/[[\]]/g, '')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
