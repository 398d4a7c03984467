import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Accounts } from '../app/accounts';
import { readBelow } from '../app/downstream';
import { projectId, type PipelineKey } from '../app/keys';
import type { PipelinesChange } from '../app/pipelines';
import type { Projects } from '../app/projects';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { t } from '../base/localize';
import type { ContextKeys } from '../editor/context-keys';
import { tooltip, treeItem } from '../editor/tree-item';
import { errorRow } from '../presentation/error-rows';
import type { Row } from '../presentation/row';
import {
  attemptEntries,
  downstreamEntries,
  jobEntries,
  pipelineEntries,
  projectEntries,
  stageEntries,
} from './pipeline-entries';
import { rowOf, type RowPorts } from './pipeline-node-rows';
import { TreeNode, type Entry } from './tree-node';

export interface PipelineTreePorts extends RowPorts {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly contextKeys: ContextKeys;
}

/** Pipelines of the workspace's projects: project → pipeline → stage → job or trigger job → downstream pipeline. */
export class PipelineTree implements TreeDataProvider<TreeNode>, Disposable {
  readonly #ports: PipelineTreePorts;
  readonly #root = new TreeNode('', undefined, { kind: 'note', row: HIDDEN_ROW });
  readonly #changed = new EventEmitter<TreeNode[] | undefined>();
  readonly #loaded = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();
  /** What was told of projects and pipelines when their rows were drawn. */
  readonly #drawn = new WeakMap<TreeNode, string | undefined>();
  readonly #lookedBelow = new WeakSet<TreeNode>();
  readonly #end = new AbortController();
  /** What failed in an earlier round is asked for again. */
  #round = 0;
  /** The round in which projects were looked for last. */
  #rootRound = -1;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Rows were read that were not known before. */
  readonly onDidLoad = this.#loaded.event;

