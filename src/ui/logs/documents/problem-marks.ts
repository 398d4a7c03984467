import {
  DecorationRangeBehavior,
  OverviewRulerLane,
  Range,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { LogFinding, ProblemSeverity } from '../../../domain/logs/problem-matchers/shapes';
import { problemPosition } from '../../../presentation/logs/status';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { LOG_SCHEME } from '../../../presentation/shared/document-address';
import { createStatusItem } from '../../shared/editor/status-bar-item';
import type { LogProblems } from './problems';

/** Theme colors that all themes define. High contrast themes define no colors for squiggles. */
const COLORS: Readonly<Record<ProblemSeverity, { readonly line: string; readonly ruler: string }>> = {
  error: { line: 'problemsErrorIcon-foreground', ruler: 'editorOverviewRuler.errorForeground' },
  warning: { line: 'problemsWarningIcon-foreground', ruler: 'editorOverviewRuler.warningForeground' },
  info: { line: 'problemsInfoIcon-foreground', ruler: 'editorOverviewRuler.infoForeground' },
};
const SEVERITIES: readonly ProblemSeverity[] = ['error', 'warning', 'info'];
/** Maximum number of marked problems per log. */
const MAX_MARKS = 500;

/** The range of a problem in a log. */
interface MarkedProblem {
  readonly range: Range;
  readonly severity: ProblemSeverity;
}

/** Returns the ranges and severities of a log's problems, in the order of its lines. */
export const markedProblems = (
  problems: LogProblems,
  { uri, lineCount }: TextDocument,
): readonly MarkedProblem[] =>
  problems
    .problemsOf(uri)
    .filter(({ logLine }) => logLine < lineCount)
    .map(({ logLine, start, end, problem }) => ({
      range: new Range(logLine, start, logLine, end),
      severity: severityOf(problem),
    }));

const severityOf = (problem: LogFinding['problem']): ProblemSeverity => problem?.severity ?? 'error';

/**
 * Marks problems in the log, and shows in the status bar which one the cursor is on. Doesn't use diagnostics,
 * because the Problems panel would show them in addition to those of the files.
 */
export class ProblemMarks implements Disposable {
  readonly #problems: LogProblems;
  readonly #subscriptions = new DisposableStore();
  readonly #types: ReadonlyMap<ProblemSeverity, TextEditorDecorationType>;
  readonly #item = createStatusItem('logProblems');

  constructor(problems: LogProblems) {
    this.#problems = problems;
    this.#types = new Map(
      SEVERITIES.map((severity) => [severity, this.#subscriptions.add(markOf(severity))]),
    );
    this.#item.name = t('Problems in Job Log');
    this.#item.command = COMMAND.nextLogProblem;
    this.#subscriptions.add(this.#item);
    const drawAll = (): void => {
      for (const editor of window.visibleTextEditors) this.#draw(editor);
      this.#update();
    };
    const update = (): void => {
      this.#update();
    };
    this.#subscriptions.add(problems.onDidChange(drawAll));
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(drawAll));
    this.#subscriptions.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === LOG_SCHEME) drawAll();
      }),
    );
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(update));
    this.#subscriptions.add(window.onDidChangeTextEditorSelection(update));
    drawAll();
  }

  /** The text in the status bar; empty if the item is hidden. */
  get text(): string {
    return this.#item.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #draw(editor: TextEditor): void {
    const { document } = editor;
    if (document.uri.scheme !== LOG_SCHEME) return;
    const problems = this.#problems
      .problemsOf(document.uri)
      .filter(({ logLine }) => logLine < document.lineCount)
      .slice(0, MAX_MARKS);
    for (const [severity, type] of this.#types) {
      const lines = problems
        .filter(({ problem }) => severityOf(problem) === severity)
        .map(({ logLine }) => logLine);
      editor.setDecorations(
        type,
        [...new Set(lines)].map((line) => textOf(document, line)),
      );
    }
  }

  #update(): void {
    const editor = window.activeTextEditor;
    const marked =
      editor?.document.uri.scheme === LOG_SCHEME ? markedProblems(this.#problems, editor.document) : [];
    if (editor === undefined || marked.length === 0) {
      this.#item.text = '';
      this.#item.hide();
      return;
    }
    const { active, start } = editor.selection;
    const exact = marked.findIndex(({ range }) => range.start.isEqual(start));
    const at = exact >= 0 ? exact : marked.findIndex(({ range }) => range.start.line === active.line);
    const { text, tooltip, accessibleLabel } = problemPosition(
      at,
      marked.map(({ severity }) => severity),
    );
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: accessibleLabel };
    this.#item.show();
  }
}

const markOf = (severity: ProblemSeverity): TextEditorDecorationType =>
  window.createTextEditorDecorationType({
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
    textDecoration: `underline wavy var(--vscode-${COLORS[severity].line})`,
    overviewRulerColor: new ThemeColor(COLORS[severity].ruler),
    overviewRulerLane: OverviewRulerLane.Right,
  });

/** Returns the range of a line without surrounding whitespace. */
function textOf(document: TextDocument, line: number): Range {
  const { text, firstNonWhitespaceCharacterIndex: first } = document.lineAt(line);
  return new Range(line, first, line, Math.max(first, text.trimEnd().length));
}
