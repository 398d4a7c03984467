import { readBelow } from '../../../app/pipelines/downstream';
import type { PipelinesChange } from '../../../app/pipelines/pipelines';
import { type PipelineKey, projectId, type ProjectKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import type { Row } from '../../../presentation/shared/row';
import type { PipelineFacts } from '../../../schemas/pipeline';
import type { Entry, PipelineNodeData, TreeNode } from '../../tree-node';
import { pipelineEntriesOf, pipelineRowOf } from './kinds';
import type { RowDeps } from './node-rows';
import { HeldPipelines, StableOrder } from './stable-rows';

/** The rows of pipelines anywhere in a tree: pipeline → stage → job or trigger job → downstream pipeline. */
export class PipelineSubtree {
  readonly #deps: RowDeps;
  readonly #loadedDownstream = new WeakSet<TreeNode>();
  readonly #order = new StableOrder();
  readonly #held = new HeldPipelines();

  constructor(deps: RowDeps) {
    this.#deps = { ...deps, newPipelines: (project) => this.#held.count(projectId(project)) };
  }

  row(data: PipelineNodeData): Row {
    return pipelineRowOf(data, this.#deps);
  }

  async entries(node: TreeNode, data: PipelineNodeData): Promise<readonly Entry[]> {
    const entries = await pipelineEntriesOf(data, this.#deps, node);
    if (data.kind === 'project') {
      const shown = this.#held.apply(projectId(data.project), entries, this.#queryOf(data));
      return withSameCommits(shown, (key) => this.#deps.pipelines.details(key));
    }
    const { flat, order } = this.#deps.jobLayout();
    const hasJobs = data.kind === 'stage' || (data.kind === 'pipeline' && flat);
    return hasJobs ? this.#order.apply(node, entries, order) : entries;
  }

  /**
   * Sorts the jobs below a node, and shows its new pipelines, when they are read the next time. Returns false if nothing
   * changes.
   */
  forgetOrder(node: TreeNode): boolean {
    let hadNew = false;
    for (const { data } of node.walk())
      if (data.kind === 'project') hadNew = this.showNew(data.project) || hadNew;
    return this.#order.forget(node) || hadNew;
  }

  /** Shows the new pipelines of a project when its rows are read the next time. Returns false if there are none. */
  showNew(project: ProjectKey): boolean {
    return this.#held.release(projectId(project));
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

  /** Equal for lists that differ only by what happened on the server. */
  #queryOf({ project }: { readonly project: ProjectKey }): string {
    const { filter, pipelines } = this.#deps;
    return JSON.stringify([pipelines.peekList(project)?.query.key, filter()]);
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

/**
 * Names a pipeline without its project, which can be given as an ID or a path. IDs of pipelines are unique on a
 * server.
 */
function nameOfPipeline({ base, pipeline }: PipelineKey): string {
  return `${base} pipeline ${pipeline}`;
}

/**
 * Adds the latest shown pipeline for the same commit to the others, whose rows then don't repeat its title. Pipelines of
 * merge requests have the title of the merge request.
 */
export function withSameCommits(
  entries: readonly Entry[],
  detailsOf: (key: PipelineKey) => PipelineFacts | undefined,
): readonly Entry[] {
  const latest = new Map<string, number>();
  return entries.map((entry) => {
    if (entry.data.kind !== 'pipeline') return entry;
    const { pipeline } = entry.data;
    const { sha = '', ref } = detailsOf(pipeline) ?? {};
    if (sha === '') return entry;
    const title = JSON.stringify([sha, mergeRequestOf(ref)]);
    const sameCommitAs = latest.get(title);
    if (sameCommitAs !== undefined) return { ...entry, data: { ...entry.data, sameCommitAs } };
    latest.set(title, pipeline.pipeline);
    return entry;
  });
}
