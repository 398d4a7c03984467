import type { JobStatus } from '../../schemas/job';
import type { Pipeline } from '../../schemas/pipeline';
import { pipelineModeSchema } from '../../schemas/stored/pipelines';
import type { Head } from '../shared/stores';

/** Modes for the list of a project's pipelines. */
export const PIPELINE_MODES = pipelineModeSchema.options;
export type PipelineMode = (typeof PIPELINE_MODES)[number];

/** The user's filter. Empty lists match everything. */
export interface PipelineFilter {
  readonly mode: PipelineMode;
  /** Statuses of pipelines. */
  readonly statuses: readonly JobStatus[];
  /** Includes pipelines that passed with warnings. */
  readonly warnings: boolean;
  /** Statuses of jobs in a pipeline. */
  readonly jobStatuses: readonly JobStatus[];
  /** Sources of the pipelines: `push`, `schedule`, … */
  readonly sources: readonly string[];
  readonly ref: string | undefined;
  /** Username of the user who started it. */
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

/** The conditions of one request, all of which must match. The server accepts one value for each. */
export interface ListConditions {
  readonly ref?: string;
  readonly sha?: string;
  readonly status?: JobStatus;
  readonly source?: string;
  readonly username?: string;
}

/** A list contains pipelines that match one of the `conditions`, and the other fields. */
export interface PipelineQuery {
  /** Equal for equal queries. */
  readonly key: string;
  readonly conditions: readonly ListConditions[];
  /** Conditions with several values, which the server doesn't support. */
  readonly statuses: readonly JobStatus[];
  readonly sources: readonly string[];
}

/** The source of merge request pipelines (not documented by the API, but used by GitLab). */
const MERGE_REQUEST_SOURCE = 'merge_request_event';

/**
 * The checked-out branch or commit, and the IID of its merge request if that has merged results pipelines.
 */
export interface PipelineHead extends Head {
  readonly mergedResultsOf?: number | undefined;
}

/** Maximum number of heads of a project. More clones and worktrees are rare. */
const MAX_HEADS = 3;

/** The query for a project. Without a repository, there is no branch, so recent pipelines are listed. */
export function queryOf(filter: PipelineFilter, heads: readonly PipelineHead[] = []): PipelineQuery {
  const { mode, ref, author } = filter;
  const statuses = requestedStatuses(filter);
  const sources = mode === 'merge-requests' ? [MERGE_REQUEST_SOURCE] : filter.sources;
  const [status, source] = [onlyOf(statuses), onlyOf(sources)];
  const base: ListConditions = {
    ...(status === undefined ? {} : { status }),
    ...(source === undefined ? {} : { source }),
    ...(author === undefined ? {} : { username: author }),
  };
  const byHead =
    mode === 'branch' && ref === undefined ? heads.slice(0, MAX_HEADS).flatMap(conditionsOf) : [];
  const conditions =
    byHead.length > 0
      ? byHead.map((ask) => ({ ...base, ...ask }))
      : [{ ...base, ...(ref === undefined ? {} : { ref }) }];
  const rest = {
    statuses: statuses.length > 1 ? statuses : [],
    sources: sources.length > 1 ? sources : [],
  };
  return { key: JSON.stringify([conditions, rest]), conditions, ...rest };
}

/** Servers list pipelines that passed with warnings as passed. */
function requestedStatuses(filter: PipelineFilter): readonly JobStatus[] {
  return wantsOnlyWarnings(filter) ? [...filter.statuses, 'success'] : filter.statuses;
}

/** True if, of the passed pipelines, only those with warnings are shown. */
export const wantsOnlyWarnings = ({ statuses, warnings }: PipelineFilter): boolean =>
  warnings && !statuses.includes('success');

/**
 * Queries by name and by commit, because pipelines of tags and merge requests run for the commit under
 * another ref. Merged results pipelines also run for another commit.
 */
function conditionsOf({ name, sha, mergedResultsOf: iid }: PipelineHead): ListConditions[] {
  return [
    ...(name === undefined ? [] : [{ ref: name }]),
    ...(sha === undefined ? [] : [{ sha }]),
    ...(iid === undefined ? [] : [{ ref: `refs/merge-requests/${iid}/merge` }]),
  ];
}

const onlyOf = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** A pipeline, with the user if it was read from jobs. */
export type ListedPipeline = Pipeline & { readonly username?: string | undefined };

/** True if the conditions that aren't sent to the server match. */
export function matchesOtherFilters(pipeline: ListedPipeline, { statuses, sources }: PipelineQuery): boolean {
  return (
    (statuses.length === 0 || statuses.some((status) => status === pipeline.status)) &&
    (sources.length === 0 || sources.some((source) => source === pipeline.source))
  );
}

/** True if the pipeline matches, like on the server. Used for pipelines that are read from jobs. */
export function matchesConditions(pipeline: ListedPipeline, ask: ListConditions): boolean {
  const { ref, sha, status, source, username } = ask;
  return (
    (ref === undefined || pipeline.ref === ref) &&
    (sha === undefined || pipeline.sha === sha) &&
    (status === undefined || pipeline.status === status) &&
    (source === undefined || pipeline.source === source) &&
    (username === undefined || pipeline.username === username) &&
    // Like GitLab, lists child pipelines only if they are requested.
    (source !== undefined || pipeline.source !== 'parent_pipeline')
  );
}

/** True if nothing is filtered out. */
export function isUnfiltered(filter: PipelineFilter): boolean {
  const { statuses, warnings, jobStatuses, sources, ref, author } = filter;
  const chosen = statuses.length + jobStatuses.length + sources.length;
  return chosen === 0 && !warnings && ref === undefined && author === undefined;
}
