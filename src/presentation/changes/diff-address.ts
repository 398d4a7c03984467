import { parseUrl } from '../../base/parse-url';
import { encodeAny } from '../../base/well-formed';
import { addressQuery, readQuery } from '../shared/address-query';
import type { AddressParts } from '../shared/document-address';
import { escapeInvisibleSegment } from '../shared/escape-invisible';

/** The diff of a merge request as text: of a version, or the current one. */
export interface DiffAddress {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
  readonly version: number | undefined;
}

export const DIFF_SCHEME = 'switchyard-diff';
const NOW = 'now';
const MAX_LABEL_LENGTH = 60;

/**
 * `switchyard-diff://HOST/PROJECT/12/VERSION/!12 Add price rounding.diff?{base,label}`; the file extension
 * determines the language.
 */
export function diffAddress(of: DiffAddress, title: string): AddressParts {
  const label = `${escapeInvisibleSegment(`!${of.iid} ${title}`, MAX_LABEL_LENGTH).trim()}.diff`;
  return {
    scheme: DIFF_SCHEME,
    authority: new URL(of.base).host,
    path: `/${encodeAny(String(of.project))}/${of.iid}/${of.version ?? NOW}/${label}`,
    query: addressQuery({ base: of.base }, label),
  };
}

/** Parses a URI; undefined if it isn't that of a diff. */
export function readDiffAddress({ scheme, path, query }: AddressParts): DiffAddress | undefined {
  const [, project = '', iid = '', version = ''] = path.split('/');
  const base = readQuery(query).get('base') ?? '';
  if (scheme !== DIFF_SCHEME || parseUrl(base) === undefined || !/^\d+$/.test(iid)) return undefined;
  if (version !== NOW && !/^\d+$/.test(version)) return undefined;
  const name = decoded(project);
  if (name === undefined || name === '') return undefined;
  return {
    base,
    project: /^\d+$/.test(name) ? Number(name) : name,
    iid: Number(iid),
    version: version === NOW ? undefined : Number(version),
  };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // The URI is malformed.
  }
}
