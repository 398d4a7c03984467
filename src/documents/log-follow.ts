import {
  Range,
  StatusBarAlignment,
  TextEditorRevealType,
  ThemeColor,
  window,
  workspace,
  type StatusBarItem,
  type TextEditor,
} from 'vscode';
import { isFollowing } from '../app/trace-feed';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import type { ContextKeys } from '../editor/context-keys';
import { isEnded } from '../domain/job-status';
import { COMMAND } from '../presentation/command-ids';
import { LOG_SCHEME } from '../presentation/document-address';
import {
  endedStatus,
  failedStatus,
  followingStatus,
  moreToCome,
  staleStatus,
  type LogStatus,
} from '../presentation/log-status';
import type { LogDocument } from './log-document';
import type { LogDocuments } from './log-documents';

const CLICKS: Readonly<Record<LogStatus['click'], string | undefined>> = {
  'toggle-follow': COMMAND.toggleFollowLog,
  reload: COMMAND.reloadLog,
  none: undefined,
};

/** What is remembered of an editor that shows a log. */
interface Watched {
  atEnd: boolean;
  firstVisible: number;
}

/** Keeps editors of growing logs at their end until the reader scrolls up, and says so. */
export class LogFollow implements Disposable {
  readonly #documents: LogDocuments;
  readonly #contextKeys: ContextKeys;
  readonly #editors = new WeakMap<TextEditor, Watched>();
  readonly #status: StatusBarItem;
  readonly #more = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic', margin: '0 0 0 2ch' },
  });
  readonly #subscriptions = new DisposableStore();
  #told: 'none' | 'growing' | 'complete' = 'none';

  constructor(documents: LogDocuments, contextKeys: ContextKeys) {
    this.#documents = documents;
    this.#contextKeys = contextKeys;
    this.#status = window.createStatusBarItem('switchyard.log', StatusBarAlignment.Left);
    this.#status.name = t('Job Log');
    this.#subscriptions.add(this.#status);
    this.#subscriptions.add(this.#more);
    this.#subscriptions.add(
      documents.onDidUpdate((log) => {
        this.#show(log);
      }),
    );
    this.#subscriptions.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        const log = documents.find(document.uri);
        if (log !== undefined) this.#show(log);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        this.#scrolled(textEditor);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeActiveTextEditor(() => {
        this.#showStatus();
      }),
    );
  }

  /** Shows an editor that was just opened from where the reader will want to read. */
  opened(editor: TextEditor): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return;
    const { state } = log.feed;
    const toEnd = state.kind === 'lines' && (state.following || state.job.status === 'failed');
    this.#watch(editor).atEnd = toEnd;
    if (toEnd) revealEnd(editor);
    this.#draw(editor);
    this.#showStatus();
  }

  /** Stops following, or goes to the end and follows again. */
  toggle(editor: TextEditor): void {
    const watched = this.#watch(editor);
    watched.atEnd = !watched.atEnd;
    if (watched.atEnd) revealEnd(editor);
    this.#showStatus();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #watch(editor: TextEditor): Watched {
    const known = this.#editors.get(editor);
    if (known !== undefined) return known;
    const log = this.#documents.find(editor.document.uri);
    const watched = { atEnd: log !== undefined && isFollowing(log.feed.state), firstVisible: 0 };
    this.#editors.set(editor, watched);
    return watched;
  }

  #show(log: LogDocument): void {
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() !== log.uri.toString()) continue;
      if (this.#watch(editor).atEnd && log.feed.state.kind === 'lines') revealEnd(editor);
      this.#draw(editor);
    }
    this.#showStatus();
  }

  /** Only a move upwards is the reader's: growth leaves the first visible line where it is. */
  #scrolled(editor: TextEditor): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined || !isFollowing(log.feed.state)) return;
    const watched = this.#watch(editor);
    const first = editor.visibleRanges[0]?.start.line ?? 0;
    const last = editor.visibleRanges.at(-1)?.end.line ?? 0;
    if (last >= editor.document.lineCount - 1) watched.atEnd = true;
    else if (first < watched.firstVisible) watched.atEnd = false;
    watched.firstVisible = first;
    this.#showStatus();
  }

  #draw(editor: TextEditor): void {
    if (editor.document.uri.scheme !== LOG_SCHEME) return;
    const state = this.#documents.find(editor.document.uri)?.feed.state;
    if (state?.kind !== 'lines' || !state.following || isEnded(state.job.status)) {
      editor.setDecorations(this.#more, []);
      return;
    }
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    const contentText = moreToCome(state.job);
    editor.setDecorations(this.#more, [
      { range: new Range(end, end), renderOptions: { after: { contentText } } },
    ]);
  }

  #showStatus(): void {
    const status = this.#statusOf(window.activeTextEditor);
    this.#tellMenus(status);
    if (status === undefined) {
      this.#status.hide();
      return;
    }
    this.#status.text = status.text;
    this.#status.tooltip = status.tooltip;
    this.#status.accessibilityInformation = { label: status.accessibleLabel };
    this.#status.command = CLICKS[status.click];
    this.#status.show();
  }

  /** Which commands make sense for the active log. */
  #tellMenus(status: LogStatus | undefined): void {
    const growing = status?.click === 'toggle-follow';
    const now = status === undefined ? 'none' : growing ? 'growing' : 'complete';
    if (now === this.#told) return;
    this.#told = now;
    this.#contextKeys.set('switchyard.activeLog', now);
  }

  #statusOf(editor: TextEditor | undefined): LogStatus | undefined {
    if (editor?.document.uri.scheme !== LOG_SCHEME) return undefined;
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return undefined;
    const { state } = log.feed;
    if (state.kind === 'loading') return undefined;
    if (state.kind === 'failed') return failedStatus(log.name, state.error);
    if ('problem' in state && state.problem !== undefined) return staleStatus(log.name, state.problem);
    return isFollowing(state)
      ? followingStatus(state.job, this.#watch(editor).atEnd)
      : endedStatus(state.job);
  }
}

function revealEnd(editor: TextEditor): void {
  const last = editor.document.lineCount - 1;
  editor.revealRange(new Range(last, 0, last, 0), TextEditorRevealType.Default);
}
