import {
  DocumentSymbol,
  languages,
  Range,
  SymbolKind,
  type Disposable,
  type DocumentSymbolProvider,
  type TextDocument,
} from 'vscode';
import type { SectionRange } from '../domain/trace/section-ranges';
import { sectionTime } from '../presentation/log-words';
import type { LogDocuments } from './log-documents';
import { LOG_SELECTOR, sectionsOf } from './log-lines';

/** Longer headers are cut: the outline and the line that sticks to the top show one row. */
const LONGEST_NAME = 200;

/** Sections of logs in the outline, among the symbols to go to, and in the lines that stick to the top. */
export class LogOutline implements DocumentSymbolProvider, Disposable {
  readonly #documents: LogDocuments;
  readonly #registration: Disposable;

  constructor(documents: LogDocuments) {
    this.#documents = documents;
    this.#registration = languages.registerDocumentSymbolProvider(LOG_SELECTOR, this);
  }

  provideDocumentSymbols(document: TextDocument): DocumentSymbol[] {
    return sectionsOf(this.#documents, document).map((range) => symbolOf(range, document));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function symbolOf({ section, first, last, children }: SectionRange, document: TextDocument): DocumentSymbol {
  const header = document.lineAt(first);
  const name = header.text.trim().slice(0, LONGEST_NAME);
  const symbol = new DocumentSymbol(
    name === '' ? section.name : name,
    sectionTime(section) ?? '',
    SymbolKind.Namespace,
    new Range(header.range.start, document.lineAt(last).range.end),
    header.range,
  );
  symbol.children = children.map((child) => symbolOf(child, document));
  return symbol;
}
