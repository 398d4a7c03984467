import { queryFiltersSchema } from '../schemas/merge-request-query';
import type { MergeRequestQuery, QueryPlace } from '../domain/merge-request-query';
import type { ClientKeyKey, ErrorPlace, FrameKey, TraceSource, TrackedErrorKey } from './error-keys';
import type { MergeRequestKey, PipelineKey, ProjectKey } from './keys';

/** What a command is about, as rows, menus and editors hand it over. Ids only. */
export type Target =
  | { readonly kind: 'project'; readonly project: ProjectKey; readonly path: string }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineKey }
  | { readonly kind: 'job' | 'bridge'; readonly pipeline: PipelineKey; readonly job: number }
  | { readonly kind: 'older'; readonly project: ProjectKey }
  | { readonly kind: 'merge-request'; readonly mergeRequest: MergeRequestKey }
  /** A file that a merge request changes: its path names it among what is shown of its changes. */
  | { readonly kind: 'change'; readonly mergeRequest: MergeRequestKey; readonly path: string }
  /** A folder of changed files, as rows group them; the empty path stands for all of the group. */
  | {
      readonly kind: 'change-folder';
      readonly mergeRequest: MergeRequestKey;
      readonly group: string;
      readonly path: string;
    }
  /** What is said in one place of a merge request. */
  | { readonly kind: 'thread'; readonly mergeRequest: MergeRequestKey; readonly discussion: string }
  /** A comment that no server has taken yet, by its id in the outbox. */
  | { readonly kind: 'unsent'; readonly mergeRequest: MergeRequestKey; readonly id: string }
  /** One commit of a merge request. */
  | { readonly kind: 'commit'; readonly mergeRequest: MergeRequestKey; readonly sha: string }
  /** An issue that closes with a merge request, by its id; that of an external tracker may be text. */
  | { readonly kind: 'issue'; readonly mergeRequest: MergeRequestKey; readonly issue: number | string }
  /** A list of merge requests: the questions that it answers together; `saved` is the id of a saved query. */
  | {
      readonly kind: 'merge-request-list';
      readonly queries: readonly MergeRequestQuery[];
      readonly saved?: string | undefined;
    }
  /** A host, group or project whose merge requests are listed. */
  | { readonly kind: 'place'; readonly place: QueryPlace }
  /** An error that a server keeps. */
  | { readonly kind: 'tracked-error'; readonly error: TrackedErrorKey }
  /** One call of a stack trace. */
  | { readonly kind: 'frame'; readonly frame: FrameKey }
  /** A stack trace that was pasted in this window. */
  | { readonly kind: 'pasted-trace'; readonly id: string }
  | { readonly kind: 'client-key'; readonly clientKey: ClientKeyKey };

/** A row of a tree that a command can be about. */
export interface HasTarget {
  readonly target: Target | undefined;
}

/** The merge request that a command's argument stands for. */
export function mergeRequestTargetOf(argument: unknown): MergeRequestKey | undefined {
  const target = targetOf(argument);
  return target?.kind === 'merge-request' ? target.mergeRequest : undefined;
}

