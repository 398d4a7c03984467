import { allowedAgentsSchema } from '../../schemas/allowed-agents';
import { jobSchema } from '../../schemas/job';
import { endpoint, one } from '../endpoint';
import { string } from '../params';

// Endpoints for running jobs with their own token.

/** `GET /job`: the job that owns the job token. */
export const getJobOfToken = endpoint({
  method: 'GET',
  path: '/job',
  response: one(jobSchema),
  token: 'job',
});

/** `GET /job/allowed_agents`: by `JOB-TOKEN` header or `job_token` query parameter only (server-behavior.md#tokens). */
export const getAllowedAgents = endpoint({
  method: 'GET',
  path: '/job/allowed_agents',
  query: { job_token: string },
  response: one(allowedAgentsSchema),
  token: 'job',
});
