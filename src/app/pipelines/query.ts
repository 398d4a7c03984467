import type { JobStatus } from '../../schemas/job';
import type { Pipeline } from '../../schemas/pipeline';
import { pipelineModeSchema } from '../../schemas/stored-pipelines';
import type { Head } from '../shared/stores';

/** Which pipelines of a project are listed. */
export const PIPELINE_MODES = pipelineModeSchema.options;
export type PipelineMode = (typeof PIPELINE_MODES)[number];

/** What a person chose to see; an empty set means "any". */
export interface PipelineFilter {
  readonly mode: PipelineMode;
  /** Of pipelines. */
  readonly statuses: readonly JobStatus[];
  /** Also pipelines that passed with warnings. */
  readonly warnings: boolean;
  /** Of the jobs inside a pipeline. */
  readonly jobStatuses: readonly JobStatus[];
  /** What pipelines were started by: `push`, `schedule`, … */
  readonly sources: readonly string[];
  readonly ref: string | undefined;
  /** User name of who started it. */
  readonly author: string | undefined;
}

export const NO_FILTER: PipelineFilter = {
  mode: 'recent',
  statuses: [],
  warnings: false,
  jobStatuses: [],
  sources: [],
  ref: undefined,
  author: undefined,
};

/** What one request asks for: all of it has to be so. The server takes one value of each. */
export interface Ask {
  readonly ref?: string;
  readonly sha?: string;
  readonly status?: JobStatus;
  readonly source?: string;
  readonly username?: string;
}

/** What a list holds: whatever answers one of the asks and fits. */
export interface PipelineQuery {
  /** The same text for the same question. */
  readonly key: string;
  readonly asks: readonly Ask[];
  /** What the server cannot be asked: several values at once. */
  readonly statuses: readonly JobStatus[];
  readonly sources: readonly string[];
}

/** A merge request's pipeline is told by its source (not stated by the API; the real service sends it). */
const MERGE_REQUEST_SOURCE = 'merge_request_event';

/** What is checked out, and the number of its merge request where that has merged results pipelines. */
export interface PipelineHead extends Head {
  readonly mergedResultsOf?: number | undefined;
}

/** Heads of one project that are looked at: clones and worktrees of it beyond that are rare. */
const MAX_HEADS = 3;

/** The question for one project. Without a repository there is no branch: then the recent ones are shown. */
export function queryOf(filter: PipelineFilter, heads: readonly PipelineHead[] = []): PipelineQuery {
  const { mode, ref, author } = filter;
  const statuses = statusesAsked(filter);
  const sources = mode === 'merge-requests' ? [MERGE_REQUEST_SOURCE] : filter.sources;
  const base: Ask = {
    ...single('status', statuses),
    ...single('source', sources),
    ...(author === undefined ? {} : { username: author }),
  };
  const byHead = mode === 'branch' && ref === undefined ? heads.slice(0, MAX_HEADS).flatMap(asksOf) : [];
  const asks =
    byHead.length > 0
      ? byHead.map((ask) => ({ ...base, ...ask }))
      : [{ ...base, ...(ref === undefined ? {} : { ref }) }];
  const rest = {
    statuses: statuses.length > 1 ? statuses : [],
    sources: sources.length > 1 ? sources : [],
  };
  return { key: JSON.stringify([asks, rest]), asks, ...rest };
}

/** Servers list pipelines that passed with warnings as passed. */
function statusesAsked(filter: PipelineFilter): readonly JobStatus[] {
  return wantsOnlyWarnings(filter) ? [...filter.statuses, 'success'] : filter.statuses;
}

/** True if, of the passed pipelines, only those with warnings are shown. */
export const wantsOnlyWarnings = ({ statuses, warnings }: PipelineFilter): boolean =>
  warnings && !statuses.includes('success');

/**
 * By name and by commit: pipelines of tags and merge requests run for the commit under another name. Merged results
 * pipelines run for another commit, too.
 */
function asksOf({ name, sha, mergedResultsOf: iid }: PipelineHead): Ask[] {
  return [
    ...(name === undefined ? [] : [{ ref: name }]),
    ...(sha === undefined ? [] : [{ sha }]),
    ...(iid === undefined ? [] : [{ ref: `refs/merge-requests/${iid}/merge` }]),
  ];
}

function single<K extends string, T>(name: K, values: readonly T[]): Partial<Record<K, T>> {
  const [only] = values;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a computed name is wider to the compiler
  return values.length === 1 && only !== undefined ? ({ [name]: only } as Partial<Record<K, T>>) : {};
}

/** A pipeline with what only its jobs tell of it. */
export type Listed = Pipeline & { readonly username?: string | undefined };

/** What the server was not asked. */
export function fitsRest(pipeline: Listed, { statuses, sources }: PipelineQuery): boolean {
  return (
    (statuses.length === 0 || statuses.some((status) => status === pipeline.status)) &&
    (sources.length === 0 || sources.some((source) => source === pipeline.source))
  );
}

/** The same that a server does with an ask, for where it cannot be asked. */
export function fitsAsk(pipeline: Listed, ask: Ask): boolean {
  const { ref, sha, status, source, username } = ask;
  return (
    (ref === undefined || pipeline.ref === ref) &&
    (sha === undefined || pipeline.sha === sha) &&
    (status === undefined || pipeline.status === status) &&
    (source === undefined || pipeline.source === source) &&
    (username === undefined || pipeline.username === username) &&
    // Child pipelines are listed only where asked for, as the real service does.
    (source !== undefined || pipeline.source !== 'parent_pipeline')
  );
}

/** True where nothing is left out. */
export function isUnfiltered(filter: PipelineFilter): boolean {
  const { statuses, warnings, jobStatuses, sources, ref, author } = filter;
  const chosen = statuses.length + jobStatuses.length + sources.length;
  return chosen === 0 && !warnings && ref === undefined && author === undefined;
}
