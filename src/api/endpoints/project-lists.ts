import { projectSchema } from '../../schemas/project';
import { endpoint, list } from '../endpoint';
import { boolean, integer, oneOf, string } from '../params';

/**
 * `GET /projects`: with `membership`, the projects of the user.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  query: {
    page: integer,
    per_page: integer,
    membership: boolean,
    search: string,
    simple: boolean,
    order_by: oneOf(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at']),
    sort: oneOf(['asc', 'desc']),
    pagination: oneOf(['keyset']),
  },
  response: list(projectSchema),
  pages: ['offset', 'keyset'],
});
