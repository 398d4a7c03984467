import {
  commands,
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticSeverity,
  languages,
  Position,
  Range,
  TabInputText,
  Uri,
  window,
} from 'vscode';
import { ignoreFailure } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import type { LineNow } from '../../../domain/changes/lines-now';
import type { LogFinding, ProblemSeverity } from '../../../domain/logs/problem-matchers/shapes';
import { lineNote, problemSource } from '../../../presentation/logs/messages';
import { escapeInvisible, escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';

const SEVERITIES: Readonly<Record<ProblemSeverity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/**
 * Shows problems of workspace files that logs contain in the Problems panel. Logs and files are identified by
 * URI.
 */
export class ProblemsPanel implements Disposable {
  readonly #diagnostics: DiagnosticCollection = languages.createDiagnosticCollection('switchyard');
  readonly #byLog = new Map<string, Map<string, Diagnostic[]>>();

  /** Returns the logs with problems in a file. */
  logsAbout(file: string): readonly string[] {
    return [...this.#byLog].flatMap(([log, files]) => (files.has(file) ? [log] : []));
  }

  /** Replaces the problems of a log. Other logs may have problems in the same files. */
  set(log: string, files: Map<string, Diagnostic[]> | undefined): void {
    const before = this.#byLog.get(log);
    if (files === undefined) this.#byLog.delete(log);
    else this.#byLog.set(log, files);
    for (const file of new Set([...(before?.keys() ?? []), ...(files?.keys() ?? [])])) {
      const all = [...this.#byLog.values()].flatMap((each) => each.get(file) ?? []);
      this.#diagnostics.set(Uri.parse(file, true), all);
    }
    if (files !== undefined) this.keepTabs();
  }

  /**
   * Converts preview tabs of logs that have problems to permanent ones. Otherwise, opening a problem's file
   * would replace the tab, which would remove the problems. They are removed when the tab is closed.
   */
  keepTabs(): void {
    for (const { input, isPreview } of window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      if (!isPreview || !(input instanceof TabInputText)) continue;
      const reported = this.#byLog.get(input.uri.toString());
      // The command also accepts a URI. If it fails, the tab stays a preview.
      if (reported !== undefined && reported.size > 0)
        ignoreFailure(commands.executeCommand('workbench.action.keepEditor', input.uri));
    }
  }

  dispose(): void {
    this.#diagnostics.dispose();
  }
}

export function diagnosticOf(
  { line, column, problem }: LogFinding,
  jobName: string,
  now: LineNow,
  sha: string | undefined,
): Diagnostic {
  const at = new Position(now.line - 1, now.state === 'changed' ? 0 : (column ?? 1) - 1);
  const message = escapeInvisible(problem?.message ?? '');
  // A moved line needs no note, because the problem is on the line that the log refers to.
  const note = now.state === 'moved' ? undefined : lineNote(now, line, sha);
  const diagnostic = new Diagnostic(
    new Range(at, at),
    note === undefined ? message : `${message} · ${note}`,
    SEVERITIES[problem?.severity ?? 'error'],
  );
  diagnostic.source = escapeInvisibleLine(problemSource(jobName));
  return diagnostic;
}

export const isSameDiagnostic = (one: Diagnostic, other: Diagnostic): boolean =>
  one.message === other.message && one.severity === other.severity && one.range.isEqual(other.range);
