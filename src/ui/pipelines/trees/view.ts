import type { TreeView } from 'vscode';
import type { PipelineFilterStore } from '../../../app/pipelines/filter-store';
import { isUnfiltered } from '../../../app/pipelines/query';
import { t } from '../../../base/localize';
import { filterSummary } from '../../../presentation/shared/filter-labels';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../../shared/trees/live-view';
import { revealRow } from '../../shared/trees/reveal-row';
import type { TreeNode } from '../../tree-node';
import type { PipelineTree } from './tree';

export interface PipelineViewDeps extends LiveViewDeps {
  readonly tree: PipelineTree;
  readonly filter: PipelineFilterStore;
  readonly contextKeys: ContextKeys;
  /** The checked-out branches of the listed projects. */
  readonly branches: () => readonly string[];
}

/** The Pipelines view. */
export class PipelineView extends LiveView {
  readonly #tree: PipelineTree;
  readonly #filter: PipelineFilterStore;
  readonly #contextKeys: ContextKeys;
  readonly #branches: PipelineViewDeps['branches'];
  /** The last value of the context key. */
  #isFiltered: boolean | undefined;

  /** The view exists from the start; its rows are loaded when it is visible. */
  constructor(view: TreeView<TreeNode>, deps: PipelineViewDeps) {
    super(view, deps);
    this.#tree = deps.tree;
    this.#filter = deps.filter;
    this.#contextKeys = deps.contextKeys;
    this.#branches = deps.branches;
    this.subscriptions.add(
      deps.filter.onDidChange(() => {
        this.describe();
      }),
    );
    this.begin();
  }

  /**
   * Reveals the pipeline with the trigger job that started the pipeline of a row; returns false if there is
   * none.
   */
  async revealUpstream(row: TreeNode | undefined): Promise<boolean> {
    const node = row ?? this.view.selection[0];
    const upstream = node === undefined ? undefined : this.#tree.upstreamOf(node);
    if (upstream === undefined) return false;
    await revealRow(this.view, upstream, { select: true, focus: true });
    return true;
  }

  protected override labels(errorMessage: string | undefined, age: string | undefined): ViewLabels {
    const filter = this.#filter.current;
    const summary = filterSummary(filter, this.#branches());
    const isFiltered = !isUnfiltered(filter);
    if (this.#isFiltered !== isFiltered) this.#contextKeys.set('switchyard.pipelinesFiltered', isFiltered);
    this.#isFiltered = isFiltered;
    return {
      description: age ?? '',
      // Not in the description, which is cut off in a narrow side bar.
      lines: [errorMessage, summary === '' ? undefined : t('Showing: {0}', summary)],
    };
  }
}
