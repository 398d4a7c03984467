import { pipelineDetailView } from '../views/pipeline';
import { isoTime } from '../views/time';
import type { Job, Pipeline } from '../world/model';
import type { World } from '../world/world';
import { connection } from './connection';
import type { Args, GraphqlObject } from './object';

/** Returns the pipelines of a branch or tag, or all, the newest first, without child pipelines. */
export function pipelinesObject(pipelines: readonly Pipeline[], args: Args, world: World): GraphqlObject {
  const { ref = null, source = null, status = null } = args;
  const found = pipelines.filter(
    (each) =>
      each.source !== 'parent_pipeline' &&
      (ref === null || each.ref === ref) &&
      (source === null || each.source === source) &&
      (status === null || each.status.toUpperCase() === status),
  );
  const newest = found.sort((a, b) => b.id - a.id);
  return connection(newest, args, { kind: 'pipeline', objectOf: (each) => pipelineObject(each, world) });
}

/** Returns a pipeline with the latest attempts of its jobs, the newest first. */
export const pipelineObject = (pipeline: Pipeline, world: World): GraphqlObject => ({
  id: `gid://gitlab/Ci::Pipeline/${pipeline.id}`,
  iid: String(pipeline.iid),
  name: null,
  totalJobs: () => pipeline.jobs.filter(({ retried }) => !retried).length,
  status: pipeline.status.toUpperCase(),
  duration: () => pipelineDetailView(pipeline, '', world.time).duration ?? null,
  queuedDuration: () => pipelineDetailView(pipeline, '', world.time).queued_duration ?? null,
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
