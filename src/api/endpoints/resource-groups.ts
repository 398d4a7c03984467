import * as z from 'zod/mini';
import { jobSchema } from '../../schemas/job';
import { datetime, optionalText } from '../../schemas/wire';
import { endpoint, list, one } from '../endpoint';
import { integer } from '../params';

// The resource groups of a project, each used by one job at a time: additional endpoints
// (server-behavior.md#resource-groups).

const page = { page: integer, per_page: integer };

const resourceGroupSchema = z.looseObject({
  id: z.number(),
  key: z.string(),
  process_mode: optionalText,
  created_at: datetime,
  updated_at: datetime,
});
export type ResourceGroup = z.infer<typeof resourceGroupSchema>;

/** `GET /projects/:id/resource_groups`. */
export const listResourceGroups = endpoint({
  method: 'GET',
  path: '/projects/:id/resource_groups',
  query: page,
  response: list(resourceGroupSchema),
  pages: ['offset'],
});

/** `GET …/current_job`: the job that uses the group; null if none does. */
export const getCurrentJob = endpoint({
  method: 'GET',
  path: '/projects/:id/resource_groups/:key/current_job',
  response: one(z.nullable(jobSchema)),
});

/** `GET …/upcoming_jobs`: the jobs that wait for the group. */
export const listUpcomingJobs = endpoint({
  method: 'GET',
  path: '/projects/:id/resource_groups/:key/upcoming_jobs',
  query: page,
  response: list(jobSchema),
  pages: ['offset'],
});
