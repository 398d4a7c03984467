import {
  DocumentLink,
  languages,
  Range,
  Uri,
  type CancellationToken,
  type Disposable,
  type DocumentLinkProvider,
  type TextDocument,
} from 'vscode';
import type { TraceParser } from '../domain/trace/trace-parser';
import type { LogFinding } from '../domain/trace/problems-shapes';
import { openPlace } from '../presentation/log-words';
import type { LogDocuments } from './log-documents';
import { linesOf, LOG_SELECTOR } from './log-lines';
import type { LogProblems } from './log-problems';

/** The editor keeps every link of a document in its memory. */
const MOST_LINKS = 5_000;

/** Links of logs: those that programs wrote, to the web only, and places in files of the workspace. */
export class LogLinks implements DocumentLinkProvider, Disposable {
  readonly #documents: LogDocuments;
  readonly #problems: LogProblems;
  readonly #registration: Disposable;

  constructor(documents: LogDocuments, problems: LogProblems) {
    this.#documents = documents;
    this.#problems = problems;
    this.#registration = languages.registerDocumentLinkProvider(LOG_SELECTOR, this);
  }

  async provideDocumentLinks(document: TextDocument, token: CancellationToken): Promise<DocumentLink[]> {
    const log = this.#documents.find(document.uri);
    await this.#problems.settled(document.uri);
    const trace = linesOf(log);
    if (trace === undefined || token.isCancellationRequested) return [];
    const lines = Math.min(document.lineCount, trace.lineCount);
    const written = webLinks(trace, lines);
    const places = this.#problems
      .findingsOf(document.uri)
      .filter(({ logLine }) => logLine < lines)
      .flatMap((finding) => this.#place(document.uri, finding));
    return [...written, ...places].slice(0, MOST_LINKS);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #place(uri: Uri, finding: LogFinding): readonly DocumentLink[] {
    const file = this.#problems.fileOf(uri, finding);
    if (file === undefined) return [];
    const { logLine, start, end, line, column } = finding;
    const link = new DocumentLink(
      new Range(logLine, start, logLine, end),
      file.with({ fragment: `L${line}${column === undefined ? '' : `,${column}`}` }),
    );
    link.tooltip = openPlace(finding.path, line);
    return [link];
  }
}

function webLinks(trace: TraceParser, lines: number): readonly DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const line of trace.linesWithLinks(MOST_LINKS)) {
    if (line >= lines || links.length >= MOST_LINKS) break;
    for (const { start, end, target } of trace.links(line)) {
      const link = new DocumentLink(new Range(line, start, line, end), Uri.parse(target, true));
      // The words may claim anything: where it leads is said.
      link.tooltip = target;
      links.push(link);
    }
  }
  return links;
}
