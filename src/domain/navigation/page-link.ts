import { parseUrl } from '../../base/parse-url';
import { type FoundPage, pathOnServer, readFindInput } from './find-input';

/** A page of a server that a link in a text leads to, and that can be shown in the editor. */
export type LinkedPage = { readonly base: string; /** Path of the project. */ readonly path: string } & (
  | { readonly kind: 'page'; readonly page: FoundPage }
  | { readonly kind: 'commit'; readonly sha: string }
  /** A file on the default branch. The first line is 1. */
  | { readonly kind: 'file'; readonly file: string; readonly line: number | undefined }
);

/** Encoded slashes, backslashes, and null characters, which would change the meaning of a decoded path. */
const ENCODED = /%(?:2f|5c|00)/i;
/** Other pages of a pipeline or job, such as its artifacts. */
const FURTHER = /\/(?:pipelines|jobs)\/\d+\/./;
const COMMIT = /^(.+?)\/-\/commit\/([0-9a-f]{7,64})$/;
const FILE = /^(.+?)\/-\/blob\/HEAD\/(.+)$/;
const LINE = /^#L([1-9]\d{0,8})(?:-|$)/;

/**
 * Returns what a link leads to; undefined if only the browser can show it. `bases` are the URLs of the servers
 * with accounts. Unlike for typed URLs, the scheme must match too.
 */
export function readPageLink(link: string, bases: readonly string[]): LinkedPage | undefined {
  const url = parseUrl(link);
  if (url === undefined || url.username !== '' || url.password !== '' || ENCODED.test(url.pathname))
    return undefined;
  const own = bases.filter((base) => parseUrl(base)?.origin === url.origin);
  const input = readFindInput(link, own);
  if (input.kind === 'page') {
    const { base, path, page } = input;
    return path.includes('/-/') || FURTHER.test(url.pathname)
      ? undefined
      : { kind: 'page', base, path, page };
  }
  const inside = pathOnServer(url, own);
  if (inside === undefined) return undefined;
  const { base } = inside;
  const [, repository, sha] = COMMIT.exec(inside.path) ?? [];
  if (repository !== undefined && sha !== undefined) return { kind: 'commit', base, path: repository, sha };
  const [, project, file] = FILE.exec(inside.path) ?? [];
  const line = LINE.exec(url.hash)?.[1];
  return project === undefined || file === undefined
    ? undefined
    : { kind: 'file', base, path: project, file, line: line === undefined ? undefined : Number(line) };
}
