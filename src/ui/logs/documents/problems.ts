import { type Diagnostic, Uri, window, workspace } from 'vscode';
import { JobLines, type JobLinesDeps } from '../../../app/logs/job-lines';
import { FileFinder, type JobFolders, type WorkspaceFiles } from '../../../app/shared/file-finder';
import type { JobKey } from '../../../app/shared/keys';
import { background, ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { inSlices } from '../../../base/slices';
import type { LineNow } from '../../../domain/changes/lines-now';
import type { LogParser } from '../../../domain/logs/parser';
import type { BarePath } from '../../../domain/logs/problem-matchers/bare-paths';
import { ProblemScan } from '../../../domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../../domain/logs/problem-matchers/shapes';
import type { UserPatterns } from '../../../domain/logs/problem-matchers/user-patterns';
import { lineNote } from '../../../presentation/logs/messages';
import type { Job } from '../../../schemas/job';
import { openTabs } from '../../shared/editor/open-tabs';
import { isOn, onDidChangeSettings } from '../../shared/editor/settings';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import { isComplete, logLinesOf } from './lines';
import { diagnosticOf, isSameDiagnostic, ProblemsPanel } from './problems-panel';

export interface LogProblemsDeps {
  readonly documents: LogDocuments;
  readonly files: WorkspaceFiles;
  /** Reads files as they were for the job and as they are now. */
  readonly lines: JobLinesDeps;
  /** Returns the workspace folders that contain the job's files. */
  readonly foldersOf: (key: JobKey, job: Job) => Promise<JobFolders>;
  /** Returns the user's rules; called when a log is read from the start. */
  readonly rules: () => { readonly rules: UserPatterns; readonly warnings: readonly string[] };
  /** Shows a warning about a rule once. */
  readonly notify: (sentence: string) => void;
}

/** Maximum number of problems per log in the Problems panel. */
const MAX_DIAGNOSTICS = 500;

interface Watched {
  readonly log: LogDocument;
  trace: LogParser;
  scan: ProblemScan;
  finder: FileFinder | undefined;
  lines: JobLines | undefined;
  sha: string | undefined;
  /** Current positions of lines with problems, by URI of the file. */
  readonly now: Map<string, (line: number) => LineNow>;
  /** The current scan; resolves when all lines are scanned and their files searched. */
  reading: Promise<void> | undefined;
  /** True if lines were added since the current scan started its last pass. */
  more: boolean;
  abort: AbortController;
}

/** Finds problems in open logs, and shows those of workspace files in the Problems panel. */
export class LogProblems implements Disposable {
  readonly #deps: LogProblemsDeps;
  readonly #watched = new Map<string, Watched>();
  readonly #changed = new Emitter<Uri>();
  readonly #warnings = new Set<string>();
  readonly #subscriptions = new DisposableStore();
  #inPanel = isOn('logShowProblems');
  readonly #panel = this.#subscriptions.add(new ProblemsPanel());

  /** Fires if the problems of a log changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: LogProblemsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.documents.onDidUpdate((log) => {
        // Scans only open logs, and only after they are completely loaded.
        const { state } = log.feed;
        const arrives = state.kind === 'lines' && !state.complete;
        if (!arrives && openTabs().has(log.uri.toString())) background(this.#read(log));
      }),
    );
    const rescan = (): void => {
      this.#scan();
    };
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(rescan));
    this.#subscriptions.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        for (const name of this.#panel.logsAbout(uri.toString())) {
          const watched = this.#watched.get(name);
          if (watched !== undefined) background(this.#read(watched.log));
        }
      }),
    );
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(rescan));
    this.#subscriptions.add(
      onDidChangeSettings(() => {
        const shown = isOn('logShowProblems');
        if (shown === this.#inPanel) return;
        this.#inPanel = shown;
        for (const watched of this.#watched.values()) this.#publish(watched);
      }),
    );
  }

  /** Returns the problems of the scanned lines, in the order of the log. */
  problemsOf(uri: Uri): readonly LogFinding[] {
    return this.#watched.get(uri.toString())?.scan.problems ?? [];
  }

  /** Returns all findings that refer to a file. */
  findingsOf(uri: Uri): readonly LogFinding[] {
    const scan = this.#watched.get(uri.toString())?.scan;
    return scan === undefined ? [] : [...scan.problems, ...scan.places];
  }

  /** Returns the paths without a line number. */
  barePathsOf(uri: Uri): readonly BarePath[] {
    return this.#watched.get(uri.toString())?.scan.barePaths ?? [];
  }

  /** Returns the workspace file of a finding, if it exists. */
  fileOf(uri: Uri, { path }: Pick<LogFinding, 'path'>): Uri | undefined {
    const found = this.#watched.get(uri.toString())?.finder?.known(path);
    return found === undefined ? undefined : Uri.parse(found, true);
  }

  /** Returns the current line of a finding in its file, and a note about changes. */
  async placeOf(
    uri: Uri,
    finding: LogFinding,
    signal: AbortSignal,
  ): Promise<{ readonly file: Uri; readonly line: number; readonly note: string | undefined } | undefined> {
    const file = this.fileOf(uri, finding);
    const watched = this.#watched.get(uri.toString());
    if (file === undefined || watched === undefined) return undefined;
    const lineNow = await watched.lines?.of(file.toString(), signal);
    const now: LineNow = lineNow?.(finding.line) ?? { line: finding.line, state: 'unknown' };
    return { file, line: now.line, note: lineNote(now, finding.line, watched.sha) };
  }

  /** The user's valid rules. */
  get rules(): UserPatterns {
    return this.#rules();
  }

  /** Resolves when all current lines of a log are scanned and their files searched. */
  async settled(uri: Uri): Promise<void> {
    const log = this.#deps.documents.find(uri);
    if (log !== undefined) await this.#read(log);
  }

  dispose(): void {
    for (const { abort } of this.#watched.values()) abort.abort();
    this.#watched.clear();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #read(log: LogDocument): Promise<void> {
    const name = log.uri.toString();
    const trace = logLinesOf(log);
    if (trace === undefined) {
      this.#forget(name);
      return Promise.resolve();
    }
    let watched = this.#watched.get(name);
    if (watched?.trace !== trace) {
      watched?.abort.abort();
      const scan = new ProblemScan(trace, this.#rules());
      watched = {
        log,
        trace,
        scan,
        finder: undefined,
        lines: undefined,
        sha: undefined,
        now: new Map(),
        reading: undefined,
        more: false,
        abort: new AbortController(),
      };
      this.#watched.set(name, watched);
    }
    const current = watched;
    current.more = true;
    current.reading ??= this.#readAll(current);
    return current.reading;
  }

  async #readAll(watched: Watched): Promise<void> {
    const { signal } = watched.abort;
    try {
      while (watched.more && !signal.aborted) {
        watched.more = false;
        await this.#readWhatCame(watched, signal);
      }
    } catch (error) {
      ignoreError(error);
      // Without the workspace files, fewer problems are shown. Later lines are still scanned.
    } finally {
      watched.reading = undefined;
    }
    if (!signal.aborted) this.#publish(watched);
  }

  async #readWhatCame(watched: Watched, signal: AbortSignal): Promise<void> {
    const { log, scan } = watched;
    const isDone = await inSlices(
      (isOver) => scan.step(isComplete(log), isOver),
      () => !signal.aborted,
    );
    if (!isDone) return;
    const { state, key } = log.feed;
    if ('job' in state) {
      if (watched.finder === undefined) {
        const folders = await this.#deps.foldersOf(key, state.job);
        watched.sha = state.job.commit?.id;
        watched.finder = new FileFinder(this.#deps.files, folders);
        watched.lines = new JobLines(this.#deps.lines, folders.roots, watched.sha);
      }
    }
    await watched.finder?.find(
      [...scan.problems, ...scan.places].map(({ path }) => path),
      signal,
    );
    await watched.finder?.findLikely(
      scan.barePaths.map(({ path }) => path),
      signal,
    );
    const files = new Set(scan.problems.flatMap(({ path }) => watched.finder?.known(path) ?? []));
    for (const file of files) {
      if (signal.aborted) return;
      const lineNow = await watched.lines?.of(file, signal);
      if (lineNow !== undefined) watched.now.set(file, lineNow);
    }
  }

  #publish({ log, scan, now, sha }: Watched): void {
    const name = log.uri.toString();
    const { state } = log.feed;
    const jobName = 'job' in state ? state.job.name : log.name;
    const files = new Map<string, Diagnostic[]>();
    let count = 0;
    for (const finding of scan.problems) {
      const uri = this.fileOf(log.uri, finding);
      if (uri === undefined || count === MAX_DIAGNOSTICS) continue;
      const diagnostics = files.get(uri.toString()) ?? [];
      files.set(uri.toString(), diagnostics);
      const place = now.get(uri.toString())?.(finding.line) ?? { line: finding.line, state: 'unknown' };
      const diagnostic = diagnosticOf(finding, jobName, place, sha);
      // Summaries repeat earlier problems.
      if (diagnostics.some((other) => isSameDiagnostic(other, diagnostic))) continue;
      diagnostics.push(diagnostic);
      count++;
    }
    this.#panel.set(name, this.#inPanel ? files : undefined);
    this.#changed.fire(log.uri);
  }

  /** Scans opened logs and discards closed ones. */
  #scan(): void {
    const open = openTabs();
    for (const name of this.#watched.keys()) if (!open.has(name)) this.#forget(name);
    for (const name of open) {
      if (this.#watched.has(name)) continue;
      const log = this.#deps.documents.find(Uri.parse(name, true));
      if (log !== undefined) background(this.#read(log));
    }
    this.#panel.keepTabs();
  }

  #forget(name: string): void {
    const watched = this.#watched.get(name);
    if (watched === undefined) return;
    watched.abort.abort();
    this.#watched.delete(name);
    this.#panel.set(name, undefined);
    this.#changed.fire(watched.log.uri);
  }

  #rules(): UserPatterns {
    const { rules, warnings } = this.#deps.rules();
    for (const warning of warnings) {
      if (this.#warnings.has(warning)) continue;
      this.#warnings.add(warning);
      this.#deps.notify(warning);
    }
    return rules;
  }
}
