import { window, type TreeView } from 'vscode';
import type { Poller } from '../app/poller';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import { DisposableStore, onDispose, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { explain } from '../presentation/error-sentences';
import { ago } from '../presentation/time-words';
import type { LiveTree } from './live-tree';
import type { TreeNode } from './tree-node';

/** Ages in rows are drawn anew after so many milliseconds. */
const REPAINT_MS = 60_000;

export interface LiveViewPorts {
  readonly tree: LiveTree;
  readonly poller: Poller;
  readonly clock: Clock;
}

/** What stands beside the title of a view, and in the line above its rows. */
export interface ViewWords {
  readonly description: string;
  readonly lines: readonly (string | undefined)[];
}

/** The view around a tree: it is kept fresh only while it can be seen and the window has the focus. */
export abstract class LiveView implements Disposable {
  readonly view: TreeView<TreeNode>;
  protected readonly subscriptions = new DisposableStore();
  readonly #ports: LiveViewPorts;
  /** Why what is shown is not up to date. */
  #trouble: string | undefined;
  #painted: number;

  constructor(view: TreeView<TreeNode>, ports: LiveViewPorts) {
    this.#ports = ports;
    const { tree, clock } = ports;
    this.#painted = clock.now();
    this.view = view;
    tree.isSeen = () => view.visible;
    this.subscriptions.add(view);
    this.subscriptions.add(
      this.view.onDidExpandElement(({ element }) => {
        tree.setExpanded(element, true);
        ports.poller.attend();
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
        ports.poller.nudge();
      }),
    );
    this.#followLooks();
  }

  /** To be called once the view is whole. */
  protected begin(): void {
    const { poller } = this.#ports;
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
  protected abstract words(trouble: string | undefined, age: string | undefined): ViewWords;

  /** What is shown and how old it is, beside the title. */
  protected describe(): void {
    const { tree, poller, clock } = this.#ports;
    const { lastSuccess } = poller;
    const age =
      lastSuccess === undefined || tree.isEmpty
        ? undefined
        : ago(new Date(lastSuccess).toISOString(), clock.now());
    const { description, lines } = this.words(
      this.#trouble,
      age === undefined ? undefined : t('updated {0}', age),
    );
    if (this.view.description !== description) this.view.description = description;
    // The empty text takes the message away; deleting the property would take its setter away.
    const message = lines.filter((line) => line !== undefined).join('\n');
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  #followLooks(): void {
    const { tree, poller, clock } = this.#ports;
    this.subscriptions.add(
      poller.onDidLook((failure) => {
        if (failure === undefined) this.#trouble = undefined;
        else if (!isCancelled(failure)) this.#trouble = t('Not up to date. {0}', explain(failure).why);
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
