import { endpoint, one } from '../../api/endpoint';
import { getToken, getUser, getVersion, listUsers } from '../../api/endpoints/server';
import { versionSchema } from '../../schemas/version';
import { type Call, permissionsOf, scopesOf, signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json } from '../http/reply';
import { route } from '../http/route';
import { isoTime } from '../views/time';
import { ownView, userView } from '../views/user';
import { USERS } from '../world/people';

const DAY = 24 * 60 * 60_000;

const versionOf = ({ release }: Call) => ({
  version: `${release.join('.')}.0-sandbox`,
  revision: 'switchyard',
});

/** `GET /metadata`, which newer clients use instead of the version endpoint. */
const getMetadata = endpoint({ method: 'GET', path: '/metadata', response: one(versionSchema) });

/** Only fine-grained tokens have this field. */
const granularScopes = (permissions: readonly string[] | undefined): object =>
  permissions === undefined
    ? {}
    : { granular_scopes: [{ access: 'all_memberships', permissions: [...permissions] }] };

/** Endpoints for the current user, the token, and the server's version. */
export const serverRoutes = [
  route(getUser, (call) => json(200, ownView(signedIn(call), call.base))),
  route(listUsers, (call, args) => {
    signedIn(call);
    const name = args.username?.toLowerCase();
    const people = Object.values(USERS).filter(({ username }) => name === undefined || username === name);
    return offsetPage(call, args, people, (user) => userView(user, call.base));
  }),
  route(getToken, (call) =>
    json(200, {
      id: signedIn(call).id,
      name: 'Switchyard',
      revoked: false,
      active: true,
      user_id: signedIn(call).id,
      scopes: scopesOf(call),
      ...granularScopes(permissionsOf(call)),
      created_at: isoTime(call.world.clock.now() - 20 * DAY),
      last_used_at: isoTime(call.world.clock.now()),
      expires_at: isoTime(call.world.clock.now() + 90 * DAY)?.slice(0, 10),
    }),
  ),
  route(getVersion, (call) => json(200, versionOf(call))),
  route(getMetadata, (call) =>
    json(200, {
      ...versionOf(call),
      kas: { enabled: false, externalUrl: null, version: null },
      enterprise: false,
    }),
  ),
];
