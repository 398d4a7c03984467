import { isRecord } from '../../base/record';
import { executeOperation } from '../graphql/answer';
import { configurationFields } from '../graphql/configuration-objects';
import { errorsObject } from '../graphql/error-objects';
import { jobMutations, jobNumber } from '../graphql/job-mutations';
import { mergeRequestObject } from '../graphql/note-objects';
import type { GraphqlObject } from '../graphql/object';
import { jobObject, pipelineObject, pipelinesObject } from '../graphql/pipeline-objects';
import { QueryError } from '../graphql/query-error';
import { readBody } from '../http/body';
import type { Viewer } from '../http/call';
import type { Exchange } from '../http/exchange';
import { pairsOf, treeOf } from '../http/form';
import { json, RefusalError, refuse, type Reply } from '../http/reply';
import { ACCESS, type Project, type User } from '../world/model';
import { maySee, type World } from '../world/world';
import type { Identity } from './identity';

export const GRAPHQL = '/api/graphql';

/**
 * Handles `/api/graphql` (server-behavior.md#graphql). The schema contains only what the
 * extension requires.
 */
export async function handleGraphql(
  exchange: Exchange,
  world: World,
  identity: Identity,
  seen: (viewer: Viewer) => void,
): Promise<Reply> {
  const { method, request, query, base } = exchange;
  if (method !== 'POST' && method !== 'GET') throw refuse.noMethod('GET, POST');
  const viewer = viewerOf(exchange, identity, seen);
  const user = viewer.kind === 'person' ? viewer.user : undefined;
  const writer =
    method === 'POST' && viewer.kind === 'person' && viewer.scopes.includes('api') ? user : undefined;
  const given = { ...treeOf(pairsOf(query)), ...(method === 'POST' ? await readBody(request) : {}) };
  try {
    return json(200, { data: run(given, { ...rootOf(world, user, base), ...jobMutations(world, writer) }) });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const locations = error.place === undefined ? {} : { locations: [error.place] };
    return json(200, { errors: [{ message: error.message, ...locations }] });
  }
}

function viewerOf({ request, query }: Exchange, identity: Identity, seen: (viewer: Viewer) => void): Viewer {
  try {
    const viewer = identity.viewerOf({ access: 'anyone', path: GRAPHQL }, request.headers, pairsOf(query));
    seen(viewer);
    return viewer;
  } catch (error) {
    if (error instanceof RefusalError)
      throw new RefusalError(json(401, { errors: [{ message: 'Invalid token' }] }));
    throw error;
  }
}

function run(
  { query, variables, operationName }: Readonly<Record<string, unknown>>,
  root: GraphqlObject,
): unknown {
  const operation = typeof operationName === 'string' && operationName !== '' ? operationName : undefined;
  const text = typeof query === 'string' ? query : '';
  return executeOperation({ text, operation, variables: variablesOf(variables) }, root);
}

/** Accepts an object, or its JSON as a string. */
function variablesOf(given: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(given)) return given;
  if (given === undefined || given === null || given === '') return {};
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : undefined;
    if (isRecord(value)) return value;
  } catch {
    // The error below reports invalid JSON too.
  }
  throw new QueryError('Variables are invalid');
}

function rootOf(world: World, user: User | undefined, base: string): GraphqlObject {
  return {
    currentUser: () =>
      user === undefined
        ? null
        : { id: `gid://gitlab/User/${user.id}`, username: user.username, name: user.name },
    project: ({ fullPath = null }) => {
      const project = world.projects.find(
        ({ path }) => path.toLowerCase() === String(fullPath).toLowerCase(),
      );
      return project === undefined || !maySee(project, user)
        ? null
        : projectObject(world, project, user, base);
    },
  };
}

function projectObject(world: World, project: Project, user: User | undefined, base: string): GraphqlObject {
  // Errors require at least the Reporter role.
  const mayRead =
    user !== undefined && project.members.includes(user.role) && ACCESS[user.role] >= ACCESS.reporter;
  // Guests can't read merge requests and pipelines of private projects.
  const isClosed = project.visibility === 'private' && user?.role === 'guest';
  const pipelines = isClosed ? [] : project.pipelines;
  return {
    id: `gid://gitlab/Project/${project.id}`,
    name: project.name,
    fullPath: project.path,
    description: project.description,
    visibility: project.visibility,
    webUrl: `${base}/${project.path}`,
    mergeRequest: ({ iid = null }) => {
      const request = isClosed ? undefined : world.mergeRequests.find(project, Number(iid));
      return request === undefined ? null : mergeRequestObject(request, { world, user, base });
    },
    pipeline: ({ iid = null }) => {
      const pipeline = pipelines.find((each) => String(each.iid) === String(iid));
      return pipeline === undefined ? null : pipelineObject(pipeline, world);
    },
    job: ({ id = null }) => {
      const job = isClosed ? undefined : project.jobs.find(jobNumber(id));
      return job === undefined ? null : jobObject(job, [job]);
    },
    pipelines: (args) => pipelinesObject(pipelines, args, world),
    sentryErrors: () => (mayRead ? errorsObject(world, project, base) : null),
    ...configurationFields(world, project, user),
  };
}
