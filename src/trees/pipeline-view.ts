import { window, type TreeView } from 'vscode';
import type { PipelineFilterStore } from '../app/pipeline-filter';
import { isUnfiltered } from '../app/pipeline-query';
import type { Poller } from '../app/poller';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import { DisposableStore, onDispose, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import type { ContextKeys } from '../editor/context-keys';
import { explain } from '../presentation/error-sentences';
import { filterSummary } from '../presentation/filter-words';
import { parts } from '../presentation/row';
import { ago } from '../presentation/time-words';
import { VIEW } from '../presentation/view-ids';
import type { PipelineTree } from './pipeline-tree';
import { TreeNode } from './tree-node';

/** Ages in rows are drawn anew after so many milliseconds. */
const REPAINT_MS = 60_000;

export interface PipelineViewPorts {
  readonly tree: PipelineTree;
  readonly poller: Poller;
  readonly filter: PipelineFilterStore;
  readonly contextKeys: ContextKeys;
  readonly clock: Clock;
}

/** The view around the tree: it is kept fresh only while it can be seen and the window has the focus. */
export class PipelineView implements Disposable {
  readonly view: TreeView<TreeNode>;
  readonly #ports: PipelineViewPorts;
  readonly #subscriptions = new DisposableStore();
  /** Why what is shown is not up to date. */
  #trouble: string | undefined;
  /** As the menus were told. */
  #isFiltered: boolean | undefined;

  constructor(ports: PipelineViewPorts) {
    this.#ports = ports;
    const { tree, poller, filter, clock } = ports;
    const view = window.createTreeView(VIEW.pipelines, {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.view = view;
    this.#subscriptions.add(view);
    const watch = (): void => {
      poller.on = view.visible && window.state.focused;
      // Before it is seen, there is nothing to tell: what is remembered is read when it is needed.
      if (view.visible) this.#describe();
    };
    this.#subscriptions.add(view.onDidChangeVisibility(watch));
    this.#subscriptions.add(window.onDidChangeWindowState(watch));
    this.#subscriptions.add(
      view.onDidExpandElement(({ element }) => {
        tree.setExpanded(element, true);
        poller.attend();
      }),
    );
    this.#subscriptions.add(
      view.onDidCollapseElement(({ element }) => {
        tree.setExpanded(element, false);
      }),
    );
    let painted = clock.now();
    this.#subscriptions.add(
      poller.onDidLook((failure) => {
        if (failure === undefined) this.#trouble = undefined;
        else if (!isCancelled(failure)) this.#trouble = t('Not up to date. {0}', explain(failure).why);
        this.#describe();
        if (clock.now() - painted < REPAINT_MS) return;
        painted = clock.now();
        tree.repaint();
      }),
    );
    // Ages pass while nobody looks at the server, too.
    const aging = setInterval(() => {
      if (!view.visible || clock.now() - painted < REPAINT_MS) return;
      painted = clock.now();
      this.#describe();
      tree.repaintAges();
    }, REPAINT_MS);
    this.#subscriptions.add(
      onDispose(() => {
        clearInterval(aging);
      }),
    );
    this.#subscriptions.add(
      tree.onDidLoad(() => {
        this.#describe();
        poller.nudge();
      }),
    );
    this.#subscriptions.add(
      filter.onDidChange(() => {
        this.#describe();
      }),
    );
    watch();
  }

  /** Shows the pipeline whose trigger job started the one of a row; false where there is none. */
  async revealUpstream(argument: unknown): Promise<boolean> {
    const node = argument instanceof TreeNode ? argument : this.view.selection[0];
    const upstream = node === undefined ? undefined : this.#ports.tree.upstreamOf(node);
    if (upstream === undefined) return false;
    await this.view.reveal(upstream, { select: true, focus: true });
    return true;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** What is shown and how old it is, beside the title. */
  #describe(): void {
    const { tree, filter, poller, contextKeys, clock } = this.#ports;
    const { lastSuccess } = poller;
    const age =
      lastSuccess === undefined || tree.isEmpty
        ? undefined
        : ago(new Date(lastSuccess).toISOString(), clock.now());
    const summary = filterSummary(filter.current);
    const description = parts(summary, age === undefined ? undefined : t('updated {0}', age));
    if (this.view.description !== description) this.view.description = description;
    // The only view of a container has no header, and so no place for its description.
    const lines = [this.#trouble, summary === '' ? undefined : t('Showing: {0}', summary)];
    // The empty text takes the message away; deleting the property would take its setter away.
    const message = lines.filter((line) => line !== undefined).join('\n');
    if ((this.view.message ?? '') !== message) this.view.message = message;
    const isFiltered = !isUnfiltered(filter.current);
    if (this.#isFiltered !== isFiltered) contextKeys.set('switchyard.pipelinesFiltered', isFiltered);
    this.#isFiltered = isFiltered;
  }
}
