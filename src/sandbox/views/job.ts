import type * as z from 'zod/mini';
import type { AllowedAgents } from '../../schemas/allowed-agents';
import type { bridgeSchema, jobSchema } from '../../schemas/job';
import { isArchived } from '../world/job-actions';
import type { Job, Runner } from '../world/model';
import type { World } from '../world/world';
import { artifactsView } from './artifacts';
import { groupsAround } from './namespace';
import { downstreamView, pipelineView } from './pipeline';
import { briefProjectView } from './project';
import { isoTime, secondsBetween } from './time';
import { profileView, userView } from './user';

export const jobAddress = ({ id, pipeline }: Job, base: string): string =>
  `${base}/${pipeline.project.path}/-/jobs/${id}`;

/** Fields that jobs and trigger jobs have in common. */
function commonView(world: World, job: Job, base: string): z.input<typeof jobSchema> {
  const { pipeline, spec } = job;
  const { coverage, name, stage } = spec;
  return {
    id: job.id,
    status: job.status,
    stage,
    name,
    ref: pipeline.ref,
    tag: pipeline.tag,
    coverage: job.status === 'success' ? (coverage ?? null) : null,
    allow_failure: spec.allowFailure ?? false,
    created_at: isoTime(job.createdAt),
    started_at: isoTime(job.startedAt),
    finished_at: isoTime(job.finishedAt),
    erased_at: isoTime(job.erasedAt),
    duration: secondsBetween(job.startedAt, job.finishedAt ?? world.time),
    queued_duration: secondsBetween(job.queuedAt, job.startedAt ?? job.finishedAt ?? world.time) ?? 0,
    archived: isArchived(world, job),
    source: pipeline.source,
    user: profileView(job.user, base),
    commit: commitView(job, base),
    web_url: jobAddress(job, base),
    project: { ci_job_token_scope_enabled: false },
    ...(job.status === 'failed' ? { failure_reason: job.plan.reason } : {}),
  };
}

function commitView(
  { pipeline: { project, sha } }: Job,
  base: string,
): Record<string, unknown> & { id: string } {
  const commit = project.commits.get(sha);
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    title: commit?.title ?? '',
    message: commit?.message ?? '',
    author_name: commit?.author ?? '',
    author_email: commit?.email ?? '',
    created_at: isoTime(commit?.at),
    web_url: `${base}/${project.path}/-/commit/${sha}`,
  };
}

/** A job (server-behavior.md#job-fields). */
export function jobView(world: World, job: Job, base: string): z.input<typeof jobSchema> {
  const { id, iid, project_id, ref, sha, status, source, created_at, updated_at, web_url } = pipelineView(
    job.pipeline,
    base,
  );
  return {
    ...commonView(world, job, base),
    pipeline: { id, iid, project_id, ref, sha, status, source, created_at, updated_at, web_url },
    ...artifactsView(job, world.time),
    tag_list: [...(job.spec.tags ?? [])],
    runner: job.runner === undefined ? null : runnerView(job.runner),
    runner_manager: job.runner === undefined ? null : runnerManagerView(job.runner, world.time),
  };
}

/**
 * A trigger job (server-behavior.md#trigger-jobs): without runner and artifacts, with the downstream pipeline
 * as soon as it exists.
 */
export function bridgeView(world: World, bridge: Job, base: string): z.input<typeof bridgeSchema> {
  const { downstream } = bridge;
  return {
    ...commonView(world, bridge, base),
    pipeline: downstreamView(bridge.pipeline, base),
    downstream_pipeline: downstream === undefined ? null : downstreamView(downstream, base),
  };
}

/** The response of actions on jobs and trigger jobs. */
export function jobOrBridgeView(world: World, job: Job, base: string): z.input<typeof bridgeSchema> {
  return job.spec.triggers === undefined ? jobView(world, job, base) : bridgeView(world, job, base);
}

const DAY = 24 * 60 * 60_000;

function runnerView(runner: Runner) {
  return {
    id: runner.id,
    description: runner.description,
    ip_address: runner.address,
    active: runner.online,
    paused: false,
    is_shared: true,
    runner_type: 'instance_type',
    name: 'gitlab-runner',
    online: runner.online,
    status: runner.online ? 'online' : 'offline',
  };
}

function runnerManagerView(runner: Runner, now: number) {
  return {
    id: runner.id,
    system_id: runner.systemId,
    version: '18.4.0',
    revision: '139a0ac0',
    platform: 'linux',
    architecture: runner.architecture,
    created_at: isoTime(now - 300 * DAY),
    contacted_at: isoTime(runner.online ? now : now - 12 * DAY),
    ip_address: runner.address,
    status: runner.online ? 'online' : 'offline',
  };
}

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