  constructor(ports: PipelineTreePorts) {
    this.#ports = ports;
    this.#root.expanded = true;
    const { projects, pipelines, actions } = ports;
    this.#subscriptions.add(
      projects.onDidChange(() => {
        this.repaint();
      }),
    );
    this.#subscriptions.add(
      pipelines.onDidChange((changes) => {
        const names = new Set(changes.map(nameOfChange));
        this.#fire(
          (node) => names.has(nameOfNode(node)) || (node.data.kind === 'project' && this.#tellsOther(node)),
        );
      }),
    );
    this.#subscriptions.add(
      actions.onDidChangeBusy(({ base, job }) => {
        this.#fire(({ data }) => 'job' in data && data.pipeline.base === base && data.job === job);
      }),
    );
  }

  /** True where no project is shown. */
  get isEmpty(): boolean {
    return this.#root.children.length === 0;
  }

  /** Draws everything anew from what is known, and what failed is asked for again. */
  repaint(): void {
    this.#round++;
    this.#changed.fire(undefined);
  }

  /** Draws everything anew: ages pass. Asks for nothing. */
  repaintAges(): void {
    this.#changed.fire(undefined);
  }

  getChildren(node: TreeNode = this.#root): Promise<TreeNode[]> {
    this.setExpanded(node, true);
    if (node.failedIn === this.#round) return Promise.resolve([...node.children]);
    // Projects that could not be read would be asked for again.
    if (node === this.#root && this.#rootRound === this.#round && !this.isEmpty)
      return Promise.resolve([...node.children]);
    const turn = ++node.turn;
    node.loading = this.#load(node, turn, this.#round);
    return node.loading;
  }

  getTreeItem(node: TreeNode): TreeItem {
    const row = this.#row(node);
    const { kind } = node.data;
    if (kind === 'project' || kind === 'pipeline') this.#drawn.set(node, row.description);
    return treeItem(node.id, row, node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent === this.#root ? undefined : node.parent;
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    const { facts = [] } = this.#row(node);
    item.tooltip = facts.length === 0 ? '' : tooltip(facts);
    return item;
  }

  /** Tells that a node was opened or closed: what is inside closed nodes is not kept fresh. */
  setExpanded(node: TreeNode, expanded: boolean): void {
    node.expanded = expanded;
    this.#holdBelow(node, isVisible(node));
  }

  /** The pipeline whose trigger job started this one. */
  upstreamOf(node: TreeNode): TreeNode | undefined {
    const above = node.parent;
    if (above === undefined || above === this.#root) return undefined;
    return above.data.kind === 'pipeline' ? above : this.upstreamOf(above);
  }

  dispose(): void {
    this.#end.abort();
    this.#root.release();
    this.#subscriptions.dispose();
    this.#loaded.dispose();
    this.#changed.dispose();
  }

  async #load(node: TreeNode, turn: number, round: number): Promise<TreeNode[]> {
    let entries: Entry[];
    let failedIn: number | undefined;
    try {
      entries = await this.#entries(node);
    } catch (error) {
      failedIn = round;
      const row = errorRow(t('These rows could not be loaded'), error);
      entries = [{ key: 'error', data: { kind: 'note', row } }];
    }
    // Somebody asked again meanwhile: the later answer is the newer one, whichever comes first.
    if (turn !== node.turn) return node.loading ?? [...node.children];
    node.failedIn = failedIn;
    if (node === this.#root) this.#rootRound = round;
    const children = node.setChildren(entries);
    if (failedIn === undefined) this.#loaded.fire();
    // The rows of projects and pipelines tell of what is below them.
    if (this.#tellsOther(node)) this.#fire((other) => other === node);
    if (failedIn === undefined) void this.#lookBelow(node);
    return children;
  }

  /** A failure at any depth below a pipeline is told in its row once it is open, though nothing below it is. */
  async #lookBelow(node: TreeNode): Promise<void> {
    const { data } = node;
    if (data.kind !== 'pipeline' || data.started !== undefined || this.#lookedBelow.has(node)) return;
    this.#lookedBelow.add(node);
    await readBelow(this.#ports.pipelines, data.pipeline, {
      signal: this.#end.signal,
      priority: 'background',
    });
    if (this.#tellsOther(node)) this.#fire((other) => other === node);
  }

  async #entries(node: TreeNode): Promise<Entry[]> {
    const { pipelines } = this.#ports;
    const { data } = node;
    const filter = this.#ports.filter();
    if (node === this.#root) return this.#rootEntries();
    switch (data.kind) {
      case 'project': {
        return pipelineEntries(data.project, await pipelines.list(data.project), filter);
      }
      case 'pipeline':
        return stageEntries(data.pipeline, await pipelines.content(data.pipeline), filter);
      case 'stage':
        return jobEntries(data.pipeline, data.stage, await pipelines.content(data.pipeline), filter);
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

  async #rootEntries(): Promise<Entry[]> {
    const { accounts, projects, contextKeys } = this.#ports;
    const search = await projects.search();
    contextKeys.set('switchyard.projects', search.state);
    if (search.state !== 'found') return [];
    const names = new Map(accounts.list().map(({ base, username }) => [base, username]));
    for (const { base, source } of accounts.list()) {
      if (source !== 'environment') continue;
      // Only such an account does not know its name; a row without it is better than no row.
      const user = await accounts.user(base).catch(() => undefined);
      names.set(base, user?.username);
    }
    return projectEntries(search.projects, (base) => names.get(base));
  }

  #row(node: TreeNode): Row {
    return rowOf(node.data, this.#ports);
  }

  /** Fires nodes, and the pipelines above them: they tell of what failed below. */
  #fire(concerns: (node: TreeNode) => boolean): void {
    const nodes = new Set<TreeNode>();
    for (const node of this.#root.walk()) {
      if (node === this.#root || !concerns(node)) continue;
      node.failedIn = undefined;
      for (let each: TreeNode | undefined = node; each !== undefined; each = this.upstreamOf(each))
        nodes.add(each);
    }
    if (nodes.size > 0) this.#changed.fire([...nodes]);
  }

  /** True for a project or pipeline whose row would be another one than was drawn. */
  #tellsOther(node: TreeNode): boolean {
    return this.#drawn.has(node) && this.#drawn.get(node) !== this.#row(node).description;
  }

  #holdBelow(node: TreeNode, visible: boolean): void {
    const wanted = visible && node.expanded;
    if (wanted) node.hold ??= this.#hold(node);
    else {
      node.hold?.dispose();
      node.hold = undefined;
    }
    for (const child of node.children) this.#holdBelow(child, wanted);
  }

  #hold({ data }: TreeNode): Disposable | undefined {
    const { pipelines } = this.#ports;
    if (data.kind === 'project') return pipelines.holdProject(data.project);
    return data.kind === 'pipeline' ? pipelines.holdPipeline(data.pipeline) : undefined;
  }
}

/** The root is never drawn. */
const HIDDEN_ROW: Row = {
  label: '',
  icon: { id: 'blank' },
  accessibleLabel: '',
  words: [],
  expandable: 'expanded',
};

function isVisible(node: TreeNode): boolean {
  return node.parent === undefined || (node.parent.expanded && isVisible(node.parent));
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
