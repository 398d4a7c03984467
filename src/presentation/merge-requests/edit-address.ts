import { decodeAny, encodeAny } from '../../base/well-formed';
import { addressQuery, readQuery } from '../shared/address-query';
import type { AddressParts } from '../shared/document-address';

/** Scheme of editable texts of merge requests: descriptions, and commit messages of a merge. */
export const EDIT_SCHEME = 'switchyard-edit';

interface Edited {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

/**
 * `switchyard-edit://HOST/PROJECT/12/!12 Description.md?{base,label}`; with the side `server`, the server's text to
 * compare with.
 */
export function editAddress({ base, project, iid }: Edited, side: 'mine' | 'server' = 'mine'): AddressParts {
  const label = `!${iid} Description.md`;
  return {
    scheme: EDIT_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeAny(String(project))}/${iid}/${label}`,
    query: addressQuery({ base, ...(side === 'server' ? { side } : {}) }, label),
  };
}

/** The commit of a merge that has the message. */
type MessageKind = 'merge' | 'squash';

interface EditedText extends Edited {
  readonly side: 'mine' | 'server';
  /** Undefined for descriptions. */
  readonly message?: MessageKind;
}

/** `switchyard-edit://HOST/PROJECT/12/!12 Merge Commit Message?{base,message,label}`. */
export function messageAddress({ base, project, iid }: Edited, message: MessageKind): AddressParts {
  const label = `!${iid} ${message === 'merge' ? 'Merge Commit Message' : 'Squash Commit Message'}`;
  return {
    scheme: EDIT_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeAny(String(project))}/${iid}/${label}`,
    query: addressQuery({ base, message }, label),
  };
}

/** Parses a URI; undefined if it isn't that of a merge request's text. */
export function readEditAddress({ scheme, path, query }: AddressParts): EditedText | undefined {
  if (scheme !== EDIT_SCHEME) return undefined;
  const [, project = '', iid = '', name = ''] = path.split('/');
  const given = readQuery(query);
  const base = given.get('base');
  if (base === undefined || !/^\d+$/.test(iid) || project === '' || name === '') return undefined;
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
