import type { Accounts } from '../../../app/accounts/accounts';
import type { RunningPipelines } from '../../../app/pipelines/running-pipelines';
import type { PipelineTitles } from '../../../app/pipelines/titles';
import type { PipelineWarnings } from '../../../app/pipelines/warnings';
import type { Projects } from '../../../app/projects/projects';
import { projectId, type ProjectKey } from '../../../app/shared/keys';
import { background, orUndefined } from '../../../base/background';
import { type Disposable, onDispose } from '../../../base/disposable';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Row } from '../../../presentation/shared/row';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { LiveTree } from '../../shared/trees/live-tree';
import { type Entry, pipelineDataOf, type TreeNode } from '../../tree-node';
import { projectEntries } from './entries';
import type { RowDeps } from './node-rows';
import { PipelineSubtree } from './subtree';

export interface PipelineTreeDeps extends RowDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly contextKeys: ContextKeys;
  readonly titles: PipelineTitles;
  readonly warnings: PipelineWarnings;
  readonly running: Pick<RunningPipelines, 'follow' | 'listRead' | 'onDidChange'>;
}

/**
 * Pipelines of the workspace's projects: project → pipeline → stage → job or trigger job → downstream
 * pipeline.
 */
export class PipelineTree extends LiveTree {
  readonly #deps: PipelineTreeDeps;
  readonly #part: PipelineSubtree;
  protected override readonly refreshCommand = COMMAND.refreshPipelines;

  constructor(deps: PipelineTreeDeps) {
    super(deps.clock);
    this.#deps = deps;
    this.#part = new PipelineSubtree(deps);
    this.forgetOrder = (node = this.root) => this.#part.forgetOrder(node);
    const { projects, pipelines, actions, titles, warnings, running, scheduledTimes } = deps;
    this.subscriptions.add(
      projects.onDidChange(() => {
        this.repaint();
      }),
    );
    this.subscriptions.add(
      pipelines.onDidChange((changes) => {
        const concerns = this.#part.concernedBy(changes);
        this.fire((node) => concerns(node) || (node.data.kind === 'project' && this.isOutdated(node)));
      }),
    );
    for (const { onDidChange } of [titles, warnings, running]) {
      this.subscriptions.add(
        onDidChange((project) => {
          const id = projectId(project);
          this.fire(({ data }) => data.kind === 'pipeline' && projectId(data.pipeline) === id);
        }),
      );
    }
    for (const event of [actions.onDidChangeBusy, scheduledTimes?.onDidChange]) {
      const subscription = event?.((job) => {
        this.fire(this.#part.concernedByJob(job));
      });
      if (subscription !== undefined) this.subscriptions.add(subscription);
    }
  }

  /** Returns the pipeline with the trigger job that started this one. */
  override upstreamOf(node: TreeNode): TreeNode | undefined {
    const above = node.parent;
    if (above === undefined || above === this.root) return undefined;
    return above.data.kind === 'pipeline' ? above : this.upstreamOf(above);
  }

  /** Shows the new pipelines of a project, or of all projects. */
  showNewPipelines(project?: ProjectKey): void {
    const shown = new Set<TreeNode>();
    for (const node of this.root.children) {
      const { data } = node;
      if (data.kind !== 'project') continue;
      if (project !== undefined && projectId(data.project) !== projectId(project)) continue;
      if (this.#part.showNew(data.project)) shown.add(node);
    }
    this.fire((node) => shown.has(node));
  }

  protected override row(node: TreeNode): Row {
    return this.#part.row(pipelineDataOf(node));
  }

  protected override entries(node: TreeNode): Promise<readonly Entry[]> {
    return node === this.root ? this.#rootEntries() : this.#part.entries(node, pipelineDataOf(node));
  }

  protected override retain(node: TreeNode): Disposable | undefined {
    const data = pipelineDataOf(node);
    const retained = this.#part.retain(data);
    if (data.kind !== 'project' || retained === undefined) return retained;
    const following = this.#deps.running.follow(data.project);
    return onDispose(() => {
      retained.dispose();
      following.dispose();
    });
  }

  protected override summarizesChildren({ data: { kind } }: TreeNode): boolean {
    return kind === 'project' || kind === 'pipeline';
  }

  protected override opened(node: TreeNode): void {
    if (node.data.kind === 'project') {
      this.#deps.running.listRead(node.data.project);
      background(this.#loadDetails(node.data.project));
    }
    background(
      this.#part.readDownstream(node, this.end.signal).then((checked) => {
        if (checked && this.isOutdated(node)) this.fire((other) => other === node);
      }),
    );
  }

  /** Rows are shown without titles and warnings until those are known, and stay so if they can't be read. */
  async #loadDetails(project: ProjectKey): Promise<void> {
    const { pipelines, titles, warnings } = this.#deps;
    const shown = pipelines.peekList(project)?.pipelines ?? [];
    const options = { signal: this.end.signal, priority: 'background' } as const;
    await Promise.allSettled([titles.load(project, shown, options), warnings.load(project, shown, options)]);
  }

  async #rootEntries(): Promise<readonly Entry[]> {
    const { accounts, projects, contextKeys } = this.#deps;
    const search = await projects.search();
    contextKeys.set('switchyard.projects', search.state);
    if (search.state !== 'found') return [];
    const names = new Map(accounts.list().map(({ base, username }) => [base, username]));
    for (const { base, username } of accounts.list()) {
      if (username !== undefined) continue;
      // If the username can't be loaded, show the row without it.
      const user = await orUndefined(accounts.user(base));
      names.set(base, user?.username);
    }
    return projectEntries(search.projects, (base) => names.get(base));
  }
}
