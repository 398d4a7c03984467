import { parseUrl } from '../../base/parse-url';
import { decodeAny, encodeAny } from '../../base/well-formed';
import { escapeInvisibleSegment } from './escape-invisible';

/** The parts of a document's address, as the editor's own address type has them. */
export interface AddressParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** Names the log of a job: ids only, beside a label that the tab shows. */
export interface LogAddress {
  readonly base: string;
  readonly project: number | string;
  readonly job: number;
}

/** Scheme of job logs. The manifest knows their language by the folder in the path. */
export const LOG_SCHEME = 'switchyard-log';
const LOG_FOLDER = 'switchyard-job-log';

/** `switchyard-log://HOST/PROJECT/switchyard-job-log/JOB/unit-tests #5012?base=…` */
export function logAddress(log: LogAddress, jobName: string): AddressParts {
  const label = `${escapeInvisibleSegment(jobName)} #${log.job}`;
  return {
    scheme: LOG_SCHEME,
    authority: new URL(log.base).host,
    path: `/${encodeAny(String(log.project))}/${LOG_FOLDER}/${log.job}/${label}`,
    query: `base=${encodeURIComponent(log.base)}`,
  };
}

/** Reads an address back; undefined for one that is not of a job log. */
export function readLogAddress({ scheme, path, query }: AddressParts): LogAddress | undefined {
  if (scheme !== LOG_SCHEME) return undefined;
  const [, project, folder, job] = path.split('/');
  const base = new URLSearchParams(query).get('base');
  if (
    folder !== LOG_FOLDER ||
    project === undefined ||
    job === undefined ||
    base === null ||
    parseUrl(base) === undefined
  )
    return undefined;
  if (!/^\d+$/.test(job)) return undefined;
  const name = decodeAny(project);
  if (name === undefined) return undefined;
  return { base, project: /^\d+$/.test(name) ? Number(name) : name, job: Number(job) };
}

/** The job's name as the tab shows it, without its id. */
export function logLabel({ path }: Pick<AddressParts, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/ #\d+$/, '');
}
