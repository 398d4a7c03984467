import { commands, StatusBarAlignment, window, type StatusBarItem } from 'vscode';
import type { TimeTimer } from '../app/time-timer';
import { DisposableStore, onDispose, type Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import { timerSpoken, timerText, timerTooltip } from '../presentation/merge-time-words';
import type { ContextKeys } from './context-keys';
import type { Prompts } from './prompts';

/** The item shows minutes. */
const TICK_MS = 60_000;

export interface TimerItemPorts {
  readonly timer: TimeTimer;
  readonly prompts: Prompts;
  readonly contextKeys: ContextKeys;
  /** Something else may be checked out. */
  readonly onDidChangeBranch: Event<void>;
  /** What is checked out of a project of the workspace, by the name that it has on the server. */
  readonly branchOf: (timer: NonNullable<TimeTimer['running']>) => Promise<string | undefined>;
}

/** The item of the status bar while time is taken, and the question after another branch was checked out. */
export class TimerItem implements Disposable {
  readonly #item: StatusBarItem;
  readonly #ports: TimerItemPorts;
  readonly #subscriptions = new DisposableStore();
  #tick: NodeJS.Timeout | undefined;

  constructor(ports: TimerItemPorts) {
    this.#ports = ports;
    const { timer } = ports;
    this.#item = this.#subscriptions.add(
      window.createStatusBarItem('switchyard.timer', StatusBarAlignment.Left),
    );
    this.#item.name = t('Timer of a Merge Request');
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
    this.#subscriptions.add(ports.onDidChangeBranch(() => void this.#look()));
    this.#subscriptions.add(
      onDispose(() => {
        clearInterval(this.#tick);
      }),
    );
    draw();
  }

  /** What a person sees; undefined while no time is taken. */
  get shown(): string | undefined {
    return this.#ports.timer.running === undefined ? undefined : this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #draw(): void {
    const { timer, contextKeys } = this.#ports;
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
    this.#item.accessibilityInformation = { label: timerSpoken(iid, seconds) };
    this.#item.show();
    this.#tick = setInterval(() => {
      this.#draw();
    }, TICK_MS);
  }

  async #look(): Promise<void> {
    const { timer, branchOf } = this.#ports;
    if (timer.running === undefined) return;
    // What cannot be found out now is asked again with the next change.
    timer.branchIs(await branchOf(timer.running).catch(() => undefined));
  }

  #ask(iid: number, branch: string): void {
    this.#ports.prompts.tell(
      'info',
      t('You left {0}, but time is still being taken for !{1}.', branch, iid),
      [
        {
          title: t('Stop Timer...'),
          run: async () => {
            await commands.executeCommand(COMMAND.stopTimer);
          },
          failure: () => t('The timer was not stopped.'),
        },
        { title: t('Keep Running'), run: () => undefined },
      ],
    );
  }
}
