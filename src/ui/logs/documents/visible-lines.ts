import { type TextEditor, window, workspace } from 'vscode';
import { ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import type { LogParser } from '../../../domain/logs/parser';
import type { LogDocuments } from './documents';
import { logLinesOf } from './lines';

/** Lines from `from` to `to`, exclusive. */
export interface ShownLines {
  readonly from: number;
  readonly to: number;
}

/** Draws decorations on the given lines of an editor only; without lines, removes all. */
export type DrawDecorations = (
  editor: TextEditor,
  spans: readonly ShownLines[],
  trace: LogParser | undefined,
) => void;

/**
 * Number of lines above and below the visible ones that are also decorated, so that small scrolls need no
 * update.
 */
const MARGIN = 60;

interface Drawn {
  readonly spans: readonly ShownLines[];
  readonly trace: LogParser | undefined;
}

/** Tracks the visible lines of logs, and updates decorations when the visible range or the lines change. */
export class VisibleLogs implements Disposable {
  readonly #documents: LogDocuments;
  readonly #draws = new Set<DrawDecorations>();
  #drawn = new WeakMap<TextEditor, Drawn>();
  /** Editors with a selection. */
  readonly #selected = new WeakSet<TextEditor>();
  /** Updated at the end of this turn, because events arrive in bursts. */
  readonly #due = new Set<TextEditor>();
  readonly #subscriptions = new DisposableStore();

  constructor(documents: LogDocuments) {
    this.#documents = documents;
    this.#subscriptions.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.#isLog(textEditor) && !this.#covers(textEditor)) this.#soon(textEditor);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) if (!this.#drawn.has(editor)) this.#soon(editor);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        // Selected text is decorated differently.
        const selected = selections.some(({ isEmpty }) => !isEmpty);
        if (selected || this.#selected.has(textEditor)) this.#soon(textEditor);
        if (selected) this.#selected.add(textEditor);
        else this.#selected.delete(textEditor);
      }),
    );
    this.#subscriptions.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors) if (editor.document === document) this.#soon(editor);
      }),
    );
    this.#subscriptions.add(
      documents.onDidUpdate(({ uri }) => {
        for (const editor of window.visibleTextEditors) {
          if (editor.document.uri.toString() === uri.toString()) this.#soon(editor);
        }
      }),
    );
  }

  /** Calls `draw` for visible lines until disposed. */
  add(draw: DrawDecorations): Disposable {
    this.#draws.add(draw);
    this.redraw();
    return onDispose(() => this.#draws.delete(draw));
  }

  /** Redraws everything after other changes. */
  redraw(): void {
    this.#drawn = new WeakMap();
    for (const editor of window.visibleTextEditors) this.#soon(editor);
  }

  dispose(): void {
    this.#draws.clear();
    this.#subscriptions.dispose();
  }

  #isLog(editor: TextEditor): boolean {
    return this.#documents.find(editor.document.uri) !== undefined;
  }

  #soon(editor: TextEditor): void {
    if (!this.#isLog(editor)) return;
    if (this.#due.size === 0) {
      queueMicrotask(() => {
        const editors = [...this.#due];
        this.#due.clear();
        for (const each of editors) this.#draw(each);
      });
    }
    this.#due.add(editor);
  }

  /** True if the visible lines are already decorated. New lines are handled by other events. */
  #covers(editor: TextEditor): boolean {
    const drawn = this.#drawn.get(editor);
    if (drawn === undefined || drawn.trace !== this.#trace(editor)) return false;
    return editor.visibleRanges.every(({ start, end }) =>
      drawn.spans.some(({ from, to }) => from <= start.line && end.line < to),
    );
  }

  #draw(editor: TextEditor): void {
    const trace = this.#trace(editor);
    const lines = trace === undefined ? 0 : Math.min(editor.document.lineCount, trace.lineCount);
    const spans = spansOf(editor, lines);
    this.#drawn.set(editor, { spans, trace });
    for (const draw of this.#draws) {
      try {
        draw(editor, spans, trace);
      } catch (error) {
        ignoreError(error);
        // A failure doesn't affect other decorations.
      }
    }
  }

  #trace(editor: TextEditor): LogParser | undefined {
    return logLinesOf(this.#documents.find(editor.document.uri));
  }
}

/** Returns the visible lines with a margin, without overlaps. Lines hidden by folding aren't included. */
function spansOf(editor: TextEditor, lines: number): readonly ShownLines[] {
  const spans: { from: number; to: number }[] = [];
  for (const { start, end } of editor.visibleRanges) {
    const from = Math.max(0, start.line - MARGIN);
    const to = Math.min(lines, end.line + 1 + MARGIN);
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) spans.push({ from, to });
  }
  return spans;
}
