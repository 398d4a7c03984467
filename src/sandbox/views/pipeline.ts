import type * as z from 'zod/mini';
import type { downstreamPipelineSchema, pipelineDetailSchema, pipelineSchema } from '../../schemas/pipeline';
import type { Job, Pipeline } from '../world/model';
import { factsOf } from '../world/statuses';
import { isoTime, secondsBetween } from './time';
import { userView } from './user';

export const pipelineAddress = ({ project, id }: Pipeline, base: string): string =>
  `${base}/${project.path}/-/pipelines/${id}`;

export function pipelineView(pipeline: Pipeline, base: string): z.input<typeof pipelineSchema> {
  return {
    id: pipeline.id,
    iid: pipeline.iid,
    project_id: pipeline.project.id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: pipeline.status,
    source: pipeline.source,
    created_at: isoTime(pipeline.createdAt),
    updated_at: isoTime(pipeline.updatedAt),
    web_url: pipelineAddress(pipeline, base),
    name: null,
  };
}

export function pipelineDetailView(
  pipeline: Pipeline,
  base: string,
  now: number,
): z.input<typeof pipelineDetailSchema> {
  const jobs = pipeline.jobs.filter(({ retried }) => !retried);
  const started = jobs.flatMap(({ startedAt }) => startedAt ?? []);
  const startedAt = started.length === 0 ? undefined : Math.min(...started);
  const ended = factsOf(pipeline.status).over === true;
  const finishedAt = ended
    ? Math.max(pipeline.createdAt, ...jobs.flatMap(({ finishedAt: at }) => at ?? []))
    : undefined;
  const coverages = jobs.flatMap(({ spec, status }) => (status === 'success' ? (spec.coverage ?? []) : []));
  return {
    ...pipelineView(pipeline, base),
    before_sha: parentOf(pipeline),
    tag: pipeline.tag,
    yaml_errors: null,
    user: userView(pipeline.user, base),
    started_at: isoTime(startedAt),
    finished_at: isoTime(finishedAt),
    committed_at: null,
    duration: ended && startedAt !== undefined ? Math.round(secondsBusy(jobs, now)) : null,
    queued_duration: roundedSeconds(pipeline.createdAt, startedAt ?? now),
    // The real service returns coverage as a string here.
    coverage: coverages.length === 0 ? null : Math.max(...coverages).toFixed(2),
    detailed_status: detailedStatus(pipeline, jobs),
  };
}

/**
 * Returns the time during which at least one job was running, like the real service. Gaps don't count, so
 * that retrying a job of the day before doesn't add a day.
 */
function secondsBusy(jobs: readonly Job[], now: number): number {
  const runs = jobs
    .flatMap(({ startedAt, finishedAt }) =>
      startedAt === undefined ? [] : [[startedAt, finishedAt ?? now] as const],
    )
    .sort(([one], [other]) => one - other);
  let [seconds, until] = [0, -Infinity];
  for (const [from, to] of runs) {
    seconds += Math.max(0, to - Math.max(from, until)) / 1000;
    until = Math.max(until, to);
  }
  return seconds;
}

function roundedSeconds(from: number | undefined, to: number): number | null {
  const seconds = secondsBetween(from, to);
  return seconds === null ? null : Math.round(seconds);
}

function parentOf({ project, sha }: Pipeline): string {
  const shas = [...project.commits.keys()];
  return shas[shas.indexOf(sha) - 1] ?? '0'.repeat(40);
}

function detailedStatus({ status, project, id }: Pipeline, jobs: readonly Job[]): Record<string, unknown> {
  const warns = status === 'success' && jobs.some((job) => job.status === 'failed' && job.spec.allowFailure);
  if (warns)
    return {
      icon: 'status_warning',
      text: 'Warning',
      label: 'passed with warnings',
      group: 'success-with-warnings',
      tooltip: 'passed',
      has_details: true,
      details_path: `/${project.path}/-/pipelines/${id}`,
      illustration: null,
      favicon: '/assets/ci_favicons/favicon_status_success.png',
    };
  return {
    icon: `status_${status}`,
    text: status,
    label: status.replaceAll('_', ' '),
    group: status,
    tooltip: status,
    has_details: true,
    details_path: `/${project.path}/-/pipelines/${id}`,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
  };
}

/**
 * The pipeline started by a trigger job, with the project that servers add
 * (server-behavior.md#downstream-pipelines).
 */
export function downstreamView(pipeline: Pipeline, base: string): z.input<typeof downstreamPipelineSchema> {
  const { name: _name, ...view } = pipelineView(pipeline, base);
  return view;
}
