import { Range, type TextEditor, TextEditorRevealType, ThemeColor, window, workspace } from 'vscode';
import { FollowPosition } from '../../../app/logs/follow-position';
import { isFollowing, type LogState } from '../../../app/logs/state';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { isEnded } from '../../../domain/jobs/status';
import { growingLogText } from '../../../presentation/logs/status';
import { LOG_SCHEME } from '../../../presentation/shared/document-address';
import { roundTrip } from '../../shared/editor/round-trip';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

/** Keeps editors of growing logs scrolled to the end until the user scrolls up. */
export class LogFollow implements Disposable {
  readonly #documents: LogDocuments;
  readonly #editors = new WeakMap<TextEditor, FollowPosition>();
  /**
   * URIs of growing logs that aren't followed. Stored by URI, because a tab gets a new editor object whenever
   * it is shown.
   */
  readonly #stopped = new Set<string>();
  readonly #links = new WeakMap<TextEditor, () => void>();
  readonly #changed = new Emitter<void>();
  readonly #opened = new Emitter<TextEditor>();
  readonly #failed = new Emitter<TextEditor>();
  readonly #more = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic', margin: '0 0 0 2ch' },
  });
  readonly #subscriptions = new DisposableStore();

  /** Fires if editors may have started or stopped following. */
  readonly onDidChange = this.#changed.event;
  /** Fires if an editor shows a log that wasn't open before. */
  readonly onDidOpen = this.#opened.event;
  /** Fires if a job has failed while its log was followed. */
  readonly onDidFail = this.#failed.event;

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

  /** Sets the initial position of a new editor; other editors keep theirs. */
  opened(editor: TextEditor, isNew: boolean): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return;
    if (isNew) {
      const { state } = log.feed;
      const follows = isFollowing(state);
      const failed = state.kind === 'lines' && state.job.status === 'failed';
      this.#watch(editor).set(follows || failed, follows);
      if (follows && state.kind === 'lines') revealEnd(editor);
      this.#opened.fire(editor);
    }
    this.#draw(editor);
    this.#notifyChange(editor);
  }

  /** True if the editor is at the end of the log. */
  isAtEnd(editor: TextEditor): boolean {
    return this.#watch(editor).atEnd;
  }

  /** The editor shows the failing line of a job that was followed. It still moves on to a new attempt. */
  showsFailure(editor: TextEditor): void {
    this.#watch(editor).set(true, false);
  }

  /** A link has shown a line in the editor. `show`: shows it again. */
  linked(editor: TextEditor, show: () => void): void {
    this.#links.set(editor, show);
  }

  /** Returns a function that shows the line of the last link again; undefined if there was no link. */
  linkOf(editor: TextEditor): (() => void) | undefined {
    return this.#links.get(editor);
  }

  /** Stops following, or scrolls to the end and follows again. */
  toggle(editor: TextEditor): void {
    const watched = this.#watch(editor);
    watched.set(!watched.atEnd);
    if (watched.atEnd) revealEnd(editor);
    this.#notifyChange(editor);
  }

  /** True for a growing log that isn't followed. */
  isStopped(uri: string): boolean {
    return this.#stopped.has(uri);
  }

  /** Restores the state of a log that wasn't followed in the last session. */
  stop(uri: string): void {
    this.#stopped.add(uri);
  }

  /** Scrolls to the start, because the editor shows another part of the log. */
  toStart(editor: TextEditor): void {
    this.#watch(editor).toStart();
    revealAtTop(editor, 0);
    this.#notifyChange(editor);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#opened.dispose();
    this.#failed.dispose();
  }

  #watch(editor: TextEditor): FollowPosition {
    const known = this.#editors.get(editor);
    if (known !== undefined) return known;
    const log = this.#documents.find(editor.document.uri);
    const stopped = log !== undefined && this.#stopped.has(log.uri.toString());
    const follows = log !== undefined && isFollowing(log.feed.state) && !stopped;
    const watched = new FollowPosition(follows);
    this.#editors.set(editor, watched);
    return watched;
  }

  #show(log: LogDocument): void {
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() !== log.uri.toString()) continue;
      const watched = this.#watch(editor);
      if (watched.atEnd && watched.stays && log.feed.state.kind === 'lines') {
        const finished = watched.reveal();
        revealEnd(editor);
        background(roundTrip().finally(finished));
        if (hasFailed(log.feed.state)) {
          watched.stays = false;
          this.#failed.fire(editor);
        }
      }
      this.#draw(editor);
    }
  }

  #scrolled(editor: TextEditor): void {
    const log = this.#documents.find(editor.document.uri);
    if (log === undefined) return;
    const { state } = log.feed;
    const wanted = this.#watch(editor).scrolled({
      first: editor.visibleRanges[0]?.start.line ?? 0,
      last: editor.visibleRanges.at(-1)?.end.line ?? 0,
      end: editor.document.lineCount - 1,
      following: isFollowing(state),
      whole: log.upToDate && !(state.kind === 'lines' && !state.complete),
    });
    if (wanted !== undefined) revealAtTop(editor, wanted);
    this.#notifyChange(editor);
  }

  #notifyChange(editor: TextEditor): void {
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
    const contentText = growingLogText(state.job);
    editor.setDecorations(this.#more, [
      { range: new Range(end, end), renderOptions: { after: { contentText } } },
    ]);
  }
}

const hasFailed = (state: LogState): boolean =>
  state.kind === 'lines' && !state.following && state.complete && state.job.status === 'failed';

function revealAtTop(editor: TextEditor, line: number): void {
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
}

function revealEnd(editor: TextEditor): void {
  const last = editor.document.lineCount - 1;
  editor.revealRange(new Range(last, 0, last, 0), TextEditorRevealType.Default);
}
