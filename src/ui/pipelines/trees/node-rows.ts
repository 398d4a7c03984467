import type { JobActions } from '../../../app/jobs/actions';
import type { PipelineContent } from '../../../app/pipelines/content';
import { failedBelow } from '../../../app/pipelines/downstream';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { PipelineFilter } from '../../../app/pipelines/query';
import type { RecentDurations } from '../../../app/pipelines/recent-durations';
import type { ScheduledTimes } from '../../../app/pipelines/scheduled-times';
import type { PipelineTitles } from '../../../app/pipelines/titles';
import type { PipelineWarnings } from '../../../app/pipelines/warnings';
import type { Projects } from '../../../app/projects/projects';
import type { PipelineKey, ProjectKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { withActionStatus } from '../../../domain/jobs/rules';
import { statusMark } from '../../../domain/jobs/status';
import { waitReason } from '../../../domain/jobs/waiting';
import { isFlaky, latestJobs } from '../../../domain/pipelines/grouping';
import type { JobOrder } from '../../../domain/pipelines/job-order';
import { progressOf, remainingTime } from '../../../domain/pipelines/progress';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import { type WatchContext, withWatch } from '../../../presentation/branch/notification-messages';
import { attemptRow, bridgeRow, type JobContext, jobRow } from '../../../presentation/jobs/rows';
import { emptyRow, type PipelineContext, pipelineRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { PipelineFacts } from '../../../schemas/pipeline';
import type { PipelineNodeData } from '../../tree-node';
import type { ArtifactRowDeps } from './artifact-entries';

type MemberNodeData = Extract<PipelineNodeData, { readonly kind: 'job' | 'bridge' | 'attempt' }>;

/** How the jobs of a pipeline are shown. */
export interface JobLayout {
  readonly order: JobOrder;
  /** Directly below the pipeline, without rows for stages. */
  readonly flat: boolean;
}

/** Sources of the data in rows. */
export interface RowDeps extends ArtifactRowDeps {
  readonly pipelines: Pipelines;
  readonly actions: JobActions;
  readonly filter: () => PipelineFilter;
  readonly jobLayout: () => JobLayout;
  readonly clock: Clock;
  /** Data of a pipeline that isn't in its project's list. */
  readonly elsewhere?: (pipeline: PipelineKey) => PipelineFacts | undefined;
  readonly titles?: Pick<PipelineTitles, 'peek'>;
  readonly warnings?: Pick<PipelineWarnings, 'has' | 'load'>;
  /** Durations of earlier pipelines. */
  readonly durations?: Pick<RecentDurations, 'peek'>;
  /** When delayed jobs start. */
  readonly scheduledTimes?: Pick<ScheduledTimes, 'timeOf' | 'onDidChange'>;
  /** The user's access to a project, if it is known. */
  readonly projects?: Pick<Projects, 'accessOf'>;
  /** The number of new pipelines of a project that aren't shown. */
  readonly newPipelines?: (project: ProjectKey) => number;
  /** Whether a pipeline in this status is watched or can be watched. */
  readonly watching?: (pipeline: PipelineKey, status: string) => WatchContext | undefined;
}

/** Returns the row of a pipeline from the cached data. */
export function rowOfPipeline(
  { pipeline, started, where, sameCommitAs }: Extract<PipelineNodeData, { kind: 'pipeline' }>,
  deps: RowDeps,
): Row {
  const { pipelines, watching, elsewhere, projects, titles, warnings, clock } = deps;
  const known =
    newer(pipelines.details(pipeline), elsewhere?.(pipeline)) ??
    (started && { ...started, sha: started.sha ?? '' });
  if (known === undefined) return emptyRow(`#${pipeline.pipeline}`);
  const content = pipelines.peek(pipeline);
  const members = content?.stages.flatMap((stage) => stage.members);
  const watch = watching?.(pipeline, known.status);
  const row = pipelineRow(known, {
    now: clock.now(),
    where,
    hasUpstream: started !== undefined,
    access: projects?.accessOf(pipeline),
    failedBelow: failedBelow((key) => pipelines.peek(key), pipeline),
    hasWarnings:
      members?.some(({ job }) => statusMark(job) === 'warning') ?? warnings?.has(pipeline) ?? false,
    progress: known.status === 'running' ? progressShown(pipeline, known, deps) : undefined,
    isWatched: watch === 'watched',
    sameCommitAs,
    titled:
      started === undefined && titles !== undefined ? titleOf(pipeline, known, content, titles) : undefined,
  });
  return withWatch(row, watch);
}

/** Jobs that aren't refreshed, for example because the row is collapsed, don't show the progress. */
function progressShown(
  key: PipelineKey,
  { started_at: startedAt }: PipelineFacts,
  { pipelines, durations, clock }: RowDeps,
): PipelineContext['progress'] {
  const content = pipelines.isRetained(key) ? pipelines.peek(key) : undefined;
  const progress = content && progressOf(latestJobs(content.stages));
  const earlier = durations?.peek(key) ?? [];
  return { jobs: progress, remaining: remainingTime(startedAt, { earlier, progress }, clock.now()) };
}

/** Jobs contain the title of their commit, too. */
function titleOf(
  pipeline: PipelineKey,
  facts: PipelineFacts,
  content: PipelineContent | undefined,
  titles: Pick<PipelineTitles, 'peek'>,
): PipelineContext['titled'] {
  const commit = mergeRequestOf(facts.ref) === undefined ? content?.jobs[0]?.commit : undefined;
  const ofJob = commit?.title ? { title: commit.title, author: commit.author_name ?? undefined } : undefined;
  return titles.peek(pipeline, facts) ?? ofJob;
}

/** Prefers the later one if both are known. */
function newer(own: PipelineFacts | undefined, listed: PipelineFacts | undefined): PipelineFacts | undefined {
  if (own === undefined || listed === undefined) return own ?? listed;
  return (listed.updated_at ?? '') > (own.updated_at ?? '') ? { ...own, ...listed } : own;
}

/** Returns the row of a job, a trigger job, or an earlier attempt of a job from the cached data. */
export function rowOfMember(data: MemberNodeData, deps: RowDeps): Row {
  const { pipeline } = data;
  const { pipelines, actions, clock, projects, jobLayout, scheduledTimes } = deps;
  const member = pipelines.member(pipeline, data.job);
  if (member === undefined) return emptyRow(t('Job {0}', data.job));
  const { base, project } = pipeline;
  const now = clock.now();
  const key = { base, project, job: member.job.id };
  const job = withActionStatus(member.job, actions.doing(key));
  const busy = actions.isBusy(key);
  if (data.kind === 'attempt') return attemptRow(job, { now, busy, access: projects?.accessOf(pipeline) });
  const wait = waitReason(job, {
    runners: () => pipelines.runnersOn(base),
    now,
    scheduledAt: () => scheduledTimes?.timeOf(key),
  });
  const context: JobContext = {
    now,
    busy,
    wait,
    access: projects?.accessOf(pipeline),
    showsStage: jobLayout().flat,
  };
  if (member.kind === 'bridge') return bridgeRow(member.job, context);
  return jobRow(job, { ...context, earlier: member.earlier, flaky: isFlaky(member) });
}
