import type { AddressParts } from './document-address';

/**
 * One side of a file in a diff of a merge request. `from` and `to` are shas: what is there never changes, so an
 * address may be kept. `rebased`: the file at `from`, as it would be had its branch begun where that of `to` begins.
 * `empty`: the side of a file on which it does not exist.
 */
export interface SideAddress {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
  /** The sha that the old side shows, and the one that the new side shows. */
  readonly from: string;
  readonly to: string;
  readonly side: 'old' | 'new';
  readonly form: 'file' | 'rebased' | 'empty';
  /** Path of the file on this side; of an empty side that of the other. */
  readonly path: string;
}

export const REVIEW_SCHEME = 'switchyard-review';
const FORMS = ['file', 'rebased', 'empty'] as const;
const SHA = /^[0-9a-f]{40,64}$/;

/** `switchyard-review://HOST/PROJECT/12/FROM..TO/old/file/src/app.ts?base=…`; the path's ending gives it its language. */
export function sideAddress(of: SideAddress): AddressParts {
  const head = [encodeURIComponent(of.project), of.iid, `${of.from}..${of.to}`, of.side, of.form].join('/');
  return {
    scheme: REVIEW_SCHEME,
    authority: new URL(of.base).host,
    path: `/${head}/${of.path}`,
    query: `base=${encodeURIComponent(of.base)}`,
  };
}

/** Reads an address back; undefined for one that is not of a side. */
export function readSideAddress({ scheme, path, query }: AddressParts): SideAddress | undefined {
  const [, project = '', iid = '', shas = '', side = '', form = '', ...rest] = path.split('/');
  const base = new URLSearchParams(query).get('base') ?? '';
  const [from = '', to = ''] = shas.split('..');
  const known = FORMS.find((each) => each === form);
  if (scheme !== REVIEW_SCHEME || !URL.canParse(base) || !/^\d+$/.test(iid)) return undefined;
  if (!SHA.test(from) || !SHA.test(to) || known === undefined || rest.join('/') === '') return undefined;
  if (side !== 'old' && side !== 'new') return undefined;
  const name = decoded(project);
  if (name === undefined || name === '') return undefined;
  return {
    base,
    project: /^\d+$/.test(name) ? Number(name) : name,
    iid: Number(iid),
    ...{ from, to, side, form: known, path: rest.join('/') },
  };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // Somebody made the address up.
  }
}
