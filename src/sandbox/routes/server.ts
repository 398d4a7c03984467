import { endpoint, one } from '../../api/endpoint';
import { getUser, getVersion } from '../../api/endpoints/server';
import { versionSchema } from '../../schemas/version';
import { signedIn } from '../http/call';
import { json } from '../http/reply';
import { route } from '../http/route';
import { profileView } from '../views/user';

const VERSION = { version: '18.4.0-sandbox', revision: 'switchyard' };

/** `GET /metadata`: what newer clients read in the place of the version. */
const getMetadata = endpoint({ method: 'GET', path: '/metadata', response: one(versionSchema) });

/** Who one is, and what one talks to. */
export const serverRoutes = [
  route(getUser, (call) => json(200, profileView(signedIn(call), call.base))),
  route(getVersion, () => json(200, VERSION)),
  route(getMetadata, () =>
    json(200, { ...VERSION, kas: { enabled: false, externalUrl: null, version: null }, enterprise: false }),
  ),
];
