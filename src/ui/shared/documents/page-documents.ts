import {
  type CancellationToken,
  CodeLens,
  type Command,
  type DecorationRenderOptions,
  DocumentLink,
  DocumentSymbol,
  EventEmitter,
  FoldingRange,
  languages,
  Range,
  SymbolKind,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { commandUri } from '../../../presentation/shared/links';
import { linkTo, type PageLink, type PageStyle, type TextPage } from '../../../presentation/shared/text-page';
import { unselectedRanges } from './unselected';

/** Content of the documents of a scheme. */
export interface PageSource {
  /** Called before a document is shown for the first time. The content may still be incomplete afterwards. */
  readonly begin: (uri: Uri, token: CancellationToken) => Promise<void>;
  /** Returns undefined for unknown URIs. */
  readonly page: (uri: Uri) => TextPage | undefined;
  /** Actions above the first line. */
  readonly actions: (uri: Uri) => readonly Command[];
  /** Called when the last document with the URI is closed. */
  readonly closed: (uri: Uri) => void;
}

const STYLES: Readonly<Record<PageStyle, DecorationRenderOptions>> = {
  title: { fontWeight: 'bold' },
  quiet: { color: new ThemeColor('descriptionForeground') },
  good: { color: new ThemeColor('charts.green') },
  bad: { color: new ThemeColor('charts.red') },
  hit: {
    backgroundColor: new ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new ThemeColor('editor.findMatchHighlightBorder'),
  },
};
const STYLE_NAMES: readonly PageStyle[] = ['title', 'quiet', 'good', 'bad', 'hit'];

/** Read-only documents with links, styles, sections, and actions, whose text the extension creates. */
export class PageDocuments implements TextDocumentContentProvider, Disposable {
  readonly #source: PageSource;
  readonly #scheme: string;
  readonly #changed = new EventEmitter<Uri>();
  readonly #lensesChanged = new EventEmitter<void>();
  readonly #types: ReadonlyMap<PageStyle, TextEditorDecorationType>;
  /** The displayed pages. Links and styles belong to the displayed text, not to a newer one. */
  readonly #shown = new Map<string, TextPage>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;

  constructor(scheme: string, source: PageSource) {
    this.#scheme = scheme;
    this.#source = source;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.#types = new Map(
      STYLE_NAMES.map((style) => [style, add(window.createTextEditorDecorationType(STYLES[style]))]),
    );
    const selector = { scheme };
    add(workspace.registerTextDocumentContentProvider(scheme, this));
    add(
      languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: (document) => this.#links(document),
      }),
    );
    add(
      languages.registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: (document) => this.#symbols(document),
      }),
    );
    add(
      languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: (document) =>
          this.#partsOf(document).map(({ first, last }) => new FoldingRange(first, last)),
      }),
    );
    add(
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: ({ uri }) =>
          source.actions(uri).map((command) => new CodeLens(new Range(0, 0, 0, 0), command)),
      }),
    );
    add(
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
      }),
    );
    add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
    );
    // Repeats a change event from before the document was open, which had no effect.
    add(
      workspace.onDidOpenTextDocument(({ uri }) => {
        const shown = uri.scheme === scheme ? this.#shown.get(uri.toString()) : undefined;
        if (shown !== undefined && shown.text !== source.page(uri)?.text) this.changed(uri);
      }),
    );
    add(
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.#draw(textEditor);
      }),
    );
    add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme !== scheme) return;
        // A change of the document's language fires a close and an open event in the same turn.
        queueMicrotask(() => {
          if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) return;
          this.#shown.delete(uri.toString());
          source.closed(uri);
        });
      }),
    );
  }

  /** Makes the editor request the content again. */
  changed(uri: Uri): void {
    this.#changed.fire(uri);
    this.#lensesChanged.fire();
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    if (!this.#shown.has(uri.toString())) await this.#source.begin(uri, token);
    const page = this.#source.page(uri);
    if (page === undefined) return t('No content available at this URL.');
    this.#shown.set(uri.toString(), page);
    return page.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#lensesChanged.dispose();
  }

  #pageOf({ uri }: TextDocument): TextPage | undefined {
    return uri.scheme === this.#scheme ? this.#shown.get(uri.toString()) : undefined;
  }

  #partsOf(document: TextDocument): TextPage['parts'] {
    return this.#pageOf(document)?.parts.filter(({ last }) => last < document.lineCount) ?? [];
  }

  #links(document: TextDocument): DocumentLink[] {
    const { places = [], links = [] } = this.#pageOf(document) ?? {};
    const toLogs = places.map(({ place, ...at }) => {
      const tooltip =
        place.line === undefined
          ? t('Open the log of {0} #{1}', place.name, place.job)
          : t('Open the log of {0} at line {1}', place.name, place.line + 1);
      return linkAt(at, linkTo(COMMAND.openLogLine, place, tooltip));
    });
    return [...toLogs, ...links.map(({ link, ...at }) => linkAt(at, link))];
  }

  #symbols(document: TextDocument): DocumentSymbol[] {
    return this.#partsOf(document).map(({ name, first, last }) => {
      const range = new Range(document.lineAt(first).range.start, document.lineAt(last).range.end);
      // VS Code rejects symbols without a name.
      return new DocumentSymbol(
        escapeInvisibleLine(name) || '–',
        '',
        SymbolKind.Namespace,
        range,
        document.lineAt(first).range,
      );
    });
  }

  #draw(editor: TextEditor): void {
    const page = this.#pageOf(editor.document);
    if (page === undefined) return;
    for (const [style, type] of this.#types) {
      const ranges = page.styles
        .filter((at) => at.style === style && at.line < editor.document.lineCount)
        .flatMap((at) => unselectedRanges(at, editor.selections));
      editor.setDecorations(type, ranges);
    }
  }
}

function linkAt(
  { line, start, end }: { readonly line: number; readonly start: number; readonly end: number },
  { command, argument, tooltip }: PageLink,
): DocumentLink {
  const target = Uri.parse(commandUri(command, argument));
  const link = new DocumentLink(new Range(line, start, line, end), target);
  link.tooltip = escapeInvisibleLine(tooltip);
  return link;
}
