import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Position,
  Range,
  TabInputText,
  Uri,
  window,
  type DiagnosticCollection,
} from 'vscode';
import { PlaceFinder, type JobFolders, type WorkspaceFiles } from '../app/place-finder';
import type { JobKey } from '../app/keys';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { LogFinding, ProblemSeverity } from '../domain/trace/problems-shapes';
import type { ReadPatterns } from '../domain/trace/problems-patterns';
import { ProblemScan } from '../domain/trace/problems-scan';
import type { TraceParser } from '../domain/trace/trace-parser';
import type { Job } from '../schemas/job';
import { problemSource } from '../presentation/log-words';
import type { LogDocument } from './log-document';
import type { LogDocuments } from './log-documents';
import { isComplete, linesOf } from './log-lines';

export interface LogProblemsPorts {
  readonly documents: LogDocuments;
  readonly files: WorkspaceFiles;
  /** The folders of the workspace that hold a job's files. */
  readonly foldersOf: (key: JobKey, job: Job) => Promise<JobFolders>;
  /** The reader's own rules; asked when a log is read from its beginning. */
  readonly patterns: () => ReadPatterns;
  /** Says once what is wrong with a rule. */
  readonly complain: (sentence: string) => void;
}

const SEVERITIES: Readonly<Record<ProblemSeverity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Milliseconds of reading before the editor gets its turn. */
const SLICE_MS = 8;
/** Problems of one log that go to the Problems panel. */
const MOST_DIAGNOSTICS = 500;

interface Watched {
  readonly log: LogDocument;
  trace: TraceParser;
  scan: ProblemScan;
  finder: PlaceFinder | undefined;
  /** The reading under way; resolves when all lines are read and their files looked for. */
  reading: Promise<void> | undefined;
  /** More came since the reading began to end. */
  more: boolean;
  abort: AbortController;
}

/** Finds the problems that open logs tell of, and shows those of the workspace's files in the Problems panel. */
export class LogProblems implements Disposable {
  readonly #ports: LogProblemsPorts;
  readonly #watched = new Map<string, Watched>();
  readonly #diagnostics: DiagnosticCollection = languages.createDiagnosticCollection('switchyard');
  readonly #changed = new Emitter<Uri>();
  readonly #complaints = new Set<string>();
  readonly #subscriptions = new DisposableStore();
  /** What each log has to say of each file, both by address. */
  readonly #told = new Map<string, Map<string, Diagnostic[]>>();

  /** The problems of a log are others than before. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: LogProblemsPorts) {
    this.#ports = ports;
    this.#subscriptions.add(this.#diagnostics);
    this.#subscriptions.add(
      ports.documents.onDidUpdate((log) => {
        // What nobody has open is not read; what is still on its way is read once it is there.
        const { state } = log.feed;
        const arrives = state.kind === 'lines' && !state.complete;
        if (!arrives && openTabs().has(log.uri.toString())) void this.#read(log);
      }),
    );
    const look = (): void => {
      this.#look();
    };
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(look));
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(look));
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

  /** The reader's own rules that can be used. */
  get patterns(): ReadPatterns['patterns'] {
    return this.#patterns();
  }

  /** Resolves when all that a log has now was read and its files were looked for. */
  async settled(uri: Uri): Promise<void> {
    const log = this.#ports.documents.find(uri);
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
    const trace = linesOf(log);
    if (trace === undefined) {
      this.#forget(name);
      return Promise.resolve();
    }
    let watched = this.#watched.get(name);
    if (watched?.trace !== trace) {
      watched?.abort.abort();
      const scan = new ProblemScan(trace, this.#patterns());
      watched = {
        log,
        trace,
        scan,
        finder: undefined,
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
    if (!signal.aborted) this.#tell(watched);
  }

  async #readWhatCame(watched: Watched, signal: AbortSignal): Promise<void> {
    const { log, scan } = watched;
    let ends = performance.now() + SLICE_MS;
    while (!scan.step(isComplete(log), () => performance.now() > ends)) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) return;
      ends = performance.now() + SLICE_MS;
    }
    const { state, key } = log.feed;
    if ('job' in state) {
      watched.finder ??= new PlaceFinder(this.#ports.files, await this.#ports.foldersOf(key, state.job));
    }
    await watched.finder?.find(
      [...scan.problems, ...scan.places].map(({ path }) => path),
      signal,
    );
  }

  #tell({ log, scan }: Watched): void {
    const name = log.uri.toString();
    const { state } = log.feed;
    const jobName = 'job' in state ? state.job.name : log.name;
    const files = new Map<string, Diagnostic[]>();
    let count = 0;
    for (const finding of scan.problems) {
      const uri = this.fileOf(log.uri, finding);
      if (uri === undefined || count === MOST_DIAGNOSTICS) continue;
      const told = files.get(uri.toString()) ?? [];
      files.set(uri.toString(), told);
      const diagnostic = diagnosticOf(finding, jobName);
      // Summaries repeat what was said above.
      if (told.some((other) => same(other, diagnostic))) continue;
      told.push(diagnostic);
      count++;
    }
    this.#show(name, files);
    this.#changed.fire(log.uri);
  }

  /** Puts what one log says in place of what it said before; other logs may speak of the same files. */
  #show(name: string, files: Map<string, Diagnostic[]> | undefined): void {
    const before = this.#told.get(name);
    if (files === undefined) this.#told.delete(name);
    else this.#told.set(name, files);
    for (const file of new Set([...(before?.keys() ?? []), ...(files?.keys() ?? [])])) {
      const all = [...this.#told.values()].flatMap((told) => told.get(file) ?? []);
      this.#diagnostics.set(Uri.parse(file, true), all);
    }
  }

  /** Reads what was opened, forgets what was closed. */
  #look(): void {
    const open = openTabs();
    for (const name of this.#watched.keys()) if (!open.has(name)) this.#forget(name);
    for (const name of open) {
      if (this.#watched.has(name)) continue;
      const log = this.#ports.documents.find(Uri.parse(name, true));
      if (log !== undefined) void this.#read(log);
    }
  }

  #forget(name: string): void {
    const watched = this.#watched.get(name);
    if (watched === undefined) return;
    watched.abort.abort();
    this.#watched.delete(name);
    this.#show(name, undefined);
    this.#changed.fire(watched.log.uri);
  }

  #patterns(): ReadPatterns['patterns'] {
    const { patterns, complaints } = this.#ports.patterns();
    for (const complaint of complaints) {
      if (this.#complaints.has(complaint)) continue;
      this.#complaints.add(complaint);
      this.#ports.complain(complaint);
    }
    return patterns;
  }
}

function diagnosticOf({ line, column, problem }: LogFinding, jobName: string): Diagnostic {
  const at = new Position(line - 1, (column ?? 1) - 1);
  const diagnostic = new Diagnostic(
    new Range(at, at),
    problem?.message ?? '',
    SEVERITIES[problem?.severity ?? 'error'],
  );
  diagnostic.source = problemSource(jobName);
  return diagnostic;
}

const same = (one: Diagnostic, other: Diagnostic): boolean =>
  one.message === other.message && one.severity === other.severity && one.range.isEqual(other.range);

/** Addresses of what has a tab, in front or behind. */
function openTabs(): ReadonlySet<string> {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return new Set(inputs.flatMap((input) => (input instanceof TabInputText ? input.uri.toString() : [])));
}
