import { Range, type TextDocument, type Uri, workspace, WorkspaceEdit } from 'vscode';
import type { LogFeed } from '../../../app/logs/feed';
import type { LogUpdate } from '../../../app/logs/state';
import { background } from '../../../base/background';
import { nextTurn } from '../../../base/slices';
import type { LogParser } from '../../../domain/logs/parser';
import {
  erasedNotice,
  failedNotice,
  loadingNotice,
  noLogNotice,
  noLogYetNotice,
} from '../../../presentation/logs/notices';

/** Size of the text that an editor receives first, in bytes; enough for its first screens. */
const FIRST_BYTES = 200_000;
/**
 * Size of the text that is appended in one edit, in bytes. Larger edits block the editor; smaller ones have
 * more overhead. Other extensions read the whole document after each edit, so large documents get fewer
 * edits.
 */
const PIECE_BYTES = { least: 500_000, most: 2_000_000, share: 10 };

export interface LogDocumentDeps {
  /** Makes the editor request the text again. */
  readonly replace: () => void;
  /** True until the editor shows the document. */
  readonly isOpening: () => boolean;
}

/**
 * The document of one log. The editor first receives the beginning. The rest and new lines are appended in
 * pieces, so that the editor keeps its position and doesn't read everything again. If that fails, the editor
 * requests the whole text again.
 */
export class LogDocument {
  readonly uri: Uri;
  readonly name: string;
  readonly feed: LogFeed;
  readonly #deps: LogDocumentDeps;
  /** The log whose lines the document shows. */
  #trace: LogParser | undefined;
  /** Number of lines in the document; undefined while it shows a notice or nothing. */
  #shown: number | undefined;
  /** The first line in the document that may be outdated. */
  #stale = Infinity;
  /** Text that was returned to the editor, but that the document doesn't contain yet. */
  #given: string | undefined;
  /** False until the editor requests the text; until then, no updates are necessary. */
  #requested = false;
  #pumping = false;
  #replacing = false;

  constructor(uri: Uri, name: string, feed: LogFeed, deps: LogDocumentDeps) {
    this.uri = uri;
    this.name = name;
    this.feed = feed;
    this.#deps = deps;
    feed.backlog.bytes = () => this.#bytesBehind();
  }

  /** True if the document shows all loaded lines. */
  get upToDate(): boolean {
    return this.#given === undefined && !this.#pumping && !this.#behind();
  }

  /** Returns the beginning of the text for a new editor. The rest is appended after the editor shows it. */
  text(): string {
    this.#requested = true;
    this.#replacing = false;
    const { state, trace } = this.feed;
    const lines = state.kind === 'lines' || (state.kind === 'failed' && trace.lineCount > 0);
    this.#trace = trace;
    this.#stale = Infinity;
    this.#shown = lines ? pieceEnd(trace, 0, FIRST_BYTES) : undefined;
    const text = this.#shown === undefined ? this.#notice() : trace.text(0, this.#shown);
    this.#given = text;
    return text;
  }

  /** Updates the document. */
  take({ state, keep }: LogUpdate): void {
    if (!this.#requested) return;
    // Keeps existing lines after a failure.
    const grows = state.kind === 'lines' || (state.kind === 'failed' && this.feed.trace.lineCount > 0);
    if (grows && this.#shown !== undefined) {
      if (keep !== undefined) this.#stale = Math.min(this.#stale, keep);
      background(this.pump());
    } else this.#requestReplacement();
  }

  /** Appends the missing text in pieces, with only one edit at a time. */
  async pump(): Promise<void> {
    if (this.#pumping || this.#deps.isOpening()) return;
    this.#pumping = true;
    try {
      while (!this.#replacing) {
        const document = this.#document();
        if (document === undefined || !this.#isShown(document) || !this.#behind()) return;
        if (!(await this.#putPiece(document))) this.#requestReplacement();
        // Lets the editor and other extensions process the change first.
        await nextTurn();
      }
    } finally {
      this.#pumping = false;
    }
  }

  #bytesBehind(): number {
    const { trace } = this.feed;
    // Before the first request, no text is missing.
    return trace === this.#trace && this.#shown !== undefined ? trace.size(this.#shown) : 0;
  }

  #behind(): boolean {
    const { state, trace } = this.feed;
    // While a log reloads, its previous text is kept until the first lines are loaded.
    if (this.#shown === undefined || state.kind === 'loading') return false;
    return trace !== this.#trace || this.#stale < this.#shown || this.#shown !== trace.lineCount;
  }

  #putPiece(document: TextDocument): Thenable<boolean> | boolean {
    const shown = this.#shown ?? 0;
    // An empty document also has one line.
    if (document.lineCount !== Math.max(shown, 1)) return false;
    const { trace } = this.feed;
    if (trace !== this.#trace) this.#stale = 0;
    const from = Math.min(this.#stale, shown, trace.lineCount);
    const share = trace.size(0, shown) / PIECE_BYTES.share;
    const piece = Math.min(Math.max(share, PIECE_BYTES.least), PIECE_BYTES.most);
    const to = pieceEnd(trace, from, piece);
    this.#trace = trace;
    this.#stale = Infinity;
    this.#shown = to;
    return workspace.applyEdit(endEdit(document, from, from === to ? undefined : trace.text(from, to)));
  }

  /** The document contains the returned text only after a delay. */
  #isShown(document: TextDocument): boolean {
    if (this.#given === undefined) return true;
    if (normalized(document.getText()) !== normalized(this.#given)) return false;
    this.#given = undefined;
    return true;
  }

  #requestReplacement(): void {
    if (this.#replacing) return;
    this.#replacing = true;
    this.#deps.replace();
  }

  #document(): TextDocument | undefined {
    return workspace.textDocuments.find(({ uri }) => uri.toString() === this.uri.toString());
  }

  #notice(): string {
    const { state } = this.feed;
    switch (state.kind) {
      case 'loading':
      case 'lines':
        return loadingNotice();
      case 'no-log':
        return state.following ? noLogYetNotice(state.job) : noLogNotice(state.job);
      case 'erased':
        return erasedNotice(state.job);
      case 'failed':
        return failedNotice(this.name, state.error);
    }
  }
}

/** Returns the end of the last line that fits into `bytes`; at least one line. */
function pieceEnd(trace: LogParser, from: number, bytes: number): number {
  let low = Math.min(from + 1, trace.lineCount);
  let high = trace.lineCount;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (trace.size(from, middle) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Replaces everything from line `from` on; without text, removes it. */
function endEdit(document: TextDocument, from: number, text: string | undefined): WorkspaceEdit {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new WorkspaceEdit();
  if (from === 0) edit.replace(document.uri, new Range(0, 0, end.line, end.character), text ?? '');
  else {
    const begin = document.lineAt(from - 1).range.end;
    edit.replace(document.uri, new Range(begin, end), text === undefined ? '' : `\n${text}`);
  }
  return edit;
}

/** The editor normalizes line endings and removes a byte order mark. */
const normalized = (text: string): string => text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