/** Reads a command's argument, which anybody may have called it with; undefined for anything but one of our rows. */
export function targetOf(argument: unknown): Target | undefined {
  if (typeof argument !== 'object' || argument === null || !('target' in argument)) return undefined;
  const { target } = argument;
  return isTarget(target) ? target : undefined;
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  switch (value.kind) {
    case 'project':
      return (
        'project' in value && isProjectKey(value.project) && 'path' in value && typeof value.path === 'string'
      );
    case 'older':
      return 'project' in value && isProjectKey(value.project);
    case 'pipeline':
      return 'pipeline' in value && isPipelineKey(value.pipeline);
    case 'job':
    case 'bridge':
      return (
        'pipeline' in value &&
        isPipelineKey(value.pipeline) &&
        'job' in value &&
        typeof value.job === 'number'
      );
    case 'merge-request':
      return 'mergeRequest' in value && isMergeRequestKey(value.mergeRequest);
    case 'commit':
      return (
        'mergeRequest' in value &&
        isMergeRequestKey(value.mergeRequest) &&
        'sha' in value &&
        typeof value.sha === 'string'
      );
    case 'change':
    case 'change-folder':
      return (
        'mergeRequest' in value &&
        isMergeRequestKey(value.mergeRequest) &&
        'path' in value &&
        typeof value.path === 'string' &&
        (value.kind === 'change' || ('group' in value && typeof value.group === 'string'))
      );
    case 'thread':
      return (
        'mergeRequest' in value &&
        isMergeRequestKey(value.mergeRequest) &&
        'discussion' in value &&
        typeof value.discussion === 'string'
      );
    case 'unsent':
      return (
        'mergeRequest' in value &&
        isMergeRequestKey(value.mergeRequest) &&
        'id' in value &&
        typeof value.id === 'string'
      );
    case 'issue':
      return (
        'mergeRequest' in value &&
        isMergeRequestKey(value.mergeRequest) &&
        'issue' in value &&
        (typeof value.issue === 'number' || typeof value.issue === 'string')
      );
    case 'merge-request-list':
      return (
        'queries' in value &&
        Array.isArray(value.queries) &&
        value.queries.every(isQuery) &&
        (!('saved' in value) || value.saved === undefined || typeof value.saved === 'string')
      );
    case 'place':
      return 'place' in value && isPlace(value.place);
    case 'tracked-error':
      return 'error' in value && isTrackedErrorKey(value.error);
    case 'frame':
      return 'frame' in value && isFrameKey(value.frame);
    case 'pasted-trace':
      return 'id' in value && typeof value.id === 'string';
    case 'client-key':
      return 'clientKey' in value && isClientKeyKey(value.clientKey);
    default:
      return false;
  }
}

function isErrorPlace(value: unknown): value is ErrorPlace {
  return isProjectKey(value) && 'path' in value && typeof value.path === 'string';
}

function isTrackedErrorKey(value: unknown): value is TrackedErrorKey {
  return isErrorPlace(value) && 'error' in value && typeof value.error === 'string';
}

function isClientKeyKey(value: unknown): value is ClientKeyKey {
  return isErrorPlace(value) && 'key' in value && typeof value.key === 'number';
}

function isTraceSource(value: unknown): value is TraceSource {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'latest') return 'error' in value && isTrackedErrorKey(value.error);
  return value.kind === 'pasted' && 'id' in value && typeof value.id === 'string';
}

function isFrameKey(value: unknown): value is FrameKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    isTraceSource(value.source) &&
    'trace' in value &&
    typeof value.trace === 'number' &&
    'frame' in value &&
    typeof value.frame === 'number'
  );
}

function isProjectKey(value: unknown): value is ProjectKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'base' in value &&
    typeof value.base === 'string' &&
    'project' in value &&
    (typeof value.project === 'number' || typeof value.project === 'string')
  );
}

function isPipelineKey(value: unknown): value is PipelineKey {
  return isProjectKey(value) && 'pipeline' in value && typeof value.pipeline === 'number';
}

function isMergeRequestKey(value: unknown): value is MergeRequestKey {
  return isProjectKey(value) && 'iid' in value && typeof value.iid === 'number';
}

function isQuery(value: unknown): value is MergeRequestQuery {
  return (
    typeof value === 'object' &&
    value !== null &&
    'place' in value &&
    isPlace(value.place) &&
    'filters' in value &&
    queryFiltersSchema.safeParse(value.filters).success
  );
}

function isPlace(value: unknown): value is QueryPlace {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'base' in value)) return false;
  if (typeof value.base !== 'string') return false;
  const isId = (id: unknown): boolean => typeof id === 'number' || typeof id === 'string';
  switch (value.kind) {
    case 'host':
      return true;
    case 'group':
      return 'group' in value && isId(value.group);
    case 'project':
      return 'project' in value && isId(value.project);
    default:
      return false;
  }
}
