import { Range, type TextEditor, TextEditorRevealType, ThemeColor, window, workspace } from 'vscode';
import { isFollowing } from '../../app/logs/state';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isEnded } from '../../domain/jobs/status';
import { moreToCome } from '../../presentation/logs/status';
import { LOG_SCHEME } from '../../presentation/shared/document-address';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

/** What is remembered of an editor that shows a log. */
interface Watched {
  /** The reader is at the end. */
  atEnd: boolean;
  /** It stays there while the log grows. */
  stays: boolean;
  firstVisible: number;
}

/** Keeps editors of growing logs at their end until the reader scrolls up. */
export class LogFollow implements Disposable {
  readonly #documents: LogDocuments;
  readonly #editors = new WeakMap<TextEditor, Watched>();
  /** Addresses of growing logs that aren't followed: an editor is another object when its tab is shown again. */
  readonly #stopped = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly #opened = new Emitter<TextEditor>();
  readonly #more = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic', margin: '0 0 0 2ch' },
  });
  readonly #subscriptions = new DisposableStore();

  /** Whether an editor is followed may be another now. */
  readonly onDidChange = this.#changed.event;
  /** An editor shows a log that was not open before. */
  readonly onDidOpen = this.#opened.event;

  constructor(documents: LogDocuments) {
    this.#documents = documents;
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
  }

  /** Shows an editor that was just opened from where the reader will want to read; one that was open stays where it is. */
  opened(editor: TextEditor, isNew: boolean): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return;
    if (isNew) {
      const { state } = log.feed;
      const follows = isFollowing(state);
      const failed = state.kind === 'lines' && state.job.status === 'failed';
      Object.assign(this.#watch(editor), { atEnd: follows || failed, stays: follows });
      if (follows && state.kind === 'lines') revealEnd(editor);
      this.#opened.fire(editor);
    }
    this.#draw(editor);
    this.#tellChange(editor);
  }

  /** True while the reader is at the end of the log. */
  isAtEnd(editor: TextEditor): boolean {
    return this.#watch(editor).atEnd;
  }

  /** Stops following, or goes to the end and follows again. */
  toggle(editor: TextEditor): void {
    const watched = this.#watch(editor);
    watched.atEnd = !watched.atEnd;
    watched.stays = watched.atEnd;
    if (watched.atEnd) revealEnd(editor);
    this.#tellChange(editor);
  }

  /** True for a growing log that the reader doesn't follow. */
  isStopped(uri: string): boolean {
    return this.#stopped.has(uri);
  }

  /** The last session left the log open, and didn't follow it. */
  stop(uri: string): void {
    this.#stopped.add(uri);
  }

  /** What the editor shows is another part of the log: the reader begins at its beginning. */
  toStart(editor: TextEditor): void {
    Object.assign(this.#watch(editor), { atEnd: false, stays: false, firstVisible: 0 });
    editor.revealRange(new Range(0, 0, 0, 0), TextEditorRevealType.AtTop);
    this.#tellChange(editor);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#opened.dispose();
  }

  #watch(editor: TextEditor): Watched {
    const known = this.#editors.get(editor);
    if (known !== undefined) return known;
    const log = this.#documents.find(editor.document.uri);
    const stopped = log !== undefined && this.#stopped.has(log.uri.toString());
    const follows = log !== undefined && isFollowing(log.feed.state) && !stopped;
    const watched = { atEnd: follows, stays: follows, firstVisible: 0 };
    this.#editors.set(editor, watched);
    return watched;
  }

  #show(log: LogDocument): void {
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() !== log.uri.toString()) continue;
      const { atEnd, stays } = this.#watch(editor);
      if (atEnd && stays && log.feed.state.kind === 'lines') revealEnd(editor);
      this.#draw(editor);
    }
  }

  /** Only a move upwards is the reader's: growth leaves the first visible line where it is. */
  #scrolled(editor: TextEditor): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return;
    const watched = this.#watch(editor);
    const first = editor.visibleRanges[0]?.start.line ?? 0;
    const last = editor.visibleRanges.at(-1)?.end.line ?? 0;
    const { state } = log.feed;
    const whole = log.upToDate && !(state.kind === 'lines' && !state.complete);
    if (last >= editor.document.lineCount - 1) {
      // What is the end only because the rest is on its way was not chosen by the reader.
      if (whole || isFollowing(state)) watched.atEnd = true;
      if (isFollowing(state)) watched.stays = true;
    } else if (first < watched.firstVisible) watched.atEnd = false;
    watched.firstVisible = first;
    this.#tellChange(editor);
  }

  #tellChange(editor: TextEditor): void {
    const log = this.#documents.find(editor.document.uri);
    if (log !== undefined && isFollowing(log.feed.state) && !this.#watch(editor).atEnd)
      this.#stopped.add(log.uri.toString());
    else if (log !== undefined && log.feed.state.kind !== 'loading') this.#stopped.delete(log.uri.toString());
    this.#changed.fire();
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
}

function revealEnd(editor: TextEditor): void {
  const last = editor.document.lineCount - 1;
  editor.revealRange(new Range(last, 0, last, 0), TextEditorRevealType.Default);
}
