import { parseUrl } from '../../base/parse-url';
import { decodeAny, encodeAny } from '../../base/well-formed';
import { addressQuery, readQuery } from '../shared/address-query';
import type { AddressParts } from '../shared/document-address';
import { escapeInvisibleSegment } from '../shared/escape-invisible';

/** Identifies the merge request that a text document contains. */
interface ReadingAddress {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

export const READING_SCHEME = 'switchyard-merge-request';
/** The manifest assigns the language to documents by the name of this folder. */
const FOLDER = 'switchyard-report';
const MAX_LABEL_LENGTH = 60;

/** `switchyard-merge-request://HOST/PROJECT/switchyard-report/12/!12 Add price rounding?{base,label}` */
export function readingAddress({ base, project, iid }: ReadingAddress, title: string): AddressParts {
  const label = escapeInvisibleSegment(`!${iid} ${title}`, MAX_LABEL_LENGTH).trim();
  return {
    scheme: READING_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeAny(String(project))}/${FOLDER}/${iid}/${label}`,
    query: addressQuery({ base }, label),
  };
}

/** Parses a URI; undefined if it isn't that of a merge request as text. */
export function readReadingAddress({ scheme, path, query }: AddressParts): ReadingAddress | undefined {
  const [, segment = '', folder, iid = ''] = path.split('/');
  const base = readQuery(query).get('base') ?? '';
  const project = decodeAny(segment);
  if (scheme !== READING_SCHEME || folder !== FOLDER || parseUrl(base) === undefined) return undefined;
  if (project === undefined || project === '' || !/^\d{1,15}$/.test(iid)) return undefined;
  return { base, project: /^\d{1,15}$/.test(project) ? Number(project) : project, iid: Number(iid) };
}
