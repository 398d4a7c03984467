import { parseUrl } from '../../base/parse-url';
import { decodeAny, encodeAny } from '../../base/well-formed';
import { addressQuery, readQuery } from './address-query';
import { escapeInvisibleSegment } from './escape-invisible';

/** Parts of a document's URI, as in VS Code's `Uri`. */
export interface AddressParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** Identifies the log of a job by IDs. The tab shows a label in addition. */
export interface LogAddress {
  readonly base: string;
  readonly project: number | string;
  readonly job: number;
}

/** Scheme of job logs. The manifest assigns their language by the folder in the path. */
export const LOG_SCHEME = 'switchyard-log';
const LOG_FOLDER = 'switchyard-job-log';

/** `switchyard-log://HOST/PROJECT/switchyard-job-log/JOB/unit-tests #5012?{base,label}` */
export function logAddress(log: LogAddress, jobName: string): AddressParts {
  const label = `${escapeInvisibleSegment(jobName)} #${log.job}`;
  return {
    scheme: LOG_SCHEME,
    authority: new URL(log.base).host,
    path: `/${encodeAny(String(log.project))}/${LOG_FOLDER}/${log.job}/${label}`,
    query: addressQuery({ base: log.base }, label),
  };
}

/** Parses a URI; undefined if it isn't that of a job log. */
export function readLogAddress({ scheme, path, query }: AddressParts): LogAddress | undefined {
  if (scheme !== LOG_SCHEME) return undefined;
  const [, project, folder, job] = path.split('/');
  const base = readQuery(query).get('base');
  if (
    folder !== LOG_FOLDER ||
    project === undefined ||
    job === undefined ||
    base === undefined ||
    parseUrl(base) === undefined
  )
    return undefined;
  if (!/^\d+$/.test(job)) return undefined;
  const name = decodeAny(project);
  if (name === undefined) return undefined;
  return { base, project: /^\d+$/.test(name) ? Number(name) : name, job: Number(job) };
}

/** Returns the job's name in the tab, without its ID. */
export function logLabel({ path }: Pick<AddressParts, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/ #\d+$/, '');
}
