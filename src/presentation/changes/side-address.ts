import { parseUrl } from '../../base/parse-url';
import { wellFormed } from '../../base/well-formed';
import { safePath } from '../../domain/git/names';
import { isImagePath } from '../../domain/shared/file-content';
import { addressQuery, readQuery } from '../shared/address-query';
import type { AddressParts } from '../shared/document-address';

/**
 * One side of a file in a diff of a merge request. `from` and `to` are SHAs: the content never changes, so
 * URIs can be stored. `rebased`: the file at `from`, as if its branch had the base of `to`. `empty`: the side
 * on which the file doesn't exist.
 */
export interface SideAddress {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
  /** SHAs of the old and the new side. */
  readonly from: string;
  readonly to: string;
  readonly side: 'old' | 'new';
  readonly form: 'file' | 'rebased' | 'empty';
  /** Path of the file on this side; for an empty side, that of the other side. */
  readonly path: string;
}

export const REVIEW_SCHEME = 'switchyard-review';
const FORMS = ['file', 'rebased', 'empty'] as const;
const SHA = /^[0-9a-f]{40,64}$/;

/**
 * `switchyard-review://HOST/src/app.ts?{base,project,iid,from,to,side,form,depth,label}`: editors show the path, whose
 * file extension determines the language, and the label after it. `depth` distinguishes the file from its parent
 * folders. Throws for a path with `.`, `..`, or an empty segment, because VS Code would change it.
 */
export function sideAddress(of: SideAddress): AddressParts {
  const { base, project, iid, from, to, side, form } = of;
  const path = safePath(of.path);
  const depth = path.split('/').length;
  const values = {
    base,
    project: String(project),
    iid: String(iid),
    from,
    to,
    side,
    form,
    depth: String(depth),
  };
  return {
    scheme: REVIEW_SCHEME,
    authority: new URL(base).host,
    // The server provides no file whose path has a lone surrogate.
    path: `/${wellFormed(path)}`,
    query: addressQuery(values, labelAfter(of)),
  };
}

/** The tab of an image diff shows the names of the sides instead of a title. */
const labelAfter = ({ path, iid }: Pick<SideAddress, 'path' | 'iid'>): string =>
  isImagePath(path) ? ` (!${iid})` : '';

/** Returns the name of a file as tabs show it if they have no title. */
export const sideName = (of: Pick<SideAddress, 'path' | 'iid'>): string =>
  `${of.path.slice(of.path.lastIndexOf('/') + 1)}${labelAfter(of)}`;

/** Parses a URI; undefined if it isn't that of a side. */
export function readSideAddress({ scheme, path, query }: AddressParts): SideAddress | undefined {
  if (scheme !== REVIEW_SCHEME) return undefined;
  const given = readQuery(query);
  const word = (name: string): string => given.get(name) ?? '';
  const [base, project, iid] = [word('base'), word('project'), word('iid')];
  const [from, to, side] = [word('from'), word('to'), word('side')];
  const form = FORMS.find((each) => each === word('form'));
  const file = path.slice(1);
  if (parseUrl(base) === undefined || project === '' || !/^\d+$/.test(iid) || form === undefined)
    return undefined;
  if (!SHA.test(from) || !SHA.test(to) || (side !== 'old' && side !== 'new')) return undefined;
  if (file === '' || file.split('/').length !== Number(word('depth'))) return undefined;
  return {
    base,
    project: /^\d+$/.test(project) ? Number(project) : project,
    iid: Number(iid),
    from,
    to,
    side,
    form,
    path: file,
  };
}
