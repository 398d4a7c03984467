import { commands, Range, Selection, type TextEditor, TextEditorRevealType, window } from 'vscode';
import { setInitialPosition } from '../../../app/logs/initial-position';
import { background, ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { inSlices } from '../../../base/slices';
import { FailingLine } from '../../../domain/logs/failing-line';
import { failingPart } from '../../../domain/logs/failing-part';
import type { LogParser } from '../../../domain/logs/parser';
import { ProblemScan } from '../../../domain/logs/problem-matchers/scan';
import { foldedAtFirst, nestedRanges } from '../../../domain/logs/section-ranges';
import { roundTrip } from '../../shared/editor/round-trip';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import type { LogFollow } from './follow';
import { logLinesOf, whenLineExists } from './lines';
import type { LogProblems } from './problems';

/** Whether the user has chosen another position. */
interface UserChecks {
  /** `failed`: whether the job failed. */
  readonly isUntouched: (failed: boolean) => boolean;
  /** Checked after sections were folded, which scrolls. */
  readonly hasSameCursor: () => boolean;
}

export interface InitialRevealDeps {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly problems: LogProblems;
}

/**
 * Sets the position in a log when it is opened, and when a job fails while its log is followed: folds sections,
 * and reveals the failing line.
 */
export class InitialReveal implements Disposable {
  readonly #deps: InitialRevealDeps;
  /** Editors whose logs aren't loaded yet. */
  readonly #waiting = new Map<TextEditor, DisposableStore>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: InitialRevealDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.follow.onDidOpen((editor) => {
        this.#await(editor, {
          isUntouched: (failed) => isUntouched(editor, failed),
          hasSameCursor: () => hasCursorAtStart(editor),
        });
      }),
    );
    this.#subscriptions.add(
      deps.follow.onDidFail((editor) => {
        this.#await(editor, {
          isUntouched: () => editor.selection.isEmpty && deps.follow.isAtEnd(editor),
          // Folding has scrolled away from the end.
          hasSameCursor: () => editor.selection.isEmpty,
        });
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

  /** Waits until the whole log is loaded. */
  #await(editor: TextEditor, user: UserChecks): void {
    const { documents } = this.#deps;
    this.#end(editor);
    const waits = new DisposableStore();
    this.#waiting.set(editor, waits);
    const tryReveal = (): boolean => {
      const log = documents.find(editor.document.uri);
      const trace = logLinesOf(log);
      if (log === undefined || trace === undefined || !isThere(log)) return false;
      waits.add(
        whenLineExists(editor.document, trace.lineCount - 1, () => {
          this.#end(editor);
          // After a failure, the editor stays at the top.
          ignoreFailure(this.#land(editor, log, trace, user));
        }),
      );
      return true;
    };
    if (tryReveal()) return;
    const subscription = waits.add(
      documents.onDidUpdate((log) => {
        if (log.uri.toString() === editor.document.uri.toString() && tryReveal()) subscription.dispose();
      }),
    );
  }

  async #land(editor: TextEditor, log: LogDocument, trace: LogParser, user: UserChecks): Promise<void> {
    const { state } = log.feed;
    const failed = state.kind === 'lines' && !state.following && state.job.status === 'failed';
    const failing = failed ? await this.#failingLine(editor, trace) : undefined;
    const folded = foldedAtFirst(nestedRanges(trace.sections, trace.lineCount), failing);
    const linkBefore = this.#deps.follow.linkOf(editor);
    await setInitialPosition(
      {
        showLink: () => {
          const link = this.#deps.follow.linkOf(editor);
          if (link === undefined || link === linkBefore) return false;
          link();
          return true;
        },
        isUntouched: () => user.isUntouched(failed),
        hasSameCursor: () => user.hasSameCursor(),
        fold: async (lines) => {
          // The command folds in the active editor.
          if (window.activeTextEditor !== editor) return;
          await commands.executeCommand('editor.fold', {
            selectionLines: lines,
            levels: 1,
            direction: 'down',
          });
        },
        show: (line) => {
          editor.selection = new Selection(line, 0, line, 0);
          editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenter);
          background(
            roundTrip().then(() => {
              this.#deps.follow.showsFailure(editor);
            }),
          );
        },
      },
      { folded, failing },
    );
  }

  /** Returns undefined if the editor was closed in the meantime. */
  async #failingLine(editor: TextEditor, trace: LogParser): Promise<number | undefined> {
    const scan = new ProblemScan(trace, this.#deps.problems.rules, failingPart(trace));
    const isVisible = (): boolean => window.visibleTextEditors.includes(editor);
    if (!(await inSlices((isOver) => scan.step(true, isOver), isVisible))) return undefined;
    const search = new FailingLine(trace, scan.problems);
    return (await inSlices((isOver) => search.step(isOver), isVisible)) ? search.line : undefined;
  }

  #end(editor: TextEditor): void {
    const waits = this.#waiting.get(editor);
    this.#waiting.delete(editor);
    waits?.dispose();
  }
}

/** False if the cursor was moved, the log of a failed job was scrolled, or another editor is active. */
function isUntouched(editor: TextEditor, failed: boolean): boolean {
  const isScrolled = failed && (editor.visibleRanges[0]?.start.line ?? 0) > 0;
  return hasCursorAtStart(editor) && !isScrolled;
}

const hasCursorAtStart = (editor: TextEditor): boolean =>
  window.activeTextEditor === editor && editor.selection.isEmpty && editor.selection.active.line === 0;

/** True if all available lines are loaded. */
function isThere({ feed: { state } }: LogDocument): boolean {
  return state.kind === 'lines' && state.complete;
}
