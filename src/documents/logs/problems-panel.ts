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
import type { Disposable } from '../../base/disposable';
import type { LogFinding, ProblemSeverity } from '../../domain/logs/problem-matchers/shapes';
import type { LineNow } from '../../domain/review/lines-now';
import { lineNote, problemSource } from '../../presentation/logs/messages';
import { escapeInvisible, escapeInvisibleLine } from '../../presentation/shared/escape-invisible';

const SEVERITIES: Readonly<Record<ProblemSeverity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** What logs say about files of the workspace, in the Problems panel. Logs and files are named by their addresses. */
export class ProblemsPanel implements Disposable {
  readonly #diagnostics: DiagnosticCollection = languages.createDiagnosticCollection('switchyard');
  readonly #byLog = new Map<string, Map<string, Diagnostic[]>>();

  /** Logs with problems in a file. */
  logsAbout(file: string): readonly string[] {
    return [...this.#byLog].flatMap(([log, files]) => (files.has(file) ? [log] : []));
  }

  /** Replaces what a log says; other logs may speak of the same files. */
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
   * The Problems panel opens files in the tab for previews, and what is behind a problem must not go with that: a log
   * that has entries in the panel is no preview any longer. Its entries go when its own tab is closed.
   */
  keepTabs(): void {
    for (const { input, isPreview } of window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      if (!isPreview || !(input instanceof TabInputText)) continue;
      const told = this.#byLog.get(input.uri.toString());
      // The command takes an address, too; where it fails, the tab stays what it is.
      if (told !== undefined && told.size > 0)
        void commands
          .executeCommand('workbench.action.keepEditor', input.uri)
          .then(undefined, () => undefined);
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
  // Where it has only moved, the entry stands at the very line that the log means.
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
