import { Range, WorkspaceEdit, workspace, type TextDocument, type Uri } from 'vscode';
import type { TraceFeed, TraceUpdate } from '../app/trace-feed';
import {
  cutNotice,
  erasedNotice,
  failedNotice,
  loadingNotice,
  noLogNotice,
} from '../presentation/trace-notices';

/**
 * The text of one log as its document has it. New lines are put at the document's end, so that the editor keeps its
 * place and does not read everything again; where that does not work, the document is asked for anew.
 */
export class LogDocument {
  readonly uri: Uri;
  readonly name: string;
  readonly feed: TraceFeed;
  readonly #replace: () => void;
  /** Edits follow each other: each counts on the lines that the one before left. */
  #queue: Promise<void> = Promise.resolve();
  /** Lines that the document shows; undefined while it shows a notice or nothing yet. */
  #shown: number | undefined;
  /** False until the editor has asked for the text: before that there is nothing to bring up to date. */
  #asked = false;

  constructor(uri: Uri, name: string, feed: TraceFeed, replace: () => void) {
    this.uri = uri;
    this.name = name;
    this.feed = feed;
    this.#replace = replace;
  }

  /** The whole text, for an editor that has none yet. */
  text(): string {
    this.#asked = true;
    const { state, trace } = this.feed;
    if (state.kind === 'lines' || (state.kind === 'failed' && trace.lineCount > 0)) {
      this.#shown = trace.lineCount;
      const cut = state.kind === 'lines' && state.cut ? `\n\n${cutNotice()}` : '';
      return `${trace.text()}${cut}`;
    }
    this.#shown = undefined;
    return this.#notice();
  }

  /** Brings the document up to date. */
  take({ state, keep }: TraceUpdate): void {
    if (!this.#asked) return;
    const grows = state.kind === 'lines' && !state.cut && this.#shown !== undefined;
    if (!grows) {
      // A failure takes nothing away that is already there.
      if (!(state.kind === 'failed' && this.#shown !== undefined)) this.#replace();
      return;
    }
    if (keep === undefined) return;
    const shown = this.#shown ?? 0;
    const { trace } = this.feed;
    this.#shown = trace.lineCount;
    const text = trace.text(keep);
    this.#queue = this.#queue.then(() => this.#append(shown, keep, text));
  }

  async #append(shown: number, keep: number, text: string): Promise<void> {
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === this.uri.toString());
    if (document === undefined) return;
    const expected = Math.max(shown, 1); // An empty document has one line too.
    const done =
      document.lineCount === expected &&
      (await workspace.applyEdit(endEdit(document, Math.min(keep, shown), text)));
    if (!done) this.#replace();
  }

  #notice(): string {
    const { state } = this.feed;
    switch (state.kind) {
      case 'loading':
      case 'lines':
        return loadingNotice();
      case 'no-log':
        return noLogNotice(state.job, state.following);
      case 'erased':
        return erasedNotice(state.job);
      case 'failed':
        return failedNotice(this.name, state.error);
    }
  }
}

/** Replaces all after the first `keep` lines. */
function endEdit(document: TextDocument, keep: number, text: string): WorkspaceEdit {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new WorkspaceEdit();
  if (keep === 0) edit.replace(document.uri, new Range(0, 0, end.line, end.character), text);
  else {
    const from = document.lineAt(keep - 1).range.end;
    edit.replace(document.uri, new Range(from, end), text === '' ? '' : `\n${text}`);
  }
  return edit;
}
