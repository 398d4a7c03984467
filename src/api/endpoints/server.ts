import { tokenSchema } from '../../schemas/token';
import { userSchema } from '../../schemas/user';
import { versionSchema } from '../../schemas/version';
import { endpoint, list, one } from '../endpoint';
import { integer, string } from '../params';

/** `GET /user`: the owner of the token. Not on all servers (server-behavior.md#core-and-additional-endpoints). */
export const getUser = endpoint({ method: 'GET', path: '/user', response: one(userSchema) });

/**
 * `GET /users`: with `username`, the user with this name, regardless of case.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  query: { page: integer, per_page: integer, username: string },
  response: list(userSchema),
  pages: ['offset'],
});

/**
 * `GET /personal_access_tokens/self`: the scopes and the expiration date of the token.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const getToken = endpoint({
  method: 'GET',
  path: '/personal_access_tokens/self',
  response: one(tokenSchema),
});

/** `GET /version`. Not on all servers (server-behavior.md#core-and-additional-endpoints). */
export const getVersion = endpoint({ method: 'GET', path: '/version', response: one(versionSchema) });
