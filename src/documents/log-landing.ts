import { commands, Range, TextEditorRevealType, window, Selection, type TextEditor } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { failingLine, failingPart } from '../domain/trace/failing-line';
import { problemsAtEnd } from '../domain/trace/problems-scan';
import { foldedAtFirst, nested } from '../domain/trace/section-ranges';
import type { TraceParser } from '../domain/trace/trace-parser';
import type { LogDocument } from './log-document';
import type { LogDocuments } from './log-documents';
import type { LogFollow } from './log-follow';
import { linesOf, whenLong } from './log-lines';
import type { LogProblems } from './log-problems';

export interface LogLandingPorts {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly problems: LogProblems;
}

/** Where the reader begins: sections folded that are to be, and the log of a failed job at the line that tells why. */
export class LogLanding implements Disposable {
  readonly #ports: LogLandingPorts;
  /** Editors that wait for their log to be there. */
  readonly #waiting = new Map<TextEditor, DisposableStore>();
  readonly #subscriptions = new DisposableStore();

  constructor(ports: LogLandingPorts) {
    this.#ports = ports;
    this.#subscriptions.add(
      ports.follow.onDidOpen((editor) => {
        this.#opened(editor);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of this.#waiting.keys()) if (!editors.includes(editor)) this.#end(editor);
      }),
    );
  }

  dispose(): void {
    for (const editor of this.#waiting.keys()) this.#end(editor);
    this.#subscriptions.dispose();
  }

  #opened(editor: TextEditor): void {
    const { documents } = this.#ports;
    this.#end(editor);
    const waits = new DisposableStore();
    this.#waiting.set(editor, waits);
    const look = (): boolean => {
      const log = documents.find(editor.document.uri);
      const trace = linesOf(log);
      if (log === undefined || trace === undefined || !isThere(log)) return false;
      waits.add(
        whenLong(editor.document, trace.lineCount - 1, () => {
          this.#end(editor);
          void this.#land(editor, log, trace);
        }),
      );
      return true;
    };
    if (look()) return;
    const subscription = waits.add(
      documents.onDidUpdate((log) => {
        if (log.uri.toString() === editor.document.uri.toString() && look()) subscription.dispose();
      }),
    );
  }

  async #land(editor: TextEditor, log: LogDocument, trace: TraceParser): Promise<void> {
    const { state } = log.feed;
    const failed = state.kind === 'lines' && !state.following && state.job.status === 'failed';
    const failing = failed ? this.#failingLine(trace) : undefined;
    const folded = foldedAtFirst(nested(trace.sections, trace.lineCount), failing);
    // Who began to read meanwhile is left alone.
    const untouched = editor.selection.isEmpty && editor.selection.active.line === 0;
    if (window.activeTextEditor !== editor || !untouched) return;
    if (folded.length > 0) {
      await commands.executeCommand('editor.fold', { selectionLines: folded, levels: 1, direction: 'down' });
    }
    if (failing === undefined) return;
    editor.selection = new Selection(failing, 0, failing, 0);
    editor.revealRange(new Range(failing, 0, failing, 0), TextEditorRevealType.InCenter);
  }

  #failingLine(trace: TraceParser): number {
    const part = failingPart(trace);
    return failingLine(trace, problemsAtEnd(trace, part, this.#ports.problems.patterns));
  }

  #end(editor: TextEditor): void {
    const waits = this.#waiting.get(editor);
    this.#waiting.delete(editor);
    waits?.dispose();
  }
}

/** What there is to read now is there. */
function isThere({ feed: { state } }: LogDocument): boolean {
  return state.kind === 'lines' && state.complete;
}
