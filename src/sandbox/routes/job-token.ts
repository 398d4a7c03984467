import { getAllowedAgents, getJobOfToken } from '../../api/endpoints/job-token';
import type { Call } from '../http/call';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { allowedAgentsView } from '../views/allowed-agents';
import { jobView } from '../views/job';
import type { Job } from '../world/model';

/** Returns the job of the token. Responds with 404 for personal access tokens. */
function ownerOf({ viewer }: Call): Job {
  if (viewer.kind !== 'job') throw refuse.missing('Job');
  return viewer.job;
}

/** Endpoints for job tokens (server-behavior.md#tokens). */
export const jobTokenRoutes = [
  route(getJobOfToken, (call) => json(200, jobView(call.world, ownerOf(call), call.base))),
  route(getAllowedAgents, (call) => json(200, allowedAgentsView(ownerOf(call), call.base))),
];
