import {
  type CancellationToken,
  type Disposable,
  DocumentLink,
  type DocumentLinkProvider,
  languages,
  Range,
  type TextDocument,
  Uri,
} from 'vscode';
import type { LogParser } from '../../../domain/logs/parser';
import type { BarePath } from '../../../domain/logs/problem-matchers/bare-paths';
import type { LogFinding } from '../../../domain/logs/problem-matchers/shapes';
import { openFile, openPlace } from '../../../presentation/logs/messages';
import { nextPart, reloadLine } from '../../../presentation/logs/notices';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import { LOG_SELECTOR, logLinesOf } from './lines';
import type { LogProblems } from './problems';

/** The editor keeps all links of a document in memory. */
const MAX_LINKS = 5_000;
/** The editor doesn't render more of a line. */
const MAX_COLUMNS = 10_000;

/** Links in logs: web links, and links to locations in workspace files. */
export class LogLinks implements DocumentLinkProvider, Disposable {
  readonly #documents: LogDocuments;
  readonly #problems: LogProblems;
  readonly #showNote: (sentence: string) => void;
  readonly #registration: Disposable;
  /** Locations of links without a target. They are resolved when a link is opened. */
  readonly #places = new WeakMap<DocumentLink, { readonly uri: Uri; readonly finding: LogFinding }>();

  constructor(documents: LogDocuments, problems: LogProblems, showNote: (sentence: string) => void) {
    this.#documents = documents;
    this.#problems = problems;
    this.#showNote = showNote;
    this.#registration = languages.registerDocumentLinkProvider(LOG_SELECTOR, this);
  }

  async provideDocumentLinks(document: TextDocument, token: CancellationToken): Promise<DocumentLink[]> {
    const log = this.#documents.find(document.uri);
    await this.#problems.settled(document.uri);
    const trace = logLinesOf(log);
    if (log?.feed.state.kind === 'failed' && trace === undefined) return reloadLink(document);
    if (trace === undefined || token.isCancellationRequested) return [];
    const lines = Math.min(document.lineCount, trace.lineCount);
    const links = [...omittedLinks(log, document), ...webLinks(trace, lines)];
    for (const finding of this.#problems.findingsOf(document.uri)) {
      if (finding.logLine < lines) this.#addPlace(links, document.uri, finding);
    }
    for (const found of this.#problems.barePathsOf(document.uri)) {
      if (found.logLine < lines) this.#addFile(links, document.uri, found);
    }
    return links.slice(0, MAX_LINKS);
  }

  /** Resolves the location when the link is opened, because the file may have changed since the job ran. */
  async resolveDocumentLink(link: DocumentLink, token: CancellationToken): Promise<DocumentLink> {
    const of = this.#places.get(link);
    if (of === undefined) return link;
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      const place = await this.#problems.placeOf(of.uri, of.finding, stop.signal);
      if (place === undefined) return link;
      const { column } = of.finding;
      link.target = place.file.with({
        fragment: `L${place.line}${column === undefined ? '' : `,${column}`}`,
      });
      if (place.note !== undefined) this.#showNote(place.note);
      return link;
    } finally {
      subscription.dispose();
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #addFile(links: DocumentLink[], uri: Uri, found: BarePath): void {
    const file = this.#problems.fileOf(uri, found);
    if (file === undefined) return;
    const { logLine, start, end, path } = found;
    add(links, new Range(logLine, start, logLine, end), () => file, escapeInvisibleLine(openFile(path)));
  }

  #addPlace(links: DocumentLink[], uri: Uri, finding: LogFinding): void {
    if (this.#problems.fileOf(uri, finding) === undefined) return;
    const { logLine, start, end, line } = finding;
    const tooltip = escapeInvisibleLine(openPlace(finding.path, line));
    // The target is resolved when the link is opened.
    const link = add(links, new Range(logLine, start, logLine, end), () => undefined, tooltip);
    if (link !== undefined) this.#places.set(link, { uri, finding });
  }
}

function webLinks(trace: LogParser, lines: number): readonly DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const line of trace.linesWithLinks(MAX_LINKS)) {
    if (line >= lines) break;
    for (const { start, end, target } of trace.links(line, MAX_COLUMNS)) {
      if (links.length >= MAX_LINKS) return links;
      // The tooltip shows the target, because the text of a link may be misleading.
      const tooltip = escapeInvisibleLine(target);
      add(links, new Range(line, start, line, end), () => Uri.parse(target, true), tooltip);
    }
  }
  return links;
}

/**
 * The notice of a failed log ends with a line of this extension. The link contains no text from the server.
 */
function reloadLink(document: TextDocument): DocumentLink[] {
  const { range, text } = document.lineAt(document.lineCount - 1);
  if (text !== reloadLine()) return [];
  const link = new DocumentLink(range, Uri.parse(`command:${COMMAND.reloadLog}`, true));
  link.tooltip = reloadLine();
  return [link];
}

/** The lines in place of omitted parts, which are notices of this extension. */
function omittedLinks(log: LogDocument | undefined, document: TextDocument): DocumentLink[] {
  if (log === undefined) return [];
  const { from, left } = log.feed;
  const notices = [
    ...(from > 0 ? [{ line: 0, command: COMMAND.reloadLog, tooltip: reloadLine() }] : []),
    ...(left === undefined
      ? []
      : [{ line: left.line, command: COMMAND.showNextLogPart, tooltip: nextPart() }]),
  ];
  return notices
    .filter(({ line }) => line < document.lineCount)
    .map(({ line, command, tooltip }) => {
      const link = new DocumentLink(document.lineAt(line).range, Uri.parse(`command:${command}`, true));
      link.tooltip = tooltip;
      return link;
    });
}

/** A link that can't be created doesn't affect others. */
function add(
  links: DocumentLink[],
  range: Range,
  target: () => Uri | undefined,
  tooltip: string,
): DocumentLink | undefined {
  try {
    const link = new DocumentLink(range, target());
    link.tooltip = tooltip;
    links.push(link);
    return link;
  } catch {
    // The text is shown without a link.
    return undefined;
  }
}
