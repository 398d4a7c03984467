import { parseUrl } from '../../base/parse-url';

/** Request of a `vscode://switchyard.switchyard/…` URI. */
export type UriRequest =
  /** `/open?address=https://host/group/project/-/merge_requests/12`: the URL of a page on a server. */
  | { readonly kind: 'page'; readonly address: string }
  /** `/find?text=!12`: any search text. */
  | { readonly kind: 'find'; readonly text: string };

/** Maximum length of a text; no useful URL is longer. */
const MAX_LENGTH = 2000;

/**
 * Parses a URI; undefined if it is no valid request. Any program or web page can create one, so its content
 * is used only as a search text.
 */
export function readUriRequest({
  path,
  query,
}: {
  readonly path: string;
  readonly query: string;
}): UriRequest | undefined {
  const given = new URLSearchParams(query);
  const name = path.replace(/\/+$/, '');
  const text = (given.get(name === '/open' ? 'address' : 'text') ?? '').trim();
  // Control characters and bidirectional marks can hide the actual URL.
  if (text === '' || text.length > MAX_LENGTH || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text))
    return undefined;
  if (name === '/find') return { kind: 'find', text };
  return name === '/open' && /^https?:\/\//i.test(text) && parseUrl(text) !== undefined
    ? { kind: 'page', address: text }
    : undefined;
}
