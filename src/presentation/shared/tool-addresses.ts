import { parseUrl } from '../../base/parse-url';
import { decodeAny, encodeAny, wellFormed } from '../../base/well-formed';
import type { AddressParts } from './document-address';
import { escapeInvisibleSegment } from './escape-invisible';

interface InProject {
  readonly base: string;
  readonly project: number | string;
}

/** One side of a comparison: the log of a job as it is, or without what differs from run to run. */
export interface CompareAddress extends InProject {
  readonly job: number;
  readonly form: 'raw' | 'normal';
}
/** A search in the logs of a pipeline, as it was typed. */
export interface SearchAddress extends InProject {
  readonly pipeline: number;
  readonly typed: string;
}
/** The history of a job by its name; with a ref, of its runs on that one only. */
export interface HistoryAddress extends InProject {
  readonly name: string;
  readonly ref: string | undefined;
}

export const COMPARE_SCHEME = 'switchyard-compare';
export const SEARCH_SCHEME = 'switchyard-search';
export const HISTORY_SCHEME = 'switchyard-history';
/** Comparisons, searches and histories of job logs. */
export const TOOL_SCHEMES = [COMPARE_SCHEME, SEARCH_SCHEME, HISTORY_SCHEME];
/** The request statistics of the window. */
export const TRAFFIC_SCHEME = 'switchyard-requests';
/** A tracked or pasted error, and the code that came along with a call of it. */
export const ERROR_SCHEME = 'switchyard-error';
export const FRAME_SCHEME = 'switchyard-frame';

/** The manifest gives documents below folders of these names their languages. */
const LOG_FOLDER = 'switchyard-job-log';
const REPORT_FOLDER = 'switchyard-report';
const MAX_LABEL_LENGTH = 40;

/** `switchyard-compare://HOST/PROJECT/switchyard-job-log/JOB/unit-tests #5012?base=…&form=normal` */
export function compareAddress(of: CompareAddress, jobName: string): AddressParts {
  const label = escapeInvisibleSegment(`${jobName} #${of.job}`, MAX_LABEL_LENGTH);
  return {
    ...inProject(COMPARE_SCHEME, of, `${LOG_FOLDER}/${of.job}/${label}`),
    query: query({ base: of.base, form: of.form }),
  };
}

/** `switchyard-search://HOST/PROJECT/switchyard-report/10/timeout in #10?base=…&typed=timeout` */
export function searchAddress(of: SearchAddress, label: string): AddressParts {
  return {
    ...inProject(
      SEARCH_SCHEME,
      of,
      `${REPORT_FOLDER}/${of.pipeline}/${escapeInvisibleSegment(label, MAX_LABEL_LENGTH)}`,
    ),
    query: query({ base: of.base, typed: of.typed }),
  };
}

/** `switchyard-history://HOST/PROJECT/switchyard-report/History of unit-tests?base=…&name=unit-tests` */
export function historyAddress(of: HistoryAddress, label: string): AddressParts {
  return {
    ...inProject(HISTORY_SCHEME, of, `${REPORT_FOLDER}/${escapeInvisibleSegment(label, MAX_LABEL_LENGTH)}`),
    query: query({ base: of.base, name: of.name, ...(of.ref === undefined ? {} : { ref: of.ref }) }),
  };
}

/** `switchyard-requests:/switchyard-report/Request Statistics` */
export const trafficAddress = (label: string): AddressParts => ({
  scheme: TRAFFIC_SCHEME,
  authority: '',
  query: '',
  path: `/${REPORT_FOLDER}/${escapeInvisibleSegment(label, MAX_LABEL_LENGTH)}`,
});

export function readCompareAddress(parts: AddressParts): CompareAddress | undefined {
  const [folder, job] = inside(parts);
  const of = read(parts, COMPARE_SCHEME);
  const form = of?.values.get('form');
  if (of === undefined || folder !== LOG_FOLDER || !isNumber(job) || (form !== 'raw' && form !== 'normal'))
    return undefined;
  return { base: of.base, project: of.project, job: Number(job), form };
}

export function readSearchAddress(parts: AddressParts): SearchAddress | undefined {
  const [folder, pipeline] = inside(parts);
  const of = read(parts, SEARCH_SCHEME);
  const typed = of?.values.get('typed');
  if (
    of === undefined ||
    folder !== REPORT_FOLDER ||
    !isNumber(pipeline) ||
    typed === null ||
    typed === undefined
  )
    return undefined;
  return { base: of.base, project: of.project, pipeline: Number(pipeline), typed };
}

export function readHistoryAddress(parts: AddressParts): HistoryAddress | undefined {
  const of = read(parts, HISTORY_SCHEME);
  const name = of?.values.get('name');
  if (of === undefined || inside(parts)[0] !== REPORT_FOLDER || name === null || name === undefined)
    return undefined;
  return { base: of.base, project: of.project, name, ref: of.values.get('ref') ?? undefined };
}

const inProject = (scheme: string, { base, project }: InProject, rest: string) => ({
  scheme,
  authority: new URL(base).host,
  path: `/${encodeAny(String(project))}/${rest}`,
});

/** What stands behind the project in the path. */
const inside = ({ path }: AddressParts): readonly string[] => path.split('/').slice(2);

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,15}$/.test(text);

const query = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
    .join('&');

function read(
  parts: AddressParts,
  scheme: string,
): (InProject & { readonly values: URLSearchParams }) | undefined {
  if (parts.scheme !== scheme) return undefined;
  const values = new URLSearchParams(parts.query);
  const base = values.get('base');
  const project = decodeAny(parts.path.split('/')[1] ?? '');
  if (base === null || parseUrl(base) === undefined || project === undefined || project === '')
    return undefined;
  return { base, project: isNumber(project) ? Number(project) : project, values };
}
