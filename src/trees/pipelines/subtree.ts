import { readBelow } from '../../app/pipelines/downstream';
import type { PipelinesChange } from '../../app/pipelines/pipelines';
import { type PipelineKey, projectId } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import type { Row } from '../../presentation/shared/row';
import type { Entry, PipelineNodeData, TreeNode } from '../tree-node';
import { pipelineEntriesOf, pipelineRowOf } from './kinds';
import type { RowDeps } from './node-rows';
import { StableOrder } from './stable-order';

/** The rows of pipelines anywhere in a tree: pipeline → stage → job or trigger job → downstream pipeline. */
export class PipelineSubtree {
  readonly #deps: RowDeps;
  readonly #loadedDownstream = new WeakSet<TreeNode>();
  readonly #order = new StableOrder();

  constructor(deps: RowDeps) {
    this.#deps = deps;
  }

  row(data: PipelineNodeData): Row {
    return pipelineRowOf(data, this.#deps);
  }

  async entries(node: TreeNode, data: PipelineNodeData): Promise<readonly Entry[]> {
    const entries = await pipelineEntriesOf(data, this.#deps, node);
    const { flat, order } = this.#deps.jobLayout();
    const hasJobs = data.kind === 'stage' || (data.kind === 'pipeline' && flat);
    return hasJobs ? this.#order.apply(node, entries, order) : entries;
  }

  /** Sorts the jobs below a node when they are shown the next time. Returns false if none were shown. */
  forgetOrder(node: TreeNode): boolean {
    return this.#order.forget(node);
  }

  retain(data: PipelineNodeData): Disposable | undefined {
    const { pipelines } = this.#deps;
    if (data.kind === 'project') return pipelines.retainProject(data.project);
    return data.kind === 'pipeline' ? pipelines.retainPipeline(data.pipeline) : undefined;
  }

  /**
   * Reads the pipelines below an expanded one, because its row shows failures at any depth even if the rows
   * below are collapsed. Resolves to false if there was nothing to read.
   */
  async readDownstream(node: TreeNode, signal: AbortSignal): Promise<boolean> {
    const { data } = node;
    if (data.kind !== 'pipeline' || data.started !== undefined || this.#loadedDownstream.has(node))
      return false;
    this.#loadedDownstream.add(node);
    await readBelow(this.#deps.pipelines, data.pipeline, { signal, priority: 'background' });
    return true;
  }

  /** Returns a function that is true for nodes affected by the changes. */
  concernedBy(changes: readonly PipelinesChange[]): (node: TreeNode) => boolean {
    const names = new Set(changes.map(nameOfChange));
    return (node) => names.has(nameOfNode(node));
  }

  /** Returns a function that is true for the nodes of a job that became busy or is no longer busy. */
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

/** IDs of pipelines are unique on a server, so a project's ID and path have the same result. */
function nameOfPipeline({ base, pipeline }: PipelineKey): string {
  return `${base} pipeline ${pipeline}`;
}
