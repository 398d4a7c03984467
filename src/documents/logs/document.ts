import { Range, type TextDocument, type Uri, workspace, WorkspaceEdit } from 'vscode';
import type { LogFeed } from '../../app/logs/feed';
import type { LogUpdate } from '../../app/logs/state';
import { background } from '../../base/background';
import { nextTurn } from '../../base/slices';
import type { LogParser } from '../../domain/logs/parser';
import {
  erasedNotice,
  failedNotice,
  loadingNotice,
  noLogNotice,
  noLogYetNotice,
} from '../../presentation/logs/notices';

/** Bytes of text that an editor gets when it asks: enough for its first screens. */
const FIRST_BYTES = 200_000;
/**
 * Bytes of text that are put at a document's end at a time: larger pieces make the editor stall, smaller ones cost more.
 * After each edit other extensions read the whole document, so a large one gets fewer of them.
 */
const PIECE_BYTES = { least: 500_000, most: 2_000_000, share: 10 };

export interface LogDocumentDeps {
  /** Has the editor ask for the text again. */
  readonly replace: () => void;
  /** True until the editor that was asked to show it does so. */
  readonly isOpening: () => boolean;
}

/**
 * The text of one log as its document has it. An editor gets the beginning; the rest, and what the log grows by, is
 * put at the document's end piece by piece, so that the editor keeps its place and does not read everything again.
 * Where that does not work, the document is asked for anew.
 */
export class LogDocument {
  readonly uri: Uri;
  readonly name: string;
  readonly feed: LogFeed;
  readonly #deps: LogDocumentDeps;
  /** Whose lines the document shows. */
  #trace: LogParser | undefined;
  /** Lines that the document shows; undefined while it shows a notice or nothing yet. */
  #shown: number | undefined;
  /** The first shown line that may be out of date. */
  #stale = Infinity;
  /** The text that the editor was given and does not show yet. */
  #given: string | undefined;
  /** False until the editor has asked for the text: before that there is nothing to bring up to date. */
  #asked = false;
  #pumping = false;
  #replacing = false;

  constructor(uri: Uri, name: string, feed: LogFeed, deps: LogDocumentDeps) {
    this.uri = uri;
    this.name = name;
    this.feed = feed;
    this.#deps = deps;
    feed.backlog.bytes = () => this.#bytesBehind();
  }

  /** True where the document shows all that was read. */
  get upToDate(): boolean {
    return this.#given === undefined && !this.#pumping && !this.#behind();
  }

  /** The beginning of the text, for an editor that has none yet. The rest follows once the editor shows it. */
  text(): string {
    this.#asked = true;
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

  /** Brings the document up to date. */
  take({ state, keep }: LogUpdate): void {
    if (!this.#asked) return;
    // A failure takes nothing away that is already there.
    const grows = state.kind === 'lines' || (state.kind === 'failed' && this.feed.trace.lineCount > 0);
    if (grows && this.#shown !== undefined) {
      if (keep !== undefined) this.#stale = Math.min(this.#stale, keep);
      background(this.pump());
    } else this.#askAnew();
  }

  /** Puts what is missing at the document's end, one piece after the other. There is never more than one edit under way. */
  async pump(): Promise<void> {
    if (this.#pumping || this.#deps.isOpening()) return;
    this.#pumping = true;
    try {
      while (!this.#replacing) {
        const document = this.#document();
        if (document === undefined || !this.#isShown(document) || !this.#behind()) return;
        if (!(await this.#putPiece(document))) this.#askAnew();
        // What the editor and others do about the change comes first.
        await nextTurn();
      }
    } finally {
      this.#pumping = false;
    }
  }

  #bytesBehind(): number {
    const { trace } = this.feed;
    // Before the editor has asked, it waits for the beginning.
    return trace === this.#trace && this.#shown !== undefined ? trace.size(this.#shown) : 0;
  }

  #behind(): boolean {
    const { state, trace } = this.feed;
    // A log that is read again is shown as it was until its first lines are here.
    if (this.#shown === undefined || state.kind === 'loading') return false;
    return trace !== this.#trace || this.#stale < this.#shown || this.#shown !== trace.lineCount;
  }

  #putPiece(document: TextDocument): Thenable<boolean> | boolean {
    const shown = this.#shown ?? 0;
    // An empty document has one line too.
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

  /** What the editor was given stands in its document a moment later. */
  #isShown(document: TextDocument): boolean {
    if (this.#given === undefined) return true;
    if (bare(document.getText()) !== bare(this.#given)) return false;
    this.#given = undefined;
    return true;
  }

  #askAnew(): void {
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

/** The line behind the last one that fits into so many bytes; at least one line. */
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

/** Replaces all from line `from` on, by nothing where there are no more lines. */
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

/** The editor has its own idea of line ends, and takes away a mark at the start. */
const bare = (text: string): string => text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
