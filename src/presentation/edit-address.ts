import type { AddressParts } from './document-address';

/** Scheme of descriptions that are being edited: saving sends them. */
export const EDIT_SCHEME = 'switchyard-edit';

interface Edited {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

/** `switchyard-edit://HOST/PROJECT/12/!12 Description.md?base=…`; `side` is what the server has, for comparing. */
export function editAddress({ base, project, iid }: Edited, side: 'mine' | 'server' = 'mine'): AddressParts {
  const given = new URLSearchParams({ base, ...(side === 'server' ? { side } : {}) });
  return {
    scheme: EDIT_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeURIComponent(project)}/${iid}/!${iid} Description.md`,
    query: given.toString(),
  };
}

/** Reads an address back; undefined for one that is not of a description. */
export function readEditAddress({
  scheme,
  path,
  query,
}: AddressParts): (Edited & { readonly side: 'mine' | 'server' }) | undefined {
  if (scheme !== EDIT_SCHEME) return undefined;
  const [, project = '', iid = '', name = ''] = path.split('/');
  const given = new URLSearchParams(query);
  const base = given.get('base');
  if (base === null || !/^\d+$/.test(iid) || project === '' || name === '') return undefined;
  const id = decodeURIComponent(project);
  return {
    base,
    project: /^\d+$/.test(id) ? Number(id) : id,
    iid: Number(iid),
    side: given.get('side') === 'server' ? 'server' : 'mine',
  };
}
