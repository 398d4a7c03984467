import {
  DecorationRangeBehavior,
  OverviewRulerLane,
  Range,
  StatusBarAlignment,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { t } from '../../base/localize';
import type { ProblemSeverity } from '../../domain/logs/problem-matchers/shapes';
import { problemPosition } from '../../presentation/logs/status';
import { COMMAND } from '../../presentation/shared/command-ids';
import { LOG_SCHEME } from '../../presentation/shared/document-address';
import type { LogProblems } from './problems';

/** Names of theme colors that all themes have: high contrast themes have no colors for squiggles. */
const COLORS: Readonly<Record<ProblemSeverity, { readonly line: string; readonly ruler: string }>> = {
  error: { line: 'problemsErrorIcon-foreground', ruler: 'editorOverviewRuler.errorForeground' },
  warning: { line: 'problemsWarningIcon-foreground', ruler: 'editorOverviewRuler.warningForeground' },
  info: { line: 'problemsInfoIcon-foreground', ruler: 'editorOverviewRuler.infoForeground' },
};
const SEVERITIES: readonly ProblemSeverity[] = ['error', 'warning', 'info'];
/** Problems of one log that are marked. */
const MAX_MARKS = 500;

/** Where the problems of a log are, in the order of its lines. */
export const problemRanges = (problems: LogProblems, { uri, lineCount }: TextDocument): readonly Range[] =>
  problems
    .problemsOf(uri)
    .filter(({ logLine }) => logLine < lineCount)
    .map(({ logLine, start, end }) => new Range(logLine, start, logLine, end));

/**
 * Marks problems in the log itself, and shows in the status bar which of them the cursor is on. Diagnostics of the log
 * would do so too, but they would be in the Problems panel a second time, beside those of the files.
 */
export class ProblemMarks implements Disposable {
  readonly #problems: LogProblems;
  readonly #subscriptions = new DisposableStore();
  readonly #types: ReadonlyMap<ProblemSeverity, TextEditorDecorationType>;
  readonly #item = window.createStatusBarItem('switchyard.logProblems', StatusBarAlignment.Left);

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

  /** What the status bar shows now; empty where it shows nothing. */
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
        .filter(({ problem }) => (problem?.severity ?? 'error') === severity)
        .map(({ logLine }) => logLine);
      editor.setDecorations(
        type,
        [...new Set(lines)].map((line) => textOf(document, line)),
      );
    }
  }

  #update(): void {
    const editor = window.activeTextEditor;
    const ranges =
      editor?.document.uri.scheme === LOG_SCHEME ? problemRanges(this.#problems, editor.document) : [];
    if (editor === undefined || ranges.length === 0) {
      this.#item.text = '';
      this.#item.hide();
      return;
    }
    const { active, start } = editor.selection;
    const exact = ranges.findIndex((range) => range.start.isEqual(start));
    const at = exact >= 0 ? exact : ranges.findIndex((range) => range.start.line === active.line);
    const { text, tooltip, accessibleLabel } = problemPosition(at, ranges.length);
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

/** A line without the blanks around its text. */
function textOf(document: TextDocument, line: number): Range {
  const { text, firstNonWhitespaceCharacterIndex: first } = document.lineAt(line);
  return new Range(line, first, line, Math.max(first, text.trimEnd().length));
}
