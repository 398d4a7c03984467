import { escapeInvisible } from './escape-invisible';

/** Zero-width space. */
const NOTHING = '\u200b';

/**
 * Escapes text for places where VS Code renders `$(name)` as an icon and `[text](target)` as a link, which
 * can run a command. Only these pairs of characters are separated. Bidirectional marks are shown by their
 * code points.
 */
export function plainText(text: string): string {
  return escapeInvisible(text).replace(/\$(?=\()|\](?=\()/g, (character) => character + NOTHING);
}

/** Returns a link for prompts and messages. `url` must be that of a web page. */
export const linkMarkup = (label: string, url: string): string =>
  `[${plainText(label).replace(/[[\]]/g, '')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
