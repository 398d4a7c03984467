import { parseUrl } from '../../base/parse-url';

/** What a `vscode://switchyard.switchyard/…` address asks for; undefined for one that asks for nothing of ours. */
export type UriRequest =
  /** `/open?address=https://host/group/project/-/merge_requests/12`: the address of a page of a server. */
  | { readonly kind: 'page'; readonly address: string }
  /** `/find?text=!12`: anything that the search takes. */
  | { readonly kind: 'find'; readonly text: string };

/** Longer texts are no addresses that a person would click on. */
const MAX_LENGTH = 2000;

/** Any program and any web page can make such an address up: what it holds is a text to look for and nothing more. */
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
  // Control characters and those that change the direction of reading hide what an address says.
  if (text === '' || text.length > MAX_LENGTH || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text))
    return undefined;
  if (name === '/find') return { kind: 'find', text };
  return name === '/open' && /^https?:\/\//i.test(text) && parseUrl(text) !== undefined
    ? { kind: 'page', address: text }
    : undefined;
}
