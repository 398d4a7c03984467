import { outwardLink } from './external-link';
import { attributes, type Html, html } from './html';

/** A user whose avatar is shown. */
export interface AvatarOf {
  readonly name: string;
  readonly avatar_url?: string | null | undefined;
}

/**
 * Returns the avatar of a user next to the name. It shows the initials until the page has loaded the image, which is
 * loaded only from `base`, the URL of the server: services for avatars would learn whose pages are read.
 */
export function avatar({ name, avatar_url: given }: AvatarOf, base: string): Html {
  const link = given ? outwardLink(given, `${base}/`) : undefined;
  const own = link !== undefined && new URL(link).origin === new URL(base).origin ? link : undefined;
  return html`<span class="avatar" aria-hidden="true" ${attributes({ 'data-avatar': own })}>${initials(name)}</span>`;
}

/** Returns the first letters of the first and the last part of a name. */
function initials(name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  const shown = [parts[0], parts.length > 1 ? parts.at(-1) : undefined];
  return shown
    .map((part) => /^./u.exec(part ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
