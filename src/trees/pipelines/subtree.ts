import { readBelow } from '../../app/pipelines/downstream';
import type { PipelinesChange } from '../../app/pipelines/pipelines';
import { type Listed, wantsOnlyWarnings } from '../../app/pipelines/query';
import { type PipelineKey, projectId, type ProjectKey } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import { hasPassedWithWarnings } from '../../domain/jobs/status';
import type { Row } from '../../presentation/shared/row';
import type { Entry, PipelineNodeData, TreeNode } from '../tree-node';
import {
  attemptEntries,
  downstreamEntries,
  jobEntries,
  pipelineContentEntries,
  pipelineEntries,
} from './entries';
import { pipelineRowOf, type RowDeps } from './node-rows';

/** What a tree shows of pipelines, wherever in it they stand: pipeline → stage → job or trigger job → downstream. */
export class PipelineSubtree {
  readonly #deps: RowDeps;
  readonly #lookedBelow = new WeakSet<TreeNode>();

  constructor(deps: RowDeps) {
    this.#deps = deps;
  }

  row(data: PipelineNodeData): Row {
    return pipelineRowOf(data, this.#deps);
  }

  async entries(node: TreeNode, data: PipelineNodeData): Promise<readonly Entry[]> {
    const { pipelines } = this.#deps;
    const filter = this.#deps.filter();
    switch (data.kind) {
      case 'project':
        return this.#pipelineEntries(data.project);
      case 'pipeline':
        return pipelineContentEntries(
          data.pipeline,
          await pipelines.content(data.pipeline),
          filter,
          this.#deps.jobLayout(),
        );
      case 'stage':
        return jobEntries(data, await pipelines.content(data.pipeline), filter, this.#deps.jobLayout().order);
      case 'job':
        return attemptEntries(data.pipeline, pipelines.member(data.pipeline, data.job));
      case 'bridge': {
        const { bridges } = await pipelines.content(data.pipeline);
        const bridge = bridges.find(({ id }) => id === data.job);
        return downstreamEntries(node, data.pipeline, bridge);
      }
      case 'attempt':
      case 'older':
      case 'note':
        return [];
    }
  }

  /** Servers can't be asked for pipelines with warnings: passed ones are checked before they are shown. */
  async #pipelineEntries(project: ProjectKey): Promise<readonly Entry[]> {
    const { pipelines, warnings } = this.#deps;
    const filter = this.#deps.filter();
    const list = await pipelines.list(project);
    if (warnings === undefined || !wantsOnlyWarnings(filter))
      return pipelineEntries(project, list, filter, () => true);
    await warnings.load(project, list.pipelines);
    const isShown = (pipeline: Listed): boolean =>
      pipeline.status !== 'success' ||
      hasPassedWithWarnings(pipeline) ||
      warnings.has({ ...project, pipeline: pipeline.id });
    return pipelineEntries(project, list, filter, isShown);
  }

  retain(data: PipelineNodeData): Disposable | undefined {
    const { pipelines } = this.#deps;
    if (data.kind === 'project') return pipelines.retainProject(data.project);
    return data.kind === 'pipeline' ? pipelines.retainPipeline(data.pipeline) : undefined;
  }

  /**
   * A failure at any depth below a pipeline is told in its row once it is open, though nothing below it is. Resolves
   * with whether there was anything to look for.
   */
  async readDownstream(node: TreeNode, signal: AbortSignal): Promise<boolean> {
    const { data } = node;
    if (data.kind !== 'pipeline' || data.started !== undefined || this.#lookedBelow.has(node)) return false;
    this.#lookedBelow.add(node);
    await readBelow(this.#deps.pipelines, data.pipeline, { signal, priority: 'background' });
    return true;
  }

  /** The nodes that changes are about. */
  concernedBy(changes: readonly PipelinesChange[]): (node: TreeNode) => boolean {
    const names = new Set(changes.map(nameOfChange));
    return (node) => names.has(nameOfNode(node));
  }

  /** The nodes of a job that became busy, or is no longer. */
  concernedByJob({ base, job }: { readonly base: string; readonly job: number }) {
    return ({ data }: TreeNode): boolean => 'job' in data && data.pipeline.base === base && data.job === job;
  }
}

function nameOfChange(change: PipelinesChange): string {
  return change.kind === 'list' ? projectId(change.project) : nameOfPipeline(change.pipeline);
}

function nameOfNode({ data }: TreeNode): string {
  if (data.kind === 'project') return projectId(data.project);
  return data.kind === 'pipeline' ? nameOfPipeline(data.pipeline) : '';
}

/** Ids of pipelines are unique on a server, whichever way their project is named. */
function nameOfPipeline({ base, pipeline }: PipelineKey): string {
  return `${base} pipeline ${pipeline}`;
}
