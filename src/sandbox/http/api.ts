import type { World } from '../world/world';
import { readBody } from './body';
import type { Call, Viewer } from './call';
import type { Exchange } from './exchange';
import { pairsOf, treeOf } from './form';
import type { Identity } from './identity';
import { readParams } from './params';
import { refuse, type Reply } from './reply';
import type { Router } from './route';

export const API = '/api/v4';

interface Served {
  readonly world: World;
  readonly identity: Identity;
  readonly hosted: boolean;
}

/** Answers a request below `/api/v4`. The order of checks is that of the real service: route, token, parameters. */
export async function answerApi(
  { request, method, path, query, base }: Exchange,
  { world, identity, hosted }: Served,
  router: Router,
  seen: (viewer: Viewer) => void,
): Promise<Reply> {
  const match = router.match(method, path.slice(API.length));
  if (match === undefined) throw refuse.noRoute();
  if ('allow' in match) throw refuse.noMethod(match.allow.join(', '));

  const pairs = pairsOf(query);
  const viewer = identity.viewerOf(
    { access: match.route.access, path: match.route.endpoint.path },
    request.headers,
    pairs,
  );
  seen(viewer);
  const body = method === 'GET' || method === 'HEAD' ? {} : await readBody(request);
  const given = { ...treeOf(pairs), ...body, ...match.path };
  const { values, problems } = readParams(match.route.endpoint, given);
  if (problems.length > 0) throw refuse.invalid(problems.join(', '));

  const call: Call = { world, viewer, base, method, path, query: pairs, pathValues: match.path, hosted };
  return match.route.run(call, values);
}
