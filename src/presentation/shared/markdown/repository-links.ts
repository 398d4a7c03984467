import { parseUrl } from '../../../base/parse-url';

/** Root for resolving paths. Segments such as `..` don't lead above it. */
const ROOT_ORIGIN = 'http://repository.invalid';
const ROOT = `${ROOT_ORIGIN}/`;

/**
 * Returns the URL of the file on the default branch that a relative link in a text of a merge request leads to
 * (server-behavior.md#relative-links); undefined for other links. `project`: URL of the project.
 */
export function repositoryLink(
  address: string,
  project: string,
  kind: 'blob' | 'raw' = 'blob',
): string | undefined {
  if (/^[?#]|[\p{Cc}]/u.test(address) || /^[a-z][a-z\d+.-]*:/i.test(address)) return undefined;
  const url = parseUrl(address, ROOT);
  // A link such as `//host/path` leads to another host.
  if (url === undefined || url.origin !== ROOT_ORIGIN || url.username !== '') return undefined;
  // Pages of the server, such as `/group/project/-/issues/1`, and uploads.
  if (/\/-\/|^\/uploads\//.test(url.pathname) || url.pathname === '/') return undefined;
  return `${project}/-/${kind}/HEAD${url.pathname}${url.search}${url.hash}`;
}

/**
 * Returns the URL of the comment that a link such as `#note_5` leads to; undefined for other links. `page`: URL of the merge
 * request that contains the text.
 */
export const noteLink = (address: string, page: string | undefined): string | undefined =>
  page !== undefined && /^#note_[1-9]\d{0,14}$/.test(address) ? `${page}${address}` : undefined;
