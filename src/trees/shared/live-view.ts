import { type TreeView, window } from 'vscode';
import { isCancelled } from '../../api/errors';
import type { Poller } from '../../app/shared/poller';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, onDispose } from '../../base/disposable';
import { escapeInvisible, escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { freshness } from '../../presentation/shared/freshness';
import type { TreeNode } from '../tree-node';
import type { LiveTree } from './live-tree';

/** Ages in rows are drawn anew after so many milliseconds. */
const REPAINT_MS = 60_000;

export interface LiveViewDeps {
  readonly tree: LiveTree;
  readonly poller: Poller;
  readonly clock: Clock;
}

/** What stands beside the title of a view, and in the line above its rows. */
export interface ViewLabels {
  readonly description: string;
  readonly lines: readonly (string | undefined)[];
}

/** The view around a tree: it is kept fresh only while it can be seen and the window has the focus. */
export abstract class LiveView implements Disposable {
  readonly view: TreeView<TreeNode>;
  protected readonly subscriptions = new DisposableStore();
  readonly #deps: LiveViewDeps;
  /** What the last refresh failed with. */
  #failure: unknown;
  #painted: number;

  constructor(view: TreeView<TreeNode>, deps: LiveViewDeps) {
    this.#deps = deps;
    const { tree, clock } = deps;
    this.#painted = clock.now();
    this.view = view;
    tree.isSeen = () => view.visible;
    this.subscriptions.add(view);
    this.subscriptions.add(
      this.view.onDidExpandElement(({ element }) => {
        tree.setExpanded(element, true);
        deps.poller.markActive();
      }),
    );
    this.subscriptions.add(
      this.view.onDidCollapseElement(({ element }) => {
        tree.setExpanded(element, false);
      }),
    );
    this.subscriptions.add(
      tree.onDidLoad(() => {
        this.describe();
        deps.poller.reschedule();
      }),
    );
    this.subscriptions.add(
      tree.onDidFail(() => {
        this.describe();
      }),
    );
    this.#followPolls();
  }

  /** To be called once the view is whole. */
  protected begin(): void {
    const { poller } = this.#deps;
    const watch = (): void => {
      poller.on = this.view.visible && window.state.focused;
      // Before it is seen, there is nothing to tell: what is remembered is read when it is needed.
      if (this.view.visible) this.describe();
    };
    this.subscriptions.add(this.view.onDidChangeVisibility(watch));
    this.subscriptions.add(window.onDidChangeWindowState(watch));
    watch();
  }

  /** `trouble`: why what is shown is not up to date; `age`: how old it is. */
  protected abstract labels(trouble: string | undefined, age: string | undefined): ViewLabels;

  /** What is shown and how old it is, beside the title. */
  protected describe(): void {
    const { tree, poller, clock } = this.#deps;
    const { age, trouble, mark } = freshness({
      since: tree.isEmpty ? undefined : poller.lastSuccess,
      failure: this.#failure,
      incomplete: tree.isIncomplete,
      now: clock.now(),
    });
    tree.mark = mark;
    const words = this.labels(trouble, age);
    const description = escapeInvisibleLine(words.description);
    const lines = words.lines.flatMap((line) => (line === undefined ? [] : escapeInvisible(line)));
    if (this.view.description !== description) this.view.description = description;
    // The empty text takes the message away; deleting the property would take its setter away.
    const message = lines.join('\n');
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  #followPolls(): void {
    const { tree, poller, clock } = this.#deps;
    this.subscriptions.add(
      poller.onDidPoll((failure) => {
        if (failure === undefined || !isCancelled(failure)) this.#failure = failure;
        this.describe();
        if (clock.now() - this.#painted < REPAINT_MS) return;
        this.#painted = clock.now();
        tree.repaint();
      }),
    );
    // Ages pass while nobody looks at the server, too.
    const aging = setInterval(() => {
      if (!this.view.visible || clock.now() - this.#painted < REPAINT_MS) return;
      this.#painted = clock.now();
      this.describe();
      tree.repaintAges();
    }, REPAINT_MS);
    this.subscriptions.add(
      onDispose(() => {
        clearInterval(aging);
      }),
    );
  }
}
