import { window, type TreeView } from 'vscode';
import type { BranchWatch } from '../app/branch-watch';
import type { PipelineNotices } from '../app/pipeline-notices';
import { Poller } from '../app/poller';
import type { Clock } from '../base/clock';
import { DisposableStore, onDispose, type Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import { branchBadge, branchStatus } from '../presentation/branch-status';
import type { BranchStatusItem } from './status-item';

export interface AmbientPorts {
  readonly branch: BranchWatch;
  readonly notices: PipelineNotices;
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
const LEAST_MS = 5_000;

/**
 * Keeps the branch's status, the badge and the watched pipelines up to date while the window has the focus. It does
 * nothing until it is woken: by the first view or command of ours that a person uses.
 */
export class Ambient implements Disposable {
  readonly #ports: AmbientPorts;
  readonly #poller: Poller;
  readonly #subscriptions = new DisposableStore();
  readonly #life = new AbortController();
  #awake = false;
  /** Something happened that the next look is not to wait for. */
  #due = true;

  constructor(ports: AmbientPorts) {
    this.#ports = ports;
    const { branch, notices, clock, interval, onDidMove } = ports;
    this.#poller = this.#subscriptions.add(
      new Poller({
        clock,
        look: (signal) => this.#look(signal),
        pace: () => (this.#pacesOf().includes('live') ? 'live' : 'idle'),
        interval: () => (interval() === 0 ? 0 : Math.max(interval(), LEAST_MS)),
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
    this.#subscriptions.add(notices.onDidChange(soon));
    this.#subscriptions.add(
      branch.onDidChange(() => {
        this.show();
        this.#poller.nudge();
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
    if (!this.#ports.wanted()) this.#ports.branch.forget();
    this.#due = true;
    this.show();
    this.#watch();
  }

  show(): void {
    const { branch, item, view, wanted } = this.#ports;
    const facts = wanted() ? branch.facts : undefined;
    item.show(facts === undefined ? undefined : branchStatus(facts));
    view.badge = branchBadge(facts);
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
    const { branch, notices, wanted } = this.#ports;
    return [wanted() ? branch.pace() : 'idle', notices.pace()];
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { branch, notices, wanted } = this.#ports;
    const looked = await Promise.allSettled([
      wanted() ? branch.look(signal) : undefined,
      notices.look(signal),
    ]);
    for (const outcome of looked) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
