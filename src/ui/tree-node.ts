import type { PipelineKey, ProjectKey } from '../app/shared/keys';
import type { Disposable } from '../base/disposable';
import { isRecord } from '../base/record';
import { encodeAny } from '../base/well-formed';
import type { ArtifactItem } from '../domain/jobs/artifact-tree';
import type { Row } from '../presentation/shared/row';
import type { DownstreamPipeline } from '../schemas/pipeline';
import type { HasTarget, Target } from '../schemas/target';
import { type ErrorNodeData, isErrorNode, targetOfErrorNode } from './errors/trees/node';
import { isMergeRequestNode, type MergeRequestNodeData, targetOfNode } from './merge-request-view/trees/node';

/**
 * The data that identifies a node. Plain data; the row's content is read from the stores when it is rendered.
 */
export type NodeData = PipelineNodeData | MergeRequestNodeData | ErrorNodeData;

/** Projects, pipelines, and their descendants. */
export type PipelineNodeData =
  | {
      readonly kind: 'project';
      readonly project: ProjectKey;
      readonly path: string;
      readonly username: string | undefined;
      readonly added: boolean;
    }
  /**
   * `started`: the trigger job's data of a pipeline that isn't in any list. `where`: the path of its project.
   * `sameCommitAs`: the latest pipeline of the list for the same commit.
   */
  | {
      readonly kind: 'pipeline';
      readonly pipeline: PipelineKey;
      readonly started?: DownstreamPipeline;
      readonly where?: string;
      readonly sameCommitAs?: number;
    }
  | { readonly kind: 'stage'; readonly pipeline: PipelineKey; readonly stage: string }
  /** An attempt is a job that was retried; its row is below the latest attempt. */
  | { readonly kind: 'job' | 'bridge' | 'attempt'; readonly pipeline: PipelineKey; readonly job: number }
  /** A file or folder of the artifacts of a job; the path of the root is empty. */
  | {
      readonly kind: 'artifact';
      readonly pipeline: PipelineKey;
      readonly job: number;
      readonly item: ArtifactItem;
    }
  | { readonly kind: 'older'; readonly project: ProjectKey }
  /** A row without children, in any tree. `target`: the target for commands. */
  | { readonly kind: 'note'; readonly row: Row; readonly target?: Target };

/**
 * Returns the data of a pipeline row or a note, which every tree has.
 * @throws for rows of other trees
 */
export function pipelineDataOf({ data }: { readonly data: NodeData }): PipelineNodeData {
  if (isMergeRequestNode(data) || isErrorNode(data))
    throw new Error(`${data.kind} isn't a row of the Pipelines view`);
  return data;
}

/** The server of an identifier of a row. */
const serverIn = (value: unknown): string | undefined =>
  isRecord(value) && typeof value['base'] === 'string' ? value['base'] : undefined;

/** A child in its parent's list. `key` identifies it among its siblings and doesn't change. */
export interface Entry {
  readonly key: string;
  readonly data: NodeData;
}

/**
 * A node of a tree. The editor compares nodes by identity, so a node remains the same object when its data
 * changes. For example, the row of a retried job remains, with another job.
 */
export class TreeNode implements HasTarget {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  data: NodeData;
  expanded = false;
  /** Retains the node's data in the store while the node is expanded. */
  retained: Disposable | undefined;
  /** Number of requests for the children, of which only the last response is used. */
  turn = 0;
  /** The latest request for the children, whose result replaces those of earlier ones. */
  loading: Promise<TreeNode[]> | undefined;
  /**
   * The round, counted by `LiveTree.repaint`, in which the children couldn't be read. They aren't read again in the
   * same round.
   */
  failedIn: number | undefined;
  #children = new Map<string, TreeNode>();
  #isReleased = false;

  constructor(id: string, parent: TreeNode | undefined, data: NodeData) {
    this.id = id;
    this.parent = parent;
    this.data = data;
  }

  get children(): readonly TreeNode[] {
    return [...this.#children.values()];
  }

  /** True if the node or an ancestor is no longer in the tree. The editor may still request it. */
  get isDropped(): boolean {
    return this.#isReleased || (this.parent?.isDropped ?? false);
  }

  /** True if all ancestors are expanded. */
  get isVisible(): boolean {
    const { parent } = this;
    return !this.#isReleased && (parent === undefined || (parent.expanded && parent.isVisible));
  }

  /** True if one of the nodes is an ancestor. */
  isBelow(nodes: ReadonlySet<TreeNode>): boolean {
    const { parent } = this;
    return parent !== undefined && (nodes.has(parent) || parent.isBelow(nodes));
  }

  /** The server of the row's item, or of the nearest ancestor with one. */
  get server(): string | undefined {
    const values: readonly unknown[] = Object.values(this.data);
    const own = [this.data, ...values].map(serverIn).find((base) => base !== undefined);
    return own ?? this.parent?.server;
  }

  get target(): Target | undefined {
    const { data } = this;
    if (isMergeRequestNode(data)) return targetOfNode(data);
    if (isErrorNode(data)) return targetOfErrorNode(data);
    switch (data.kind) {
      case 'project':
        return { kind: 'project', project: data.project, path: data.path };
      case 'older':
        return { kind: 'older', project: data.project };
      case 'pipeline':
        return { kind: 'pipeline', pipeline: data.pipeline };
      case 'job':
      case 'bridge':
        return { kind: data.kind, pipeline: data.pipeline, job: data.job };
      case 'attempt':
        return { kind: 'job', pipeline: data.pipeline, job: data.job };
      case 'artifact':
        return { kind: 'artifact', pipeline: data.pipeline, job: data.job, path: data.item.path };
      case 'stage':
        return { kind: 'stage', pipeline: data.pipeline, stage: data.stage };
      case 'note':
        return data.target;
    }
  }

  /** Replaces the children. Known ones remain the same objects; removed ones are released. */
  setChildren(entries: readonly Entry[]): TreeNode[] {
    const next = new Map<string, TreeNode>();
    for (const { key, data } of entries) {
      const node = this.#children.get(key) ?? new TreeNode(`${this.id}/${encodeAny(key)}`, this, data);
      node.data = data;
      next.set(key, node);
    }
    for (const [key, child] of this.#children) if (!next.has(key)) child.release();
    this.#children = next;
    return [...next.values()];
  }

  /** This node and its descendants. */
  *walk(): Iterable<TreeNode> {
    yield this;
    for (const child of this.#children.values()) yield* child.walk();
  }

  /** True if this node or an ancestor is the pipeline. Showing it again would create a cycle. */
  isInside(pipeline: PipelineKey): boolean {
    const own = this.data.kind === 'pipeline' ? this.data.pipeline : undefined;
    const same = own?.base === pipeline.base && own.pipeline === pipeline.pipeline;
    return same || (this.parent?.isInside(pipeline) ?? false);
  }

  release(): void {
    for (const node of this.walk()) {
      node.retained?.dispose();
      node.retained = undefined;
      node.#isReleased = true;
    }
  }
}
