import { type Html, html } from '../html';
import { withEmoji } from './emoji';

/** Returns a title with code between backticks and emoji, as on the service. Other Markdown isn't supported in titles. */
export function titleText(title: string): Html {
  const pieces = title.split(/(`[^`]+`)/);
  return html`${pieces.map((piece) =>
    /^`[^`]+`$/.test(piece) ? html`<code>${piece.slice(1, -1)}</code>` : html`${withEmoji(piece)}`,
  )}`;
}
