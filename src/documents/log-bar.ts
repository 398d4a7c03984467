import { StatusBarAlignment, window, type StatusBarItem, type TextEditor } from 'vscode';
import { isFollowing } from '../app/trace-state';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import { LOG_SCHEME } from '../presentation/document-address';
import {
  endedStatus,
  failedStatus,
  followingStatus,
  keptStatus,
  newerStatus,
  partStatus,
  readingStatus,
  staleStatus,
  waitingStatus,
  type LogStatus,
} from '../presentation/log-status';
import type { LogDocument } from './log-document';
import type { LogDocuments } from './log-documents';
import type { LogFollow } from './log-follow';
import type { LogSuccession } from './log-succession';

const CLICKS: Readonly<Record<LogStatus['click'], string | undefined>> = {
  'toggle-follow': COMMAND.toggleFollowLog,
  reload: COMMAND.reloadLog,
  'next-part': COMMAND.showNextLogPart,
  newer: COMMAND.openNewerLog,
  none: undefined,
};

export interface LogBarPorts {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly succession: LogSuccession;
  readonly clock: Clock;
}

/** Says in the status bar what there is to know of the log that is the active editor. */
export class LogBar implements Disposable {
  readonly #ports: LogBarPorts;
  readonly #item: StatusBarItem;
  readonly #subscriptions = new DisposableStore();

  constructor(ports: LogBarPorts) {
    this.#ports = ports;
    this.#item = window.createStatusBarItem('switchyard.log', StatusBarAlignment.Left);
    this.#item.name = t('Job Log');
    this.#subscriptions.add(this.#item);
    const show = (): void => {
      this.#show();
    };
    this.#subscriptions.add(ports.documents.onDidUpdate(show));
    this.#subscriptions.add(ports.follow.onDidChange(show));
    this.#subscriptions.add(ports.succession.onDidChange(show));
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(show));
  }

  /** What stands there now. */
  get text(): string {
    return this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(): void {
    const editor = window.activeTextEditor;
    const log =
      editor?.document.uri.scheme === LOG_SCHEME
        ? this.#ports.documents.find(editor.document.uri)
        : undefined;
    const status = editor === undefined || log === undefined ? undefined : this.#statusOf(log, editor);
    if (status === undefined) {
      this.#item.text = '';
      this.#item.hide();
      return;
    }
    this.#item.text = status.text;
    this.#item.tooltip = status.tooltip;
    this.#item.accessibilityInformation = { label: status.accessibleLabel };
    this.#item.command = CLICKS[status.click];
    this.#item.show();
  }

  #statusOf(log: LogDocument, editor: TextEditor): LogStatus | undefined {
    const { state, left, trace, read } = log.feed;
    if (state.kind === 'loading') return undefined;
    if (state.kind === 'failed') return failedStatus(log.name, state.error, trace.lineCount > 0);
    if ('problem' in state && state.problem !== undefined) return staleStatus(log.name, state.problem);
    const newer = this.#ports.succession.newest(log);
    if (newer !== undefined) return newerStatus(state.job, newer);
    if (state.kind === 'no-log' && state.following) return waitingStatus(state.job);
    if (isFollowing(state)) return followingStatus(state.job, this.#ports.follow.isAtEnd(editor));
    if (state.kind !== 'lines') return endedStatus(state.job);
    if (!state.complete) return readingStatus(state.job, read);
    const { kept } = state;
    if (kept?.unchecked !== undefined)
      return keptStatus(state.job, kept.at, kept.unchecked, this.#ports.clock.now());
    if (left !== undefined) return partStatus(state.job, left.to - left.from);
    return kept === undefined
      ? endedStatus(state.job)
      : keptStatus(state.job, kept.at, undefined, this.#ports.clock.now());
  }
}
