import { type TreeView, window } from 'vscode';
import type { PipelineNotifications } from '../../app/branch/pipeline-notifications';
import type { BranchWatch } from '../../app/branch/watch';
import { Poller } from '../../app/shared/poller';
import { settleAll } from '../../app/shared/settle-all';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, onDispose } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { branchBadge, branchStatus } from '../../presentation/branch/status';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import type { BranchStatusItem } from './status-item';

export interface BackgroundRefreshDeps {
  readonly branch: BranchWatch;
  readonly notifications: PipelineNotifications;
  readonly item: BranchStatusItem;
  /** The view whose container bears the badge. */
  readonly view: Pick<TreeView<unknown>, 'badge'>;
  readonly clock: Clock;
  /** Whether a person wants status and badge. */
  readonly wanted: () => boolean;
  /** Milliseconds between looks while something moves; 0: never by itself. */
  readonly interval: () => number;
  /** Another branch may be checked out, or another account be signed in. */
  readonly onDidMove: Event<void>;
}

/** What runs at the edge of the eye is asked about no oftener than this. */
const MIN_MS = 5_000;

/**
 * Keeps the branch's status, the badge, and the watched pipelines up to date while the window is focused. It starts with
 * `wake`: when a project of the workspace is on a server with an account, or a view or command is used.
 */
export class BackgroundRefresh implements Disposable {
  readonly #deps: BackgroundRefreshDeps;
  readonly #poller: Poller;
  readonly #subscriptions = new DisposableStore();
  readonly #life = new AbortController();
  #awake = false;
  /** Something happened that the next look is not to wait for. */
  #due = true;

  constructor(deps: BackgroundRefreshDeps) {
    this.#deps = deps;
    const { branch, notifications, clock, interval, onDidMove } = deps;
    this.#poller = this.#subscriptions.add(
      new Poller({
        clock,
        poll: (signal) => this.#poll(signal),
        pace: () => (this.#pacesOf().includes('live') ? 'live' : 'idle'),
        interval: () => (interval() === 0 ? 0 : Math.max(interval(), MIN_MS)),
      }),
    );
    this.#subscriptions.add(
      onDispose(() => {
        this.#life.abort();
      }),
    );
    const soon = (): void => {
      this.#due = true;
      this.#watch();
    };
    this.#subscriptions.add(onDidMove(soon));
    this.#subscriptions.add(notifications.onDidChange(soon));
    this.#subscriptions.add(
      branch.onDidChange(() => {
        this.show();
        this.#poller.reschedule();
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeWindowState(() => {
        this.#watch();
      }),
    );
  }

  /** From now on servers may be asked. */
  wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    this.#watch();
  }

  /** Whether it is wanted may have changed. */
  reconsider(): void {
    if (!this.#awake) return;
    if (!this.#deps.wanted()) this.#deps.branch.forget();
    this.#due = true;
    this.show();
    this.#watch();
  }

  show(): void {
    const { branch, item, view, wanted } = this.#deps;
    const facts = wanted() ? branch.details : undefined;
    item.show(facts === undefined ? undefined : branchStatus(facts));
    const badge = branchBadge(facts);
    view.badge = badge && { ...badge, tooltip: escapeInvisibleLine(badge.tooltip) };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #watch(): void {
    this.#poller.on = this.#awake && window.state.focused;
    if (!this.#awake || !window.state.focused || !this.#due) return;
    this.#due = false;
    // What it fails with is told by the status and by the next look.
    void this.#poller.refresh(this.#life.signal).catch(() => undefined);
  }

  #pacesOf(): readonly string[] {
    const { branch, notifications, wanted } = this.#deps;
    return [wanted() ? branch.pace() : 'idle', notifications.pace()];
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { branch, notifications, wanted } = this.#deps;
    const { failure } = await settleAll([
      wanted() ? branch.poll(signal) : undefined,
      notifications.poll(signal),
    ]);
    if (failure !== undefined) throw failure;
  }
}
