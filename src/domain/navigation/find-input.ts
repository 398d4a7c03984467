import { parseUrl } from '../../base/parse-url';

/** A page of a server that the extension can show itself. */
export type FoundPage =
  | { readonly what: 'pipeline'; readonly id: number }
  /** `line` starts at 1, as in the page's anchor `#L12`. */
  | { readonly what: 'job'; readonly id: number; readonly line: number | undefined }
  | { readonly what: 'merge-request'; readonly iid: number; readonly place?: MergeRequestPlace | undefined };

/** Target of a URL within a merge request. */
export interface MergeRequestPlace {
  /** A changed file. */
  readonly file?: FileAnchor;
  /** A version of its diff, by ID (default: the latest), and the commit to compare it with. */
  readonly version?: { readonly id?: number; readonly startSha?: string };
  /** A commit. */
  readonly commit?: string;
  /** A comment. */
  readonly note?: number;
}

/** A file as identified on the changes page. */
export interface FileAnchor {
  /** SHA-1 of its path, in hexadecimal. */
  readonly hash: string;
  /** Starts at 1, on the new side; undefined if the URL has no line. */
  readonly line: number | undefined;
}

/** Parsed input of a user who wants to find something. */
export type FindInput =
  | { readonly kind: 'nothing' }
  /** `!12` */
  | { readonly kind: 'merge-request'; readonly iid: number }
  /** `#5012` or `5012`: a job or a pipeline. */
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'page'; readonly base: string; readonly path: string; readonly page: FoundPage }
  /** A URL on a host without an account. */
  | { readonly kind: 'other-server'; readonly host: string }
  /** A URL on a known server, but of another page. */
  | { readonly kind: 'other-page'; readonly host: string }
  | { readonly kind: 'text'; readonly text: string };

/** Servers don't use larger numbers, which couldn't be represented exactly. */
const NUMBER = /^#?(\d{1,15})$/;
const MERGE_REQUEST = /^!(\d{1,15})$/;
const ADDRESS = /^https?:\/\//i;
const PAGE = /^(.+?)\/(?:-\/)?(pipelines|jobs|merge_requests)\/(\d{1,15})(\/.*)?$/;
/** `#<sha1 of the path>_<old line>_<new line>`, as in URLs of the real service; the lines may be missing. */
const FILE = /^#(?:diff-content-)?([0-9a-f]{40})(?:_\d{1,9}_(\d{1,9}))?$/;

const NOTE = /^#note_([1-9]\d{0,14})$/;
const ID = /^([1-9]\d{0,14})$/;
const SHA = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Parses any text. `bases` are the URLs of the servers with accounts. */
export function readFindInput(typed: string, bases: readonly string[]): FindInput {
  const text = typed.trim();
  if (text === '') return { kind: 'nothing' };
  const iid = MERGE_REQUEST.exec(text)?.[1];
  if (iid !== undefined) return { kind: 'merge-request', iid: Number(iid) };
  const id = NUMBER.exec(text)?.[1];
  if (id !== undefined) return { kind: 'number', id: Number(id) };
  const address = ADDRESS.test(text) ? parseUrl(text) : undefined;
  return address === undefined ? { kind: 'text', text } : readAddress(address, bases);
}

function readAddress(address: URL, bases: readonly string[]): FindInput {
  const { host } = address;
  const found = pathOnServer(address, bases);
  if (found === undefined) return { kind: 'other-server', host };
  const { base, path: inside } = found;
  const [, path, kind, number, rest = ''] = PAGE.exec(inside) ?? [];
  if (path === undefined || kind === undefined || !path.includes('/')) return { kind: 'other-page', host };
  return { kind: 'page', base, path, page: pageOf(kind, Number(number), rest, address) };
}

function pageOf(kind: string, id: number, rest: string, { hash, searchParams }: URL): FoundPage {
  if (kind === 'merge_requests') {
    const place = { ...noteIn(hash), ...(rest.startsWith('/diffs') ? diffPlace(hash, searchParams) : {}) };
    return { what: 'merge-request', iid: id, ...(Object.keys(place).length === 0 ? {} : { place }) };
  }
  if (kind === 'pipelines') return { what: 'pipeline', id };
  const line = /^#L(\d{1,9})/.exec(hash)?.[1];
  return { what: 'job', id, line: line === undefined ? undefined : Math.max(1, Number(line)) };
}

function noteIn(hash: string): MergeRequestPlace {
  const [, note] = NOTE.exec(hash) ?? [];
  return note === undefined ? {} : { note: Number(note) };
}

/** Content of the changes page: a commit instead of a version. */
function diffPlace(hash: string, given: URLSearchParams): MergeRequestPlace {
  const [, file, at] = FILE.exec(hash) ?? [];
  const line = at === undefined || at === '0' ? undefined : Number(at);
  const [, commit] = SHA.exec(given.get('commit_id') ?? '') ?? [];
  const [, startSha] = SHA.exec(given.get('start_sha') ?? '') ?? [];
  const [, id] = ID.exec(given.get('diff_id') ?? '') ?? [];
  const isVersion = commit === undefined && (id !== undefined || startSha !== undefined);
  return {
    ...(file === undefined ? {} : { file: { hash: file, line } }),
    ...(commit === undefined ? {} : { commit }),
    ...(isVersion
      ? {
          version: {
            ...(id === undefined ? {} : { id: Number(id) }),
            ...(startSha === undefined ? {} : { startSha }),
          },
        }
      : {}),
  };
}

/**
 * The server that a URL belongs to. Longest base first, because a server below a sub-path is more specific.
 */
function baseOf(address: URL, bases: readonly string[]): string | undefined {
  return [...bases]
    .sort((a, b) => b.length - a.length)
    .find(
      (base) => parseUrl(base)?.host === address.host && address.pathname.startsWith(`${prefixOf(base)}/`),
    );
}

/** Returns the server that a URL belongs to, and the decoded path below its URL. */
export function pathOnServer(
  address: URL,
  bases: readonly string[],
): { readonly base: string; readonly path: string } | undefined {
  const base = baseOf(address, bases);
  return base === undefined
    ? undefined
    : { base, path: decoded(address.pathname).slice(prefixOf(base).length + 1) };
}

const prefixOf = (base: string): string => new URL(base).pathname.replace(/\/+$/, '');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
