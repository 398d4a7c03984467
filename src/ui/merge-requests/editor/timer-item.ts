import type { StatusBarItem } from 'vscode';
import type { TimeTimer } from '../../../app/merge-requests/timer';
import { background, orUndefined } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import {
  timerAccessibleLabel,
  timerText,
  timerTooltip,
} from '../../../presentation/merge-requests/time-tracking-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { execute } from '../../shared/editor/execute';
import type { Prompts } from '../../shared/editor/prompts';
import { createStatusItem } from '../../shared/editor/status-bar-item';

/** The item shows minutes. */
const TICK_MS = 60_000;

export interface TimerItemDeps {
  readonly timer: TimeTimer;
  readonly prompts: Prompts;
  readonly contextKeys: ContextKeys;
  /** Fires when the checked-out branch may have changed. */
  readonly onDidChangeBranch: Event<void>;
  /** Returns the checked-out branch of the merge request's project, by its name on the server. */
  readonly branchOf: (timer: NonNullable<TimeTimer['running']>) => Promise<string | undefined>;
}

/** The status bar item while a timer is running, and the notification after another branch was checked out. */
export class TimerItem implements Disposable {
  readonly #item: StatusBarItem;
  readonly #deps: TimerItemDeps;
  readonly #subscriptions = new DisposableStore();
  #tick: NodeJS.Timeout | undefined;

  constructor(deps: TimerItemDeps) {
    this.#deps = deps;
    const { timer } = deps;
    this.#item = this.#subscriptions.add(createStatusItem('timer'));
    this.#item.name = t('Merge Request Timer');
    this.#item.command = COMMAND.stopTimer;
    const draw = (): void => {
      this.#draw();
    };
    this.#subscriptions.add(timer.onDidChange(draw));
    this.#subscriptions.add(
      timer.onDidLeaveBranch(({ key, branch }) => {
        this.#ask(key.iid, branch ?? '');
      }),
    );
    this.#subscriptions.add(deps.onDidChangeBranch(() => background(this.#update())));
    this.#subscriptions.add(
      onDispose(() => {
        clearInterval(this.#tick);
      }),
    );
    draw();
  }

  /** The displayed text; undefined while no timer is running. */
  get shown(): string | undefined {
    return this.#deps.timer.running === undefined ? undefined : this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #draw(): void {
    const { timer, contextKeys } = this.#deps;
    const { running, seconds } = timer;
    clearInterval(this.#tick);
    this.#tick = undefined;
    contextKeys.set('switchyard.timerRuns', running !== undefined);
    if (running === undefined) {
      this.#item.hide();
      return;
    }
    const { iid } = running.key;
    this.#item.text = timerText(iid, seconds);
    this.#item.tooltip = timerTooltip(iid);
    this.#item.accessibilityInformation = { label: timerAccessibleLabel(iid, seconds) };
    this.#item.show();
    this.#tick = setInterval(() => {
      this.#draw();
    }, TICK_MS);
  }

  async #update(): Promise<void> {
    const { timer, branchOf } = this.#deps;
    if (timer.running === undefined) return;
    // If the branch can't be determined, the next change retries.
    timer.branchIs(await orUndefined(branchOf(timer.running)));
  }

  #ask(iid: number, branch: string): void {
    this.#deps.prompts.showMessage(
      'info',
      t('You switched away from {0}, but the timer for !{1} is still running.', branch, iid),
      [
        {
          title: t('Stop Timer...'),
          run: async () => {
            await execute(COMMAND.stopTimer);
          },
          failure: () => t("Couldn't stop the timer."),
        },
        { title: t('Keep Running'), run: () => undefined },
      ],
    );
  }
}
