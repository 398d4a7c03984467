/** A page of a server that the editor can show in its own way. */
export type FoundPage =
  | { readonly what: 'pipeline'; readonly id: number }
  /** `line` counts from 1, as in the page's anchor `#L12`. */
  | { readonly what: 'job'; readonly id: number; readonly line: number | undefined }
  | { readonly what: 'merge-request'; readonly iid: number };

/** What a person typed to find something. */
export type FindInput =
  | { readonly kind: 'nothing' }
  /** `!12` */
  | { readonly kind: 'merge-request'; readonly iid: number }
  /** `#5012` or `5012`: a job or a pipeline. */
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'page'; readonly base: string; readonly path: string; readonly page: FoundPage }
  /** An address on a host that nobody is signed in to. */
  | { readonly kind: 'other-server'; readonly host: string }
  /** An address on a known server that is none of those pages. */
  | { readonly kind: 'other-page'; readonly host: string }
  | { readonly kind: 'text'; readonly text: string };

/** Larger numbers are none that a server gives out, and would not be exact. */
const NUMBER = /^#?(\d{1,15})$/;
const MERGE_REQUEST = /^!(\d{1,15})$/;
const ADDRESS = /^https?:\/\//i;
const PAGE = /^(.+?)\/(?:-\/)?(pipelines|jobs|merge_requests)\/(\d{1,15})(?:\/.*)?$/;

/** Takes any text. `bases` are the addresses of the servers that somebody is signed in to. */
export function readFindInput(typed: string, bases: readonly string[]): FindInput {
  const text = typed.trim();
  if (text === '') return { kind: 'nothing' };
  const iid = MERGE_REQUEST.exec(text)?.[1];
  if (iid !== undefined) return { kind: 'merge-request', iid: Number(iid) };
  const id = NUMBER.exec(text)?.[1];
  if (id !== undefined) return { kind: 'number', id: Number(id) };
  return ADDRESS.test(text) && URL.canParse(text)
    ? readAddress(new URL(text), bases)
    : { kind: 'text', text };
}

function readAddress(address: URL, bases: readonly string[]): FindInput {
  const { host } = address;
  const base = baseOf(address, bases);
  if (base === undefined) return { kind: 'other-server', host };
  const inside = decoded(address.pathname).slice(prefixOf(base).length + 1);
  const [, path, kind, number] = PAGE.exec(inside) ?? [];
  if (path === undefined || kind === undefined || !path.includes('/')) return { kind: 'other-page', host };
  return { kind: 'page', base, path, page: pageOf(kind, Number(number), address.hash) };
}

function pageOf(kind: string, id: number, hash: string): FoundPage {
  if (kind === 'merge_requests') return { what: 'merge-request', iid: id };
  if (kind === 'pipelines') return { what: 'pipeline', id };
  const line = /^#L(\d{1,9})/.exec(hash)?.[1];
  return { what: 'job', id, line: line === undefined ? undefined : Math.max(1, Number(line)) };
}

/** The server that an address lies on; the longest one first: a server below a sub-path is more particular. */
function baseOf(address: URL, bases: readonly string[]): string | undefined {
  return [...bases]
    .sort((a, b) => b.length - a.length)
    .find(
      (base) =>
        URL.canParse(base) &&
        new URL(base).host === address.host &&
        address.pathname.startsWith(`${prefixOf(base)}/`),
    );
}

const prefixOf = (base: string): string => new URL(base).pathname.replace(/\/+$/, '');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
