import {
  type Disposable,
  DocumentSymbol,
  type DocumentSymbolProvider,
  languages,
  Range,
  SymbolKind,
  type TextDocument,
} from 'vscode';
import type { SectionRange } from '../../../domain/logs/section-ranges';
import { sectionTime } from '../../../presentation/logs/messages';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { LogDocuments } from './documents';
import { LOG_SELECTOR, sectionsOf } from './lines';

/** Longer headers are truncated: the outline and sticky scroll show one row. */
const MAX_NAME_LENGTH = 200;
const MAX_HEADER_LENGTH = 2_000;

/** Provides the sections of logs for the outline, Go to Symbol, and sticky scroll. */
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
  const name = escapeInvisibleLine(header.text.slice(0, MAX_HEADER_LENGTH).trim().slice(0, MAX_NAME_LENGTH));
  const symbol = new DocumentSymbol(
    name === '' ? escapeInvisibleLine(section.name) || '–' : name,
    sectionTime(section) ?? '',
    SymbolKind.Namespace,
    new Range(header.range.start, document.lineAt(last).range.end),
    header.range,
  );
  symbol.children = children.map((child) => symbolOf(child, document));
  return symbol;
}
