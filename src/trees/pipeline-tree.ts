import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Accounts } from '../app/accounts';
import type { PipelineKey } from '../app/keys';
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
        this.#fire((node) => changes.some((change) => isAbout(node, change)));
      }),
    );
    this.#subscriptions.add(
      actions.onDidChangeBusy(({ base, job }) => {
        this.#fire(({ data }) => 'job' in data && data.pipeline.base === base && data.job === job);
      }),
    );
  }

  /** Draws everything anew from what is known: ages pass, and what failed is asked for again. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node: TreeNode = this.#root): Promise<TreeNode[]> {
    this.setExpanded(node, true);
    try {
      const children = node.setChildren(await this.#entries(node));
      this.#loaded.fire();
      return children;
    } catch (error) {
      const row = errorRow(t('These rows could not be loaded'), error);
      return node.setChildren([{ key: 'error', data: { kind: 'note', row } }]);
    }
  }

  getTreeItem(node: TreeNode): TreeItem {
    return treeItem(node.id, this.#row(node), node);
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

  dispose(): void {
    this.#root.release();
    this.#subscriptions.dispose();
    this.#loaded.dispose();
    this.#changed.dispose();
  }

  async #entries(node: TreeNode): Promise<Entry[]> {
    const { pipelines } = this.#ports;
    const { data } = node;
    if (node === this.#root) return this.#rootEntries();
    switch (data.kind) {
      case 'project':
        return pipelineEntries(data.project, await pipelines.list(data.project));
      case 'pipeline':
        return stageEntries(data.pipeline, await pipelines.content(data.pipeline));
      case 'stage':
        return jobEntries(data.pipeline, data.stage, await pipelines.content(data.pipeline));
      case 'bridge': {
        const { bridges } = await pipelines.content(data.pipeline);
        const bridge = bridges.find(({ id }) => id === data.job);
        return downstreamEntries(node, data.pipeline, bridge);
      }
      case 'job':
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

  #fire(concerns: (node: TreeNode) => boolean): void {
    const nodes = [...this.#root.walk()].filter((node) => node !== this.#root && concerns(node));
    if (nodes.length > 0) this.#changed.fire(nodes);
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

function isAbout({ data }: TreeNode, change: PipelinesChange): boolean {
  if (change.kind === 'list') {
    return (
      data.kind === 'project' &&
      data.project.base === change.project.base &&
      data.project.project === change.project.project
    );
  }
  return data.kind === 'pipeline' && isSame(data.pipeline, change.pipeline);
}

/** Ids of pipelines are unique on a server, whichever way their project is named. */
function isSame(a: PipelineKey, b: PipelineKey): boolean {
  return a.base === b.base && a.pipeline === b.pipeline;
}
