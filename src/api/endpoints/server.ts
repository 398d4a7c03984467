import { userSchema } from '../../schemas/user';
import { versionSchema } from '../../schemas/version';
import { endpoint, one } from '../endpoint';

/** `GET /user`: who the token belongs to. Additional endpoint. */
export const getUser = endpoint({ method: 'GET', path: '/user', response: one(userSchema) });

/** `GET /version`. Additional endpoint. */
export const getVersion = endpoint({ method: 'GET', path: '/version', response: one(versionSchema) });
