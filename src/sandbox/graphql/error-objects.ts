import { slugOf } from '../views/namespace';
import type { Frame, TrackedError } from '../world/errors/model';
import type { Project } from '../world/model';
import type { World } from '../world/world';
import type { Args, GraphqlObject, Scalar } from './object';
import { QueryError } from './query-error';

const HOUR = 60 * 60_000;
const MAX_PER_PAGE = 100;
const GLOBAL = 'gid://gitlab/Gitlab::ErrorTracking';

const iso = (ms: number): string => new Date(ms).toISOString();
const titleOf = ({ latest: { type, message } }: TrackedError): string =>
  type === '' ? message : message === '' ? type : `${type}: ${message}`;

const ORDERS: Readonly<Record<string, (error: TrackedError) => number>> = {
  last_seen: ({ last }) => last,
  first_seen: ({ first }) => first,
  frequency: ({ count }) => count,
};

/**
 * Returns the errors of a project; null if the feature is disabled. The list is null if an external server is
 * used.
 */
export function errorsObject(world: World, project: Project, base: string): GraphqlObject | null {
  const settings = world.errors.settingsOf(project);
  if (settings?.active !== true) return null;
  const find = (args: Args, kind: string): TrackedError | undefined =>
    settings.integrated ? findError(world, project, args['id'] ?? null, kind) : undefined;
  return {
    externalUrl: `${base}/${project.path}/-/error_tracking`,
    errors: (args) => (settings.integrated ? connection(world, project, args, base) : null),
    detailedError: (args) => {
      const error = find(args, 'DetailedError');
      return error === undefined ? null : detailedErrorObject(error, world.time, base);
    },
    errorStackTrace: (args) => {
      const error = find(args, 'ErrorStackTrace');
      return error === undefined ? null : stackTraceObject(error);
    },
  };
}

function findError(world: World, project: Project, id: Scalar, kind: string): TrackedError | undefined {
  const text = String(id);
  const number =
    /^gid:\/\/gitlab\/Gitlab::ErrorTracking::(?:Error|DetailedError|ErrorStackTrace)\/(\d+)$/.exec(text);
  if (number === null)
    throw new QueryError(`"${text}" does not represent an instance of Gitlab::ErrorTracking::${kind}`);
  return world.errors.errorsOf(project).find((error) => String(error.id) === number[1]);
}

function connection(world: World, project: Project, args: Args, base: string): GraphqlObject {
  const { searchTerm, sort, first, last, after, before } = args;
  const order = ORDERS[String(sort ?? 'last_seen').toLowerCase()];
  if (order === undefined) throw new QueryError(`Argument 'sort' has an invalid value (${String(sort)}).`);
  const term = String(searchTerm ?? '').toLowerCase();
  const all = world.errors
    .errorsOf(project)
    .filter((error) => `${titleOf(error)} ${error.latest.culprit}`.toLowerCase().includes(term))
    .sort((a, b) => order(b) - order(a) || b.id - a.id);
  const from = indexAfter(all, after);
  const to = before === undefined || before === null ? all.length : indexAfter(all, before) - 1;
  const within = all.slice(from, to);
  const count = Math.max(0, Math.min(Number(first ?? last ?? MAX_PER_PAGE), MAX_PER_PAGE));
  const fromEnd = typeof first !== 'number' && typeof last === 'number';
  const page = fromEnd ? within.slice(-count || within.length) : within.slice(0, count);
  const nodes = page.map((error) => errorObject(error, world.time, base));
  const [begin, end] = [page[0], page.at(-1)];
  return {
    nodes: () => nodes,
    edges: () => page.map((error, index) => ({ cursor: cursorOf(error), node: () => nodes[index] ?? null })),
    pageInfo: () => ({
      hasNextPage: end !== undefined && all.indexOf(end) < all.length - 1,
      hasPreviousPage: begin !== undefined && all.indexOf(begin) > 0,
      startCursor: begin === undefined ? null : cursorOf(begin),
      endCursor: end === undefined ? null : cursorOf(end),
    }),
  };
}

const cursorOf = ({ id }: TrackedError): string => Buffer.from(`error:${id}`).toString('base64');

/** Returns the index after the item of a cursor. */
function indexAfter(all: readonly TrackedError[], cursor: Scalar | undefined): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const index = all.findIndex((error) => cursorOf(error) === cursor);
  if (index < 0) throw new QueryError('Invalid cursor');
  return index + 1;
}

function errorObject(error: TrackedError, now: number, base: string): GraphqlObject {
  const { id, project, latest, count, users, first, last } = error;
  return {
    id: `${GLOBAL}::Error/${id}`,
    sentryId: String(id),
    title: titleOf(error),
    type: latest.kind === 'exception' ? 'error' : 'default',
    message: latest.message,
    culprit: latest.culprit,
    count,
    userCount: users.size,
    firstSeen: iso(first),
    lastSeen: iso(last),
    status: 'UNRESOLVED',
    shortId: `${slugOf(project).toUpperCase()}-${id}`,
    externalUrl: `${base}/${project.path}/-/error_tracking/${id}/details`,
    sentryProjectId: String(project.id),
    sentryProjectName: project.name,
    sentryProjectSlug: slugOf(project),
    frequency: () => frequencyOf(error, now),
  };
}

/** Returns counts for the last 24 hours, oldest first. */
function frequencyOf({ hours }: TrackedError, now: number): GraphqlObject[] {
  const current = Math.floor(now / HOUR);
  return Array.from({ length: 24 }, (_, index) => {
    const hour = current - 23 + index;
    return { time: iso(hour * HOUR), count: hours.get(hour) ?? 0 };
  });
}

function detailedErrorObject(error: TrackedError, now: number, base: string): GraphqlObject {
  const { latest, firstRelease, project } = error;
  const textOrNull = (text: string): string | null => (text === '' ? null : text);
  return {
    ...errorObject(error, now, base),
    id: `${GLOBAL}::DetailedError/${error.id}`,
    externalBaseUrl: `${base}/${project.path}`,
    firstReleaseVersion: textOrNull(firstRelease),
    firstReleaseShortVersion: textOrNull(firstRelease),
    lastReleaseVersion: textOrNull(latest.release),
    lastReleaseShortVersion: textOrNull(latest.release),
    gitlabCommit: null,
    gitlabCommitPath: null,
    gitlabIssuePath: null,
    integrated: true,
    tags: () => ({ level: latest.level, logger: textOrNull(latest.logger) }),
  };
}

function stackTraceObject({ id, latest }: TrackedError): GraphqlObject {
  return {
    issueId: String(id),
    dateReceived: iso(latest.at),
    // The outermost call is first, as in events from SDKs.
    stackTraceEntries: () => latest.frames.map(frameObject),
  };
}

function frameObject(frame: Frame): GraphqlObject {
  return {
    fileName: frame.file,
    function: frame.function,
    line: frame.line ?? null,
    col: frame.column ?? null,
    traceContext: () => frame.context.map(([line, code]) => ({ line, code })),
  };
}
