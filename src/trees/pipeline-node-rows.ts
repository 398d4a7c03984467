import { t } from '../base/localize';
import { failedBelow } from '../app/downstream';
import type { JobActions } from '../app/job-actions';
import type { PipelineKey } from '../app/keys';
import type { PipelineFacts } from '../app/pipeline-facts';
import type { PipelineFilter } from '../app/pipeline-query';
import type { Pipelines } from '../app/pipelines';
import type { Clock } from '../base/clock';
import { whileDoing } from '../domain/job-rules';
import { statusMark } from '../domain/job-status';
import { isFlaky, type StageMember } from '../domain/pipeline-grouping';
import { waitReason } from '../domain/waiting';
import { attemptRow, bridgeRow, jobRow, type JobContext } from '../presentation/job-rows';
import { emptyRow, olderRow, pipelineRow, projectRow, stageRow } from '../presentation/pipeline-rows';
import { withWatch, type WatchWord } from '../presentation/notice-words';
import type { Row } from '../presentation/row';
import type { PipelineNodeData } from './tree-node';

/** Where the facts about nodes are. */
export interface RowPorts {
  readonly pipelines: Pipelines;
  readonly actions: JobActions;
  readonly filter: () => PipelineFilter;
  readonly clock: Clock;
  /** What is told of a pipeline that is in no list of its project. */
  readonly elsewhere?: (pipeline: PipelineKey) => PipelineFacts | undefined;
  /** Whether a pipeline in this status is watched, or can be. */
  readonly watching?: (pipeline: PipelineKey, status: string) => WatchWord | undefined;
}

/** What is shown of a node, from what the stores know at this moment. */
export function rowOf(data: PipelineNodeData, ports: RowPorts): Row {
  const { pipelines, clock } = ports;
  const now = clock.now();
  switch (data.kind) {
    case 'project': {
      const { path, project, username, added } = data;
      const [newest] = pipelines.peekList(project)?.pipelines ?? [];
      return projectRow({ path, base: project.base, username, newest, added });
    }
    case 'pipeline':
      return rowOfPipeline(data, ports, now);
    case 'stage': {
      const stage = pipelines.peek(data.pipeline)?.stages.find(({ name }) => name === data.stage);
      return stageRow(stage ?? { name: data.stage, members: [] });
    }
    case 'job':
    case 'bridge':
    case 'attempt': {
      const member = pipelines.member(data.pipeline, data.job);
      return member === undefined
        ? emptyRow(t('Job {0}', data.job))
        : rowOfMember(member, data.kind === 'attempt', data.pipeline, ports);
    }
    case 'older':
      return olderRow(pipelines.peekList(data.project)?.knownDownTo, now);
    case 'note':
      return data.row;
  }
}

function rowOfPipeline(
  { pipeline, started, where }: Extract<PipelineNodeData, { kind: 'pipeline' }>,
  { pipelines, watching, elsewhere }: RowPorts,
  now: number,
): Row {
  const known =
    newer(pipelines.facts(pipeline), elsewhere?.(pipeline)) ??
    (started && { ...started, sha: started.sha ?? '' });
  if (known === undefined) return emptyRow(`#${pipeline.pipeline}`);
  const members = pipelines.peek(pipeline)?.stages.flatMap((stage) => stage.members) ?? [];
  const row = pipelineRow(known, {
    now,
    where,
    hasUpstream: started !== undefined,
    failedBelow: failedBelow((key) => pipelines.peek(key), pipeline),
    hasWarnings: members.some(({ job }) => statusMark(job) === 'warning'),
  });
  return withWatch(row, watching?.(pipeline, known.status));
}

/** Where both are known, the one that tells of a later moment. */
function newer(own: PipelineFacts | undefined, listed: PipelineFacts | undefined): PipelineFacts | undefined {
  if (own === undefined || listed === undefined) return own ?? listed;
  return (listed.updated_at ?? '') > (own.updated_at ?? '') ? { ...own, ...listed } : own;
}

function rowOfMember(
  member: StageMember,
  isAttempt: boolean,
  pipeline: PipelineKey,
  { pipelines, actions, clock }: RowPorts,
): Row {
  const { base, project } = pipeline;
  const now = clock.now();
  const key = { base, project, job: member.job.id };
  const job = whileDoing(member.job, actions.doing(key));
  const busy = actions.isBusy(key);
  if (isAttempt) return attemptRow(job, { now, busy });
  const wait = waitReason(job, () => pipelines.runnersOn(base), now);
  const context: JobContext = { now, busy, wait };
  if (member.kind === 'bridge') return bridgeRow(member.job, context);
  return jobRow(job, { ...context, earlier: member.earlier, flaky: isFlaky(member) });
}
