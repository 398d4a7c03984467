import type { TreeView } from 'vscode';
import type { PipelineFilterStore } from '../../app/pipelines/filter-store';
import { isUnfiltered } from '../../app/pipelines/query';
import { t } from '../../base/localize';
import type { ContextKeys } from '../../editor/shared/context-keys';
import { filterSummary } from '../../presentation/shared/filter-labels';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../shared/live-view';
import type { TreeNode } from '../tree-node';
import type { PipelineTree } from './tree';

export interface PipelineViewDeps extends LiveViewDeps {
  readonly tree: PipelineTree;
  readonly filter: PipelineFilterStore;
  readonly contextKeys: ContextKeys;
}

/** The view of the pipelines. */
export class PipelineView extends LiveView {
  readonly #tree: PipelineTree;
  readonly #filter: PipelineFilterStore;
  readonly #contextKeys: ContextKeys;
  /** As the menus were told. */
  #isFiltered: boolean | undefined;

  /** The view is there from the start; what is in it comes when it is seen. */
  constructor(view: TreeView<TreeNode>, deps: PipelineViewDeps) {
    super(view, deps);
    this.#tree = deps.tree;
    this.#filter = deps.filter;
    this.#contextKeys = deps.contextKeys;
    this.subscriptions.add(
      deps.filter.onDidChange(() => {
        this.describe();
      }),
    );
    this.begin();
  }

  /** Shows the pipeline whose trigger job started the one of a row; false where there is none. */
  async revealUpstream(row: TreeNode | undefined): Promise<boolean> {
    const node = row ?? this.view.selection[0];
    const upstream = node === undefined ? undefined : this.#tree.upstreamOf(node);
    if (upstream === undefined) return false;
    await this.view.reveal(upstream, { select: true, focus: true });
    return true;
  }

  protected override labels(trouble: string | undefined, age: string | undefined): ViewLabels {
    const filter = this.#filter.current;
    const summary = filterSummary(filter);
    const isFiltered = !isUnfiltered(filter);
    if (this.#isFiltered !== isFiltered) this.#contextKeys.set('switchyard.pipelinesFiltered', isFiltered);
    this.#isFiltered = isFiltered;
    return {
      description: age ?? '',
      // The title bar, which has no room in a narrow side bar, doesn't repeat it.
      lines: [trouble, summary === '' ? undefined : t('Showing: {0}', summary)],
    };
  }
}
