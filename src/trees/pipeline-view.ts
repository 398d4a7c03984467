import { window } from 'vscode';
import type { PipelineFilterStore } from '../app/pipeline-filter';
import { isUnfiltered } from '../app/pipeline-query';
import { t } from '../base/localize';
import type { ContextKeys } from '../editor/context-keys';
import { filterSummary } from '../presentation/filter-words';
import { parts } from '../presentation/row';
import { VIEW } from '../presentation/view-ids';
import { LiveView, type LiveViewPorts, type ViewWords } from './live-view';
import type { PipelineTree } from './pipeline-tree';
import { TreeNode } from './tree-node';

export interface PipelineViewPorts extends LiveViewPorts {
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

  constructor(ports: PipelineViewPorts) {
    const options = { treeDataProvider: ports.tree, showCollapseAll: true, canSelectMany: true };
    super(window.createTreeView(VIEW.pipelines, options), ports);
    this.#tree = ports.tree;
    this.#filter = ports.filter;
    this.#contextKeys = ports.contextKeys;
    this.subscriptions.add(
      ports.filter.onDidChange(() => {
        this.describe();
      }),
    );
    this.begin();
  }

  /** Shows the pipeline whose trigger job started the one of a row; false where there is none. */
  async revealUpstream(argument: unknown): Promise<boolean> {
    const node = argument instanceof TreeNode ? argument : this.view.selection[0];
    const upstream = node === undefined ? undefined : this.#tree.upstreamOf(node);
    if (upstream === undefined) return false;
    await this.view.reveal(upstream, { select: true, focus: true });
    return true;
  }

  protected override words(trouble: string | undefined, age: string | undefined): ViewWords {
    const filter = this.#filter.current;
    const summary = filterSummary(filter);
    const isFiltered = !isUnfiltered(filter);
    if (this.#isFiltered !== isFiltered) this.#contextKeys.set('switchyard.pipelinesFiltered', isFiltered);
    this.#isFiltered = isFiltered;
    return {
      description: parts(summary, age),
      // A view that stands alone in its container has no header, and so no place for its description.
      lines: [trouble, summary === '' ? undefined : t('Showing: {0}', summary)],
    };
  }
}
