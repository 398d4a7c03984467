import { projectSchema } from '../../schemas/project';
import { endpoint, one } from '../endpoint';

/** `GET /projects/:id`, by numeric ID or full path. Additional endpoint. */
export const getProject = endpoint({ method: 'GET', path: '/projects/:id', response: one(projectSchema) });
