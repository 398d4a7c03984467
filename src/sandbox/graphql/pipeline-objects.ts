import { isoTime } from '../views/time';
import type { Job, Pipeline } from '../world/model';
import { connection } from './connection';
import type { GraphqlObject } from './object';

/** Returns a pipeline with the latest attempts of its jobs, the newest first. */
export const pipelineObject = (pipeline: Pipeline): GraphqlObject => ({
  id: `gid://gitlab/Ci::Pipeline/${pipeline.id}`,
  iid: String(pipeline.iid),
  jobs: (args) => {
    const latest = pipeline.jobs.filter(({ retried }) => !retried).sort((a, b) => b.id - a.id);
    return connection(latest, args, { kind: 'job', objectOf: (job) => jobObject(job, latest) });
  },
});

export function jobObject({ id, spec, status, scheduledAt }: Job, all: readonly Job[]): GraphqlObject {
  const { needs } = spec;
  return {
    id: `gid://gitlab/Ci::Build/${id}`,
    name: spec.name,
    status: status.toUpperCase(),
    scheduledAt: scheduledAt === undefined ? null : isoTime(scheduledAt),
    schedulingType: needs === undefined ? 'stage' : 'dag',
    needs: () => ({
      nodes: () =>
        all
          .filter((each) => needs?.includes(each.spec.name) === true)
          .map((each) => ({ id: `gid://gitlab/Ci::BuildNeed/${each.id}`, name: each.spec.name })),
    }),
  };
}
