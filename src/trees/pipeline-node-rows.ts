import { t } from '../base/localize';
import type { JobActions } from '../app/job-actions';
import type { Pipelines } from '../app/pipelines';
import type { Clock } from '../base/clock';
import { bridgeRow, jobRow, type JobContext } from '../presentation/job-rows';
import { emptyRow, olderRow, pipelineRow, projectRow, stageRow } from '../presentation/pipeline-rows';
import type { Row } from '../presentation/row';
import type { NodeData } from './tree-node';

/** Where the facts about nodes are. */
export interface RowPorts {
  readonly pipelines: Pipelines;
  readonly actions: JobActions;
  readonly clock: Clock;
}

/** What is shown of a node, from what the stores know at this moment. */
export function rowOf(data: NodeData, { pipelines, actions, clock }: RowPorts): Row {
  const now = clock.now();
  switch (data.kind) {
    case 'project':
      return projectRow({ path: data.path, base: data.project.base, username: data.username });
    case 'pipeline': {
      const { started } = data;
      const known = pipelines.facts(data.pipeline) ?? (started && { ...started, sha: started.sha ?? '' });
      return known === undefined
        ? emptyRow(`#${data.pipeline.pipeline}`)
        : pipelineRow(known, now, data.where);
    }
    case 'stage': {
      const stage = pipelines.peek(data.pipeline)?.stages.find(({ name }) => name === data.stage);
      return stageRow(stage ?? { name: data.stage, members: [] });
    }
    case 'job':
    case 'bridge': {
      const { base, project } = data.pipeline;
      const member = pipelines.member(data.pipeline, data.job);
      const context: JobContext = { now, busy: actions.isBusy({ base, project, job: data.job }) };
      if (member === undefined) return emptyRow(t('Job {0}', data.job));
      if (member.kind === 'bridge') return bridgeRow(member.job, context);
      return jobRow(member.job, { ...context, earlier: member.earlier.length });
    }
    case 'older':
      return olderRow(pipelines.oldest(data.project)?.created_at, now);
    case 'note':
      return data.row;
  }
}
