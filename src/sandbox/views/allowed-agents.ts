import type { AllowedAgents } from '../../schemas/allowed-agents';
import type { Job } from '../world/model';
import { fullNameOf, groupsAround, slugOf } from './namespace';
import { isoTime } from './time';
import { userView } from './user';

/** Which agents a job may use (doc 1 §2, allowed-agents record). Every project of the demo has one. */
export function allowedAgentsView(job: Job, base: string): AllowedAgents {
  const { pipeline } = job;
  const { project } = pipeline;
  return {
    allowed_agents: [
      {
        id: 100 + project.id,
        config_project: {
          id: project.id,
          description: project.description,
          name: project.name,
          name_with_namespace: fullNameOf(project),
          path: slugOf(project),
          path_with_namespace: project.path,
          created_at: isoTime(project.createdAt),
        },
      },
    ],
    job: { id: job.id },
    pipeline: { id: pipeline.id },
    project: { id: project.id, groups: groupsAround(project).map(({ id }) => ({ id })) },
    user: userView(job.user, base),
  };
}
