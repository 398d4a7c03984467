import { projectSchema } from '../../schemas/project';
import { endpoint, one } from '../endpoint';

/**
 * `GET /projects/:id`, by numeric ID or full path.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const getProject = endpoint({ method: 'GET', path: '/projects/:id', response: one(projectSchema) });
