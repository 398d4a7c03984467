import { type TreeView, window } from 'vscode';
import type { PipelineNotifications } from '../../../app/branch/pipeline-notifications';
import type { BranchWatch } from '../../../app/branch/watch';
import type { AttentionCount } from '../../../app/merge-requests/attention-count';
import type { PipelineTitles } from '../../../app/pipelines/titles';
import { Poller } from '../../../app/shared/poller';
import { settleAll } from '../../../app/shared/settle-all';
import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { branchBadge, branchStatus } from '../../../presentation/branch/status';
import { showsAttention, viewBadge } from '../../../presentation/branch/view-badge';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { BADGE_CONTENTS } from '../../../presentation/shared/settings';
import type { BranchStatusItem } from './status-item';

export interface BackgroundRefreshDeps {
  readonly branch: BranchWatch;
  readonly notifications: PipelineNotifications;
  readonly item: BranchStatusItem;
  /** The view that has the badge. */
  readonly view: Pick<TreeView<unknown>, 'badge'>;
  /** Content of the badge. */
  readonly badge: () => (typeof BADGE_CONTENTS)[number];
  /** Loads the count of merge requests. Called only if the badge includes it. */
  readonly attention: () => Promise<AttentionCount>;
  readonly clock: Clock;
  /** True if the settings require the branch's pipeline. */
  readonly wanted: () => boolean;
  /** True if the status bar item is enabled in the settings. */
  readonly showsItem: () => boolean;
  /** Polling interval in milliseconds while something is running; 0 disables automatic refreshes. */
  readonly interval: () => number;
  /** Titles of pipelines that are already loaded. */
  readonly titles: Pick<PipelineTitles, 'peek' | 'onDidChange'>;
  /** Fires when the checked-out branch or an account may have changed. */
  readonly onDidMove: Event<void>;
}

/** Minimum polling interval in the background, in milliseconds. */
const MIN_MS = 5_000;

/**
 * Keeps the branch's status, the badge, and the watched pipelines up to date while the window is focused. It
 * starts with `wake`: when a project of the workspace is on a server with an account, or a view or command is
 * used.
 */
export class BackgroundRefresh implements Disposable {
  readonly #deps: BackgroundRefreshDeps;
  readonly #poller: Poller;
  readonly #subscriptions = new DisposableStore();
  readonly #abortController = new AbortController();
  #enabled = false;
  /** True if the next refresh should start immediately. */
  #due = true;
  #attention: AttentionCount | undefined;

  constructor(deps: BackgroundRefreshDeps) {
    this.#deps = deps;
    const { branch, notifications, clock, interval, onDidMove, titles } = deps;
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
        this.#abortController.abort();
      }),
    );
    const soon = (): void => {
      this.#due = true;
      this.#watch();
    };
    this.#subscriptions.add(onDidMove(soon));
    this.#subscriptions.add(notifications.onDidChange(soon));
    this.#subscriptions.add(
      titles.onDidChange(() => {
        this.show();
      }),
    );
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

  /** Allows requests from now on. */
  wake(): void {
    if (this.#enabled) return;
    this.#enabled = true;
    this.#watch();
  }

  /** Applies a change of the settings. */
  reconsider(): void {
    if (!this.#enabled) return;
    if (!this.#deps.wanted()) this.#deps.branch.clear();
    this.#due = true;
    this.show();
    this.#watch();
  }

  show(): void {
    const { branch, clock, item, titles, view, wanted, showsItem } = this.#deps;
    const facts = wanted() ? branch.details : undefined;
    const title = facts?.pipeline && titles.peek(facts.branch.project, facts.pipeline)?.title;
    item.show(
      facts === undefined || !showsItem() ? undefined : branchStatus({ ...facts, title }, clock.now()),
    );
    const badge = viewBadge(this.#deps.badge(), branchBadge(facts), this.#attention?.count ?? 0);
    view.badge = badge && { ...badge, tooltip: escapeInvisibleLine(badge.tooltip) };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #watch(): void {
    this.#poller.on = this.#enabled && window.state.focused;
    if (!this.#enabled || !window.state.focused || !this.#due) return;
    this.#due = false;
    // The status and the next poll report failures.
    ignoreFailure(this.#poller.refresh(this.#abortController.signal));
  }

  #pacesOf(): readonly string[] {
    const { branch, notifications, wanted } = this.#deps;
    return [wanted() ? branch.pace() : 'idle', notifications.pace()];
  }

  async #pollAttention(signal: AbortSignal): Promise<void> {
    if (!showsAttention(this.#deps.badge())) {
      this.#attention?.stop();
      return;
    }
    if (this.#attention === undefined) {
      const attention = await this.#deps.attention();
      this.#attention ??= this.#shown(attention);
    }
    await this.#attention.poll({ signal, priority: 'background' });
    this.show();
  }

  #shown(attention: AttentionCount): AttentionCount {
    this.#subscriptions.add(
      attention.onDidChange(() => {
        this.show();
      }),
    );
    return attention;
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { branch, notifications, wanted } = this.#deps;
    const { failure } = await settleAll([
      wanted() ? branch.poll(signal) : undefined,
      notifications.poll(signal),
      this.#pollAttention(signal),
    ]);
    if (failure !== undefined) throw failure;
  }
}
