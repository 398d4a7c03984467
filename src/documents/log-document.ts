import { Range, WorkspaceEdit, workspace, type TextDocument, type Uri } from 'vscode';
import type { TraceFeed, TraceUpdate } from '../app/trace-feed';
import type { TraceChange } from '../domain/trace/trace-text';
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
    const { state, lines } = this.feed;
    if (state.kind === 'lines' || (state.kind === 'failed' && lines.length > 0)) {
      this.#shown = lines.length;
      const cut = state.kind === 'lines' && state.cut ? ['', cutNotice()] : [];
      return [...lines, ...cut].join('\n');
    }
    this.#shown = undefined;
    return this.#notice();
  }

  /** Brings the document up to date. */
  take({ state, change }: TraceUpdate): void {
    if (!this.#asked) return;
    const grows = state.kind === 'lines' && !state.cut && this.#shown !== undefined;
    if (!grows) {
      // A failure takes nothing away that is already there.
      if (!(state.kind === 'failed' && this.#shown !== undefined)) this.#replace();
      return;
    }
    if (change === undefined) return;
    const shown = this.#shown ?? 0;
    this.#shown = change.keep + change.lines.length;
    this.#queue = this.#queue.then(() => this.#append(shown, change));
  }

  async #append(shown: number, { keep, lines }: TraceChange): Promise<void> {
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === this.uri.toString());
    if (document === undefined) return;
    const expected = Math.max(shown, 1); // An empty document has one line too.
    const done =
      document.lineCount === expected &&
      (await workspace.applyEdit(endEdit(document, Math.min(keep, shown), lines)));
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
function endEdit(document: TextDocument, keep: number, lines: readonly string[]): WorkspaceEdit {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new WorkspaceEdit();
  if (keep === 0) edit.replace(document.uri, new Range(0, 0, end.line, end.character), lines.join('\n'));
  else {
    const from = document.lineAt(keep - 1).range.end;
    edit.replace(document.uri, new Range(from, end), lines.map((line) => `\n${line}`).join(''));
  }
  return edit;
}
