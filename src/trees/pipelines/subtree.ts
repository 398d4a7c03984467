import { readBelow } from '../../app/pipelines/downstream';
import type { PipelinesChange } from '../../app/pipelines/pipelines';
import { type PipelineKey, projectId } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import type { Row } from '../../presentation/shared/row';
import type { Entry, PipelineNodeData, TreeNode } from '../tree-node';
import { pipelineEntriesOf, pipelineRowOf } from './kinds';
import type { RowDeps } from './node-rows';

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

  entries(node: TreeNode, data: PipelineNodeData): Promise<readonly Entry[]> {
    return pipelineEntriesOf(data, this.#deps, node);
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
