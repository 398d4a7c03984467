import { type StatusBarItem, type TextEditor, window } from 'vscode';
import { isFollowing } from '../../../app/logs/state';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import {
  endedStatus,
  failedStatus,
  followingStatus,
  keptStatus,
  type LogStatus,
  newerStatus,
  noOutputText,
  notFollowingStatus,
  partStatus,
  readingStatus,
  staleStatus,
  waitingStatus,
} from '../../../presentation/logs/status';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { LOG_SCHEME } from '../../../presentation/shared/document-address';
import { escapeInvisible, escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { createStatusItem } from '../../shared/editor/status-bar-item';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import type { LogFollow } from './follow';
import type { NewerAttempt } from './newer-attempt';

const CLICKS: Readonly<Record<LogStatus['click'], string | undefined>> = {
  'toggle-follow': COMMAND.toggleFollowLog,
  reload: COMMAND.reloadLog,
  'next-part': COMMAND.showNextLogPart,
  newer: COMMAND.openNewerLog,
  none: undefined,
};

export interface LogStatusBarDeps {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly newerAttempt: NewerAttempt;
  readonly clock: Clock;
}

/** Shows the state of the log in the active editor in the status bar. */
export class LogStatusBar implements Disposable {
  readonly #deps: LogStatusBarDeps;
  readonly #item: StatusBarItem;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: LogStatusBarDeps) {
    this.#deps = deps;
    this.#item = createStatusItem('log');
    this.#item.name = t('Job Log');
    this.#subscriptions.add(this.#item);
    const show = (): void => {
      this.#show();
    };
    this.#subscriptions.add(deps.documents.onDidUpdate(show));
    this.#subscriptions.add(deps.follow.onDidChange(show));
    this.#subscriptions.add(deps.newerAttempt.onDidChange(show));
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(show));
  }

  /** The displayed text. */
  get text(): string {
    return this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(): void {
    const editor = window.activeTextEditor;
    const log =
      editor?.document.uri.scheme === LOG_SCHEME ? this.#deps.documents.find(editor.document.uri) : undefined;
    const status = editor === undefined || log === undefined ? undefined : this.#statusOf(log, editor);
    if (status === undefined) {
      this.#item.text = '';
      this.#item.hide();
      return;
    }
    this.#item.text = status.text;
    this.#item.tooltip = escapeInvisible(status.tooltip);
    this.#item.accessibilityInformation = { label: escapeInvisibleLine(status.accessibleLabel) };
    this.#item.command = CLICKS[status.click];
    this.#item.show();
  }

  #statusOf(log: LogDocument, editor: TextEditor): LogStatus | undefined {
    const { state, left, trace, read } = log.feed;
    if (state.kind === 'loading') return undefined;
    if (state.kind === 'failed') {
      return failedStatus(log.name, state.error, { isPartial: trace.lineCount > 0 });
    }
    if ('problem' in state && state.problem !== undefined) return staleStatus(log.name, state.problem);
    const newer = this.#deps.newerAttempt.newest(log);
    if (newer !== undefined) return newerStatus(state.job, newer);
    if (state.kind === 'no-log' && state.following) return waitingStatus(state.job);
    if (isFollowing(state)) {
      const silent = noOutputText(log.feed.grewAt, this.#deps.clock.now());
      const status = this.#deps.follow.isAtEnd(editor) ? followingStatus : notFollowingStatus;
      return status(state.job, silent);
    }
    if (state.kind !== 'lines') return endedStatus(state.job);
    if (!state.complete) return readingStatus(state.job, read);
    const { kept } = state;
    if (kept?.unchecked !== undefined)
      return keptStatus(state.job, kept.at, kept.unchecked, this.#deps.clock.now());
    if (left !== undefined) return partStatus(state.job, left.to - left.from);
    return kept === undefined
      ? endedStatus(state.job)
      : keptStatus(state.job, kept.at, undefined, this.#deps.clock.now());
  }
}
