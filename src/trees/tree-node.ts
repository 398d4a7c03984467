import type { PipelineKey, ProjectKey } from '../app/shared/keys';
import type { Disposable } from '../base/disposable';
import { encodeAny } from '../base/well-formed';
import type { Row } from '../presentation/shared/row';
import type { DownstreamPipeline } from '../schemas/pipeline';
import type { HasTarget, Target } from '../schemas/target';
import { type ErrorNodeData, isErrorNode, targetOfErrorNode } from './errors/node';
import { isMergeRequestNode, type MergeRequestNodeData, targetOfNode } from './merge-requests/node';

/** What a node stands for. Plain data: what is shown of it is looked up when it is drawn. */
export type NodeData = PipelineNodeData | MergeRequestNodeData | ErrorNodeData;

/** Projects, pipelines, and what is inside them. */
export type PipelineNodeData =
  | {
      readonly kind: 'project';
      readonly project: ProjectKey;
      readonly path: string;
      readonly username: string | undefined;
      readonly added: boolean;
    }
  /** `started` is what the trigger job tells of a pipeline that is in no list; `where` is its project's path. */
  | {
      readonly kind: 'pipeline';
      readonly pipeline: PipelineKey;
      readonly started?: DownstreamPipeline;
      readonly where?: string;
    }
  | { readonly kind: 'stage'; readonly pipeline: PipelineKey; readonly stage: string }
  /** An attempt is a job that was retried; it stands below the one that came of it. */
  | { readonly kind: 'job' | 'bridge' | 'attempt'; readonly pipeline: PipelineKey; readonly job: number }
  | { readonly kind: 'older'; readonly project: ProjectKey }
  /** A row without children, in any tree; `target` is what commands on it are about. */
  | { readonly kind: 'note'; readonly row: Row; readonly target?: Target };

/** Rows of pipelines, and notes, which every tree has. @throws for rows of other trees */
export function pipelineDataOf({ data }: { readonly data: NodeData }): PipelineNodeData {
  if (isMergeRequestNode(data) || isErrorNode(data))
    throw new Error(`${data.kind} isn't a row of the Pipelines view`);
  return data;
}

/** A child as its parent lists it: `key` tells it from its siblings and stays the same while it is the same thing. */
export interface Entry {
  readonly key: string;
  readonly data: NodeData;
}

/**
 * One node of the tree. The editor knows nodes by identity, so a node stays the same object while its data changes:
 * a retried job, for one, is the same row with another job in it.
 */
export class TreeNode implements HasTarget {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  data: NodeData;
  expanded = false;
  /** Keeps the store interested while the node is expanded. */
  retained: Disposable | undefined;
  /** Counts how often its children were asked for: only the last answer counts. */
  turn = 0;
  /** The last answer, which earlier ones that come later give way to. */
  loading: Promise<TreeNode[]> | undefined;
  /** Its children could not be had; the number tells in which round. */
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

  /** No longer in the tree, or below such a node. The editor may ask for it until it knows. */
  get isDropped(): boolean {
    return this.#isReleased || (this.parent?.isDropped ?? false);
  }

  /** Whether all rows above it are open. */
  get isVisible(): boolean {
    const { parent } = this;
    return !this.#isReleased && (parent === undefined || (parent.expanded && parent.isVisible));
  }

  /** True where one of these rows stands above it. */
  isBelow(nodes: ReadonlySet<TreeNode>): boolean {
    const { parent } = this;
    return parent !== undefined && (nodes.has(parent) || parent.isBelow(nodes));
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
      case 'stage':
        return { kind: 'stage', pipeline: data.pipeline, stage: data.stage };
      case 'note':
        return data.target;
    }
  }

  /** Takes over a new list of children: known ones stay the same objects, those that are gone let go of what they hold. */
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

  /** This node and all below it. */
  *walk(): Iterable<TreeNode> {
    yield this;
    for (const child of this.#children.values()) yield* child.walk();
  }

  /** True where the pipeline stands above this node (or is it): opening it again would never end. */
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
