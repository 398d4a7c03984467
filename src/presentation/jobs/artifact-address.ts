import { parseUrl } from '../../base/parse-url';
import { wellFormed } from '../../base/well-formed';
import { addressQuery, readQuery } from '../shared/address-query';
import type { AddressParts } from '../shared/document-address';
import { escapeInvisibleSegment } from '../shared/escape-invisible';

/** A file or folder in the artifacts of a job. */
export interface ArtifactAddress {
  readonly base: string;
  readonly project: number | string;
  readonly job: number;
  /** Path in the archive; empty for the root. */
  readonly path: string;
}

export const ARTIFACT_SCHEME = 'switchyard-artifacts';
const MAX_LABEL_LENGTH = 40;

/**
 * `switchyard-artifacts://HOST/compile #5012/dist/main.js?{base,project,job,label}`: the query is the same for all
 * files of a job, so that paths relative to a file can be resolved.
 */
export function artifactAddress(of: ArtifactAddress, jobName: string): AddressParts {
  const label = escapeInvisibleSegment(`${jobName} #${of.job}`, MAX_LABEL_LENGTH);
  return {
    scheme: ARTIFACT_SCHEME,
    authority: new URL(of.base).host,
    path: `/${label}${of.path === '' ? '' : `/${wellFormed(of.path)}`}`,
    query: addressQuery({ base: of.base, project: String(of.project), job: String(of.job) }, label),
  };
}

/** Parses a URI; undefined if it isn't that of an artifact. */
export function readArtifactAddress({ scheme, path, query }: AddressParts): ArtifactAddress | undefined {
  if (scheme !== ARTIFACT_SCHEME) return undefined;
  const values = readQuery(query);
  const [base, project, job] = ['base', 'project', 'job'].map((name) => values.get(name) ?? '');
  if (base === undefined || parseUrl(base) === undefined || project === undefined || project === '')
    return undefined;
  if (job === undefined || !/^\d{1,15}$/.test(job)) return undefined;
  const [, label = '', ...segments] = path.split('/');
  if (label === '') return undefined;
  return {
    base,
    project: /^\d{1,15}$/.test(project) ? Number(project) : project,
    job: Number(job),
    path: segments.join('/'),
  };
}
