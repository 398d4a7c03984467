import { type Diagnostic, TabInputText, Uri, window, workspace } from 'vscode';
import { JobLines, type JobLinesDeps } from '../../app/logs/job-lines';
import { FileFinder, type JobFolders, type WorkspaceFiles } from '../../app/shared/file-finder';
import type { JobKey } from '../../app/shared/keys';
import { background } from '../../base/background';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { inSlices } from '../../base/slices';
import type { LogParser } from '../../domain/logs/parser';
import type { OwnRules } from '../../domain/logs/problem-matchers/own-patterns';
import { ProblemScan } from '../../domain/logs/problem-matchers/scan';
import type { LogFinding } from '../../domain/logs/problem-matchers/shapes';
import type { LineNow } from '../../domain/review/lines-now';
import { isOn, onDidChangeSettings } from '../../editor/shared/settings';
import { lineNote } from '../../presentation/logs/messages';
import type { Job } from '../../schemas/job';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import { isComplete, logLinesOf } from './lines';
import { diagnosticOf, isSameDiagnostic, ProblemsPanel } from './problems-panel';

export interface LogProblemsDeps {
  readonly documents: LogDocuments;
  readonly files: WorkspaceFiles;
  /** Where files are read, as they were for the job and as they are now. */
  readonly lines: JobLinesDeps;
  /** The folders of the workspace that hold a job's files. */
  readonly foldersOf: (key: JobKey, job: Job) => Promise<JobFolders>;
  /** The reader's own rules; asked when a log is read from its beginning. */
  readonly rules: () => { readonly rules: OwnRules; readonly warnings: readonly string[] };
  /** Says once what is wrong with a rule. */
  readonly notify: (sentence: string) => void;
}

/** Problems of one log that go to the Problems panel. */
const MAX_DIAGNOSTICS = 500;

interface Watched {
  readonly log: LogDocument;
  trace: LogParser;
  scan: ProblemScan;
  finder: FileFinder | undefined;
  lines: JobLines | undefined;
  sha: string | undefined;
  /** Where lines of files with problems are now, by the file's address. */
  readonly now: Map<string, (line: number) => LineNow>;
  /** The reading under way; resolves when all lines are read and their files looked for. */
  reading: Promise<void> | undefined;
  /** More came since the reading began to end. */
  more: boolean;
  abort: AbortController;
}

/** Finds the problems that open logs tell of, and shows those of the workspace's files in the Problems panel. */
export class LogProblems implements Disposable {
  readonly #deps: LogProblemsDeps;
  readonly #watched = new Map<string, Watched>();
  readonly #changed = new Emitter<Uri>();
  readonly #warnings = new Set<string>();
  readonly #subscriptions = new DisposableStore();
  #inPanel = isOn('logProblems');
  readonly #panel = this.#subscriptions.add(new ProblemsPanel());

  /** The problems of a log are others than before. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: LogProblemsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.documents.onDidUpdate((log) => {
        // What nobody has open is not read; what is still on its way is read once it is there.
        const { state } = log.feed;
        const arrives = state.kind === 'lines' && !state.complete;
        if (!arrives && openTabs().has(log.uri.toString())) background(this.#read(log));
      }),
    );
    const look = (): void => {
      this.#scan();
    };
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(look));
    this.#subscriptions.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        for (const name of this.#panel.logsAbout(uri.toString())) {
          const watched = this.#watched.get(name);
          if (watched !== undefined) background(this.#read(watched.log));
        }
      }),
    );
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(look));
    this.#subscriptions.add(
      onDidChangeSettings(() => {
        const shown = isOn('logProblems');
        if (shown === this.#inPanel) return;
        this.#inPanel = shown;
        for (const watched of this.#watched.values()) this.#publish(watched);
      }),
    );
  }

  /** Problems in the order of the log's lines, as far as it was read. */
  problemsOf(uri: Uri): readonly LogFinding[] {
    return this.#watched.get(uri.toString())?.scan.problems ?? [];
  }

  /** Everything that names a place in a file. */
  findingsOf(uri: Uri): readonly LogFinding[] {
    const scan = this.#watched.get(uri.toString())?.scan;
    return scan === undefined ? [] : [...scan.problems, ...scan.places];
  }

  /** The file of the workspace that a finding means, if it is there. */
  fileOf(uri: Uri, { path }: LogFinding): Uri | undefined {
    const found = this.#watched.get(uri.toString())?.finder?.known(path);
    return found === undefined ? undefined : Uri.parse(found, true);
  }

  /** Where the line of a finding is in its file at this moment, and what a reader should know of it. */
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

  /** The reader's own rules that can be used. */
  get rules(): OwnRules {
    return this.#rules();
  }

  /** Resolves when all that a log has now was read and its files were looked for. */
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
    } catch {
      // Without the workspace's files there is less to tell; what comes next is read all the same.
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
      const told = files.get(uri.toString()) ?? [];
      files.set(uri.toString(), told);
      const place = now.get(uri.toString())?.(finding.line) ?? { line: finding.line, state: 'unknown' };
      const diagnostic = diagnosticOf(finding, jobName, place, sha);
      // Summaries repeat what was said above.
      if (told.some((other) => isSameDiagnostic(other, diagnostic))) continue;
      told.push(diagnostic);
      count++;
    }
    this.#panel.set(name, this.#inPanel ? files : undefined);
    this.#changed.fire(log.uri);
  }

  /** Reads what was opened, forgets what was closed. */
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

  #rules(): OwnRules {
    const { rules, warnings } = this.#deps.rules();
    for (const warning of warnings) {
      if (this.#warnings.has(warning)) continue;
      this.#warnings.add(warning);
      this.#deps.notify(warning);
    }
    return rules;
  }
}

/** Addresses of what has a tab, in front or behind. */
function openTabs(): ReadonlySet<string> {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return new Set(inputs.flatMap((input) => (input instanceof TabInputText ? input.uri.toString() : [])));
}
