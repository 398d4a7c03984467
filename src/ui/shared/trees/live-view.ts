import { type TreeView, window } from 'vscode';
import { isCanceled } from '../../../api/errors';
import type { Poller } from '../../../app/shared/poller';
import { SlowPolls } from '../../../app/shared/slow-polls';
import type { TreeRowStates } from '../../../app/shared/tree-row-states';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { escapeInvisible, escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { freshness, type ServerPause } from '../../../presentation/shared/freshness';
import type { TreeNode } from '../../tree-node';
import type { LiveTree } from './live-tree';
import { RestoredRows } from './restored-rows';

/** Interval for updating the remaining time of a pause, in milliseconds. */
const COUNTDOWN_MS = 1_000;
/** Interval for updating the ages in rows, in milliseconds. */
const REPAINT_MS = 60_000;

export interface LiveViewDeps {
  readonly tree: LiveTree;
  readonly poller: Poller;
  readonly clock: Clock;
  readonly rowStates: TreeRowStates;
  /** The longest pause that a server requested; undefined if there is none. */
  readonly pause?: () => ServerPause | undefined;
}

/** The description next to a view's title, and the message above its rows. */
export interface ViewLabels {
  readonly description: string;
  readonly lines: readonly (string | undefined)[];
}

/** The view of a tree. Refreshes it only while the view is visible and the window has the focus. */
export abstract class LiveView implements Disposable {
  readonly view: TreeView<TreeNode>;
  protected readonly subscriptions = new DisposableStore();
  readonly #deps: LiveViewDeps;
  readonly #restored: RestoredRows;
  readonly #slowPolls: SlowPolls;
  /** The error of the last refresh. */
  #failure: unknown;
  #painted: number;
  #countdown: NodeJS.Timeout | undefined;

  constructor(view: TreeView<TreeNode>, deps: LiveViewDeps) {
    this.#deps = deps;
    const { tree, clock } = deps;
    this.#painted = clock.now();
    this.view = view;
    tree.isSeen = () => view.visible;
    this.#restored = this.subscriptions.add(new RestoredRows(view, tree, deps.rowStates, clock));
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
    this.#slowPolls = this.subscriptions.add(new SlowPolls(deps.poller, clock));
    this.subscriptions.add(
      this.#slowPolls.onDidChange(() => {
        this.#countDown();
        this.describe();
      }),
    );
    this.#followPolls();
  }

  /** True if the message of the view shows why the last refresh failed, and the user sees it. */
  get showsFailure(): boolean {
    return this.view.visible && this.#failure !== undefined;
  }

  /** Collapses all rows. `view`: the ID of the view. */
  collapseAll(view: string): Promise<void> {
    return this.#restored.collapseAll(view);
  }

  /** Must be called at the end of the subclass's constructor. */
  protected begin(): void {
    const { poller } = this.#deps;
    const watch = (): void => {
      poller.on = this.view.visible && window.state.focused;
      // Until the view is visible, don't read stored data for its labels.
      if (this.view.visible) this.describe();
    };
    this.subscriptions.add(this.view.onDidChangeVisibility(watch));
    this.subscriptions.add(
      this.view.onDidChangeVisibility(({ visible }) => {
        const { tree } = this.#deps;
        if (visible && tree.forgetOrder()) tree.repaintAges();
      }),
    );
    this.subscriptions.add(window.onDidChangeWindowState(watch));
    watch();
  }

  /** `errorMessage`: why the rows are outdated. `age`: the age of the data. */
  protected abstract labels(errorMessage: string | undefined, age: string | undefined): ViewLabels;

  /** Updates the description and the message. */
  protected describe(): void {
    const { tree, poller, clock, pause } = this.#deps;
    const { age, errorMessage, mark } = freshness({
      since: tree.isEmpty ? undefined : poller.lastSuccess,
      failure: this.#failure,
      incomplete: tree.isIncomplete,
      isSlow: this.#slowPolls.isSlow,
      pause: this.#slowPolls.isSlow ? pause?.() : undefined,
      now: clock.now(),
    });
    tree.mark = mark;
    const labels = this.labels(errorMessage, age);
    const description = escapeInvisibleLine(labels.description);
    const lines = labels.lines.flatMap((line) => (line === undefined ? [] : escapeInvisible(line)));
    if (this.view.description !== description) this.view.description = description;
    // Use an empty text: deleting the property would remove its setter.
    const message = lines.join('\n');
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  dispose(): void {
    clearInterval(this.#countdown);
    this.subscriptions.dispose();
  }

  /** While a refresh takes long, the message can contain the remaining time of a pause. */
  #countDown(): void {
    clearInterval(this.#countdown);
    this.#countdown = this.#slowPolls.isSlow
      ? setInterval(() => {
          this.describe();
        }, COUNTDOWN_MS)
      : undefined;
  }

  #followPolls(): void {
    const { tree, poller, clock } = this.#deps;
    this.subscriptions.add(
      poller.onDidPoll((failure) => {
        if (failure === undefined || !isCanceled(failure)) this.#failure = failure;
        this.describe();
        if (clock.now() - this.#painted < REPAINT_MS) return;
        this.#painted = clock.now();
        tree.repaint();
      }),
    );
    // Update ages even while nothing is refreshed.
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
