import type { Accounts } from '../app/accounts';
import type { Projects } from '../app/projects';
import type { Disposable } from '../base/disposable';
import type { ContextKeys } from '../editor/context-keys';
import { COMMAND } from '../presentation/command-ids';
import type { Row } from '../presentation/row';
import { LiveTree } from './live-tree';
import { projectEntries } from './pipeline-entries';
import type { RowPorts } from './pipeline-node-rows';
import { PipelinePart } from './pipeline-part';
import { pipelineDataOf, type Entry, type TreeNode } from './tree-node';

export interface PipelineTreePorts extends RowPorts {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly contextKeys: ContextKeys;
}

/** Pipelines of the workspace's projects: project → pipeline → stage → job or trigger job → downstream pipeline. */
export class PipelineTree extends LiveTree {
  readonly #ports: PipelineTreePorts;
  readonly #part: PipelinePart;
  protected override readonly refreshCommand = COMMAND.refreshPipelines;

  constructor(ports: PipelineTreePorts) {
    super();
    this.#ports = ports;
    this.#part = new PipelinePart(ports);
    const { projects, pipelines, actions } = ports;
    this.subscriptions.add(
      projects.onDidChange(() => {
        this.repaint();
      }),
    );
    this.subscriptions.add(
      pipelines.onDidChange((changes) => {
        const concerns = this.#part.concernedBy(changes);
        this.fire((node) => concerns(node) || (node.data.kind === 'project' && this.tellsOther(node)));
      }),
    );
    this.subscriptions.add(
      actions.onDidChangeBusy((job) => {
        this.fire(this.#part.concernedByJob(job));
      }),
    );
  }

  /** The pipeline whose trigger job started this one. */
  override upstreamOf(node: TreeNode): TreeNode | undefined {
    const above = node.parent;
    if (above === undefined || above === this.root) return undefined;
    return above.data.kind === 'pipeline' ? above : this.upstreamOf(above);
  }

  protected override row(node: TreeNode): Row {
    return this.#part.row(pipelineDataOf(node));
  }

  protected override entries(node: TreeNode): Promise<readonly Entry[]> {
    return node === this.root ? this.#rootEntries() : this.#part.entries(node, pipelineDataOf(node));
  }

  protected override hold(node: TreeNode): Disposable | undefined {
    return this.#part.hold(pipelineDataOf(node));
  }

  protected override tellsOfBelow({ data: { kind } }: TreeNode): boolean {
    return kind === 'project' || kind === 'pipeline';
  }

  protected override opened(node: TreeNode): void {
    void this.#part.lookBelow(node, this.end.signal).then((looked) => {
      if (looked && this.tellsOther(node)) this.fire((other) => other === node);
    });
  }

  async #rootEntries(): Promise<readonly Entry[]> {
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
}
