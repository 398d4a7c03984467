import { decodeAny, encodeAny } from '../../base/well-formed';
import type { AddressParts } from '../shared/document-address';

/** Scheme of texts of merge requests that are being edited: descriptions, and messages for a merge. */
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
    path: `/${encodeAny(String(project))}/${iid}/!${iid} Description.md`,
    query: given.toString(),
  };
}

/** Which commit of a merge a message is of. */
type MessageKind = 'merge' | 'squash';

interface EditedText extends Edited {
  readonly side: 'mine' | 'server';
  /** Missing for descriptions. */
  readonly message?: MessageKind;
}

/** `switchyard-edit://HOST/PROJECT/12/!12 Merge Commit Message?base=…&message=merge`. */
export function messageAddress({ base, project, iid }: Edited, message: MessageKind): AddressParts {
  const name = message === 'merge' ? 'Merge Commit Message' : 'Squash Commit Message';
  return {
    scheme: EDIT_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeAny(String(project))}/${iid}/!${iid} ${name}`,
    query: new URLSearchParams({ base, message }).toString(),
  };
}

/** Reads an address back; undefined for one that is of no text of a merge request. */
export function readEditAddress({ scheme, path, query }: AddressParts): EditedText | undefined {
  if (scheme !== EDIT_SCHEME) return undefined;
  const [, project = '', iid = '', name = ''] = path.split('/');
  const given = new URLSearchParams(query);
  const base = given.get('base');
  if (base === null || !/^\d+$/.test(iid) || project === '' || name === '') return undefined;
  const id = decodeAny(project);
  if (id === undefined) return undefined;
  const message = given.get('message');
  return {
    base,
    project: /^\d+$/.test(id) ? Number(id) : id,
    iid: Number(iid),
    side: given.get('side') === 'server' ? 'server' : 'mine',
    ...(message === 'merge' || message === 'squash' ? { message } : {}),
  };
}
