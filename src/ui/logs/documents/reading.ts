import { env, Range, Selection, type TextEditor, TextEditorRevealType, window } from 'vscode';
import { t } from '../../../base/localize';
import { rangesAround } from '../../../domain/logs/section-ranges';
import {
  linesCopied,
  markdownBlock,
  noProblems,
  noSection,
  noTimes,
} from '../../../presentation/logs/messages';
import { readLogAddress } from '../../../presentation/shared/document-address';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import { logLinesOf, sectionsOf } from './lines';
import { markedProblems } from './problem-marks';
import type { LogProblems } from './problems';
import type { LogTimes } from './times';

/** How long the status bar shows that text was copied, in milliseconds. */
const STATUS_MESSAGE_MS = 4_000;

export interface LogReadingDeps {
  readonly documents: LogDocuments;
  readonly problems: LogProblems;
  readonly times: LogTimes;
}

/**
 * Navigation and copy actions for the log in the active editor. Each resolves to a message if there was
 * nothing to do.
 */
export class LogReading {
  readonly #deps: LogReadingDeps;

  constructor(deps: LogReadingDeps) {
    this.#deps = deps;
  }

  nextProblem(): Promise<string | undefined> {
    return this.#walk(1);
  }

  previousProblem(): Promise<string | undefined> {
    return this.#walk(-1);
  }

  async toggleTimes(): Promise<string | undefined> {
    const { times, documents } = this.#deps;
    await times.toggle();
    const active = window.activeTextEditor;
    const trace = active === undefined ? undefined : logLinesOf(documents.find(active.document.uri));
    return times.shown && trace !== undefined && trace.time(0) === undefined ? noTimes() : undefined;
  }

  async copySection(): Promise<string | undefined> {
    const active = this.#active();
    if (active === undefined) return openFirst();
    const range = this.#section(active.editor);
    if (range === undefined) return noSection();
    const text = active.editor.document.getText(range);
    await copy(text, text);
    return undefined;
  }

  /** Copies the selection, or the section at the cursor. */
  async copyMarkdown(): Promise<string | undefined> {
    const active = this.#active();
    if (active === undefined) return openFirst();
    const { editor, log } = active;
    const range = editor.selection.isEmpty ? this.#section(editor) : editor.selection;
    if (range === undefined) return noSection();
    const text = editor.document.getText(range);
    const { state } = log.feed;
    const job =
      'job' in state
        ? state.job
        : { name: log.name, id: readLogAddress(log.uri)?.job ?? 0, web_url: undefined };
    await copy(markdownBlock(job, text), text);
    return undefined;
  }

  async #walk(step: 1 | -1): Promise<string | undefined> {
    const active = this.#active();
    if (active === undefined) return openFirst();
    const { editor } = active;
    const { problems } = this.#deps;
    await problems.settled(editor.document.uri);
    const places = markedProblems(problems, editor.document).map(({ range }) => range);
    const { start } = editor.selection;
    const target =
      step === 1
        ? (places.find((place) => place.start.isAfter(start)) ?? places[0])
        : (places.findLast((place) => place.start.isBefore(start)) ?? places.at(-1));
    if (target === undefined) return noProblems();
    editor.selection = new Selection(target.start, target.end);
    editor.revealRange(target, TextEditorRevealType.InCenterIfOutsideViewport);
    return undefined;
  }

  /** Returns the range of the innermost section at the cursor. */
  #section({ document, selection }: TextEditor): Range | undefined {
    const found = rangesAround(sectionsOf(this.#deps.documents, document), selection.active.line).at(-1);
    if (found === undefined) return undefined;
    return new Range(found.first, 0, found.last, document.lineAt(found.last).text.length);
  }

  #active(): { readonly editor: TextEditor; readonly log: LogDocument } | undefined {
    const editor = window.activeTextEditor;
    const log = editor === undefined ? undefined : this.#deps.documents.find(editor.document.uri);
    return editor === undefined || log === undefined ? undefined : { editor, log };
  }
}

const openFirst = (): string => t('Open a job log first.');

async function copy(text: string, lines: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(linesCopied(lines.split('\n').length), STATUS_MESSAGE_MS);
}
