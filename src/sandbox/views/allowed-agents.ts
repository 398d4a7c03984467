import type { AllowedAgents } from '../../schemas/allowed-agents';
import type { Job } from '../world/model';
import { groupsAround } from './namespace';
import { briefProjectView } from './project';
import { userView } from './user';

/** The agents that a job can use (server-behavior.md#allowed-agents). Every demo project has one. */
export function allowedAgentsView(job: Job, base: string): AllowedAgents {
  const { pipeline } = job;
  const { project } = pipeline;
  return {
    allowed_agents: [
      {
        id: 100 + project.id,
        config_project: briefProjectView(project),
      },
    ],
    job: { id: job.id },
    pipeline: { id: pipeline.id },
    project: { id: project.id, groups: groupsAround(project).map(({ id }) => ({ id })) },
    user: userView(job.user, base),
  };
}
