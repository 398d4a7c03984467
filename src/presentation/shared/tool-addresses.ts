import { parseUrl } from '../../base/parse-url';
import { decodeAny, encodeAny } from '../../base/well-formed';
import { addressQuery, readQuery } from './address-query';
import type { AddressParts } from './document-address';
import { escapeInvisibleSegment } from './escape-invisible';

interface InProject {
  readonly base: string;
  readonly project: number | string;
}

/** One side of a comparison: the log of a job unchanged, or without parts that differ from run to run. */
export interface CompareAddress extends InProject {
  readonly job: number;
  readonly form: 'raw' | 'normal';
}
/** A search in the logs of a pipeline, with the typed search term. */
export interface SearchAddress extends InProject {
  readonly pipeline: number;
  readonly typed: string;
}
/** The history of a job by its name; with a ref, only the runs on it. */
export interface HistoryAddress extends InProject {
  readonly name: string;
  readonly ref: string | undefined;
}

export const COMPARE_SCHEME = 'switchyard-compare';
export const SEARCH_SCHEME = 'switchyard-search';
export const HISTORY_SCHEME = 'switchyard-history';
/** The summary of a pipeline. */
export const SUMMARY_SCHEME = 'switchyard-pipeline';
/** The job of a job token. */
export const JOB_TOKEN_SCHEME = 'switchyard-job-token';
/** Comparisons, searches, and histories of job logs, summaries of pipelines, and the jobs of job tokens. */
export const TOOL_SCHEMES = [COMPARE_SCHEME, SEARCH_SCHEME, HISTORY_SCHEME, SUMMARY_SCHEME, JOB_TOKEN_SCHEME];
/** The request statistics of the window. */
export const TRAFFIC_SCHEME = 'switchyard-requests';
/** A tracked or pasted error, and the code that it includes for a frame. */
export const ERROR_SCHEME = 'switchyard-error';
export const FRAME_SCHEME = 'switchyard-frame';

/** The manifest assigns languages to documents by the names of these folders. */
const LOG_FOLDER = 'switchyard-job-log';
const REPORT_FOLDER = 'switchyard-report';
const MAX_LABEL_LENGTH = 40;

/** `switchyard-compare://HOST/PROJECT/switchyard-job-log/JOB/unit-tests #5012?{base,form,label}` */
export function compareAddress(of: CompareAddress, jobName: string): AddressParts {
  const label = escapeInvisibleSegment(`${jobName} #${of.job}`, MAX_LABEL_LENGTH);
  return {
    ...inProject(COMPARE_SCHEME, of, `${LOG_FOLDER}/${of.job}/${label}`),
    query: addressQuery({ base: of.base, form: of.form }, label),
  };
}

/** `switchyard-search://HOST/PROJECT/switchyard-report/10/timeout in #10?{base,typed,label}` */
export function searchAddress(of: SearchAddress, title: string): AddressParts {
  const label = escapeInvisibleSegment(title, MAX_LABEL_LENGTH);
  return {
    ...inProject(SEARCH_SCHEME, of, `${REPORT_FOLDER}/${of.pipeline}/${label}`),
    query: addressQuery({ base: of.base, typed: of.typed }, label),
  };
}

/** `switchyard-history://HOST/PROJECT/switchyard-report/History of unit-tests?{base,name,label}` */
export function historyAddress(of: HistoryAddress, title: string): AddressParts {
  const label = escapeInvisibleSegment(title, MAX_LABEL_LENGTH);
  const given = { base: of.base, name: of.name, ...(of.ref === undefined ? {} : { ref: of.ref }) };
  return {
    ...inProject(HISTORY_SCHEME, of, `${REPORT_FOLDER}/${label}`),
    query: addressQuery(given, label),
  };
}

/** `switchyard-pipeline://HOST/PROJECT/switchyard-report/1119/Pipeline #1119 main?{base,label}` */
export function summaryAddress(of: InProject & { readonly pipeline: number }, title: string): AddressParts {
  const label = escapeInvisibleSegment(title, MAX_LABEL_LENGTH);
  return {
    ...inProject(SUMMARY_SCHEME, of, `${REPORT_FOLDER}/${of.pipeline}/${label}`),
    query: addressQuery({ base: of.base }, label),
  };
}

/** `switchyard-requests:/switchyard-report/Request Statistics?{label}` */
export const trafficAddress = (title: string): AddressParts => reportAddress(TRAFFIC_SCHEME, title);

/** `switchyard-job-token:/switchyard-report/Job Token?{label}` */
export const jobTokenAddress = (title: string): AddressParts => reportAddress(JOB_TOKEN_SCHEME, title);

/** The address of the only document of a scheme. */
function reportAddress(scheme: string, title: string): AddressParts {
  const label = escapeInvisibleSegment(title, MAX_LABEL_LENGTH);
  return { scheme, authority: '', path: `/${REPORT_FOLDER}/${label}`, query: addressQuery({}, label) };
}

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
  if (of === undefined || folder !== REPORT_FOLDER || !isNumber(pipeline) || typed === undefined)
    return undefined;
  return { base: of.base, project: of.project, pipeline: Number(pipeline), typed };
}

export function readSummaryAddress(
  parts: AddressParts,
): (InProject & { readonly pipeline: number }) | undefined {
  const [folder, pipeline] = inside(parts);
  const of = read(parts, SUMMARY_SCHEME);
  if (of === undefined || folder !== REPORT_FOLDER || !isNumber(pipeline)) return undefined;
  return { base: of.base, project: of.project, pipeline: Number(pipeline) };
}

export function readHistoryAddress(parts: AddressParts): HistoryAddress | undefined {
  const of = read(parts, HISTORY_SCHEME);
  const name = of?.values.get('name');
  if (of === undefined || inside(parts)[0] !== REPORT_FOLDER || name === undefined) return undefined;
  return { base: of.base, project: of.project, name, ref: of.values.get('ref') };
}

const inProject = (scheme: string, { base, project }: InProject, rest: string) => ({
  scheme,
  authority: new URL(base).host,
  path: `/${encodeAny(String(project))}/${rest}`,
});

/** Returns the path segments after the project. */
const inside = ({ path }: AddressParts): readonly string[] => path.split('/').slice(2);

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,15}$/.test(text);

function read(
  parts: AddressParts,
  scheme: string,
): (InProject & { readonly values: ReadonlyMap<string, string> }) | undefined {
  if (parts.scheme !== scheme) return undefined;
  const values = readQuery(parts.query);
  const base = values.get('base');
  const project = decodeAny(parts.path.split('/')[1] ?? '');
  if (base === undefined || parseUrl(base) === undefined || project === undefined || project === '')
    return undefined;
  return { base, project: isNumber(project) ? Number(project) : project, values };
}
