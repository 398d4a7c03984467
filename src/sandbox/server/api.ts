import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/body';
import type { Call, Viewer } from '../http/call';
import type { Exchange } from '../http/exchange';
import { pairsOf, treeOf } from '../http/form';
import { readParams } from '../http/params';
import { ignoredBy, type Release } from '../http/releases';
import { NO_CONTENT, refuse, type Reply } from '../http/reply';
import type { Router } from '../http/route';
import type { World } from '../world/world';
import type { Identity } from './identity';
import { checkPermission } from './token-permissions';

export const API = '/api/v4';

/**
 * GET requests have their parameters in the URL. A body with JSON or a form is also read
 * (server-behavior.md#long-queries).
 */
const ignoresBody = (method: string, { headers }: IncomingMessage): boolean =>
  method === 'GET' && !/^application\/(?:json|x-www-form-urlencoded)\b/i.test(headers['content-type'] ?? '');

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

interface Served {
  readonly world: World;
  readonly identity: Identity;
  readonly hosted: boolean;
  readonly release: Release;
}

/**
 * Handles a request below `/api/v4`. Checks route, token, and parameters in this order, like the real
 * service.
 */
export async function handleApi(
  { request, method, path, query, base, ignored: faulty = [] }: Exchange,
  { world, identity, hosted, release }: Served,
  router: Router,
  seen: (viewer: Viewer) => void,
): Promise<Reply> {
  const match = router.match(method, path.slice(API.length));
  if (match === undefined) throw refuse.noRoute();
  if ('allow' in match) {
    const allow = match.allow.join(', ');
    if (method === 'OPTIONS') return { ...NO_CONTENT, headers: { Allow: allow } };
    throw refuse.noMethod(allow);
  }

  const pairs = pairsOf(query);
  const viewer = identity.viewerOf(
    { access: match.route.access, path: match.route.endpoint.path },
    request.headers,
    pairs,
  );
  seen(viewer);
  const { endpoint } = match.route;
  const ignored = [...faulty, ...ignoredBy(release, endpoint)];
  const { id } = match.path;
  const project =
    id !== undefined && endpoint.path.startsWith('/projects/:id') ? world.project(id) : undefined;
  const isRequired = project !== undefined && identity.requiresGranular(project.path);
  checkPermission(viewer, endpoint, isRequired ? 'granular' : 'all');
  // Writes require the scope `api` (server-behavior.md#token-errors).
  const isLimited =
    viewer.kind === 'person' && viewer.permissions === undefined && !viewer.scopes.includes('api');
  if (isLimited && !READS.has(method)) throw refuse.insufficientScope('api');
  const body = method === 'HEAD' || ignoresBody(method, request) ? {} : await readBody(request);
  const all = { ...treeOf(pairs), ...body, ...match.path };
  const given = Object.fromEntries(Object.entries(all).filter(([name]) => !ignored.includes(name)));
  const { values, problems } = readParams(match.route.endpoint, given);
  if (problems.length > 0) throw refuse.invalid(problems.join(', '));

  const call: Call = {
    world,
    viewer,
    base,
    method,
    path,
    query: pairs,
    pathValues: match.path,
    hosted,
    release,
    ignores: (name) => ignored.includes(name),
    header: (name) => (ignored.includes(name) ? undefined : request.headers[name]?.toString()),
  };
  return match.route.run(call, values);
}
