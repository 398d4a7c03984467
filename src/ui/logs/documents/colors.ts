import {
  ColorThemeKind,
  DecorationRangeBehavior,
  type DecorationRenderOptions,
  type Range,
  type Selection,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { LogParser } from '../../../domain/logs/parser';
import type { ThemeKind } from '../../../presentation/logs/ansi-colors';
import { type AnsiColor, type AnsiStyle, styleOf } from '../../../presentation/logs/ansi-styles';
import { unselectedRanges } from '../../shared/documents/unselected';
import type { ShownLines, VisibleLogs } from './visible-lines';

const KINDS: Readonly<Record<ColorThemeKind, ThemeKind>> = {
  [ColorThemeKind.Dark]: 'dark',
  [ColorThemeKind.Light]: 'light',
  [ColorThemeKind.HighContrast]: 'high-contrast',
  [ColorThemeKind.HighContrastLight]: 'high-contrast-light',
};

/** Maximum number of cached decoration types and of decorated ranges; readable screens have fewer. */
const MAX_STYLES = 128;
const MAX_PIECES = 8_000;
/** The editor doesn't render more of a line. */
const MAX_COLUMNS = 10_000;

/** Renders the colors and text styles of logs, adapted to the theme. */
export class LogColors implements Disposable {
  readonly #visible: VisibleLogs;
  /** Decoration types by name, least recently used first. */
  readonly #types = new Map<string, TextEditorDecorationType>();
  readonly #used = new Map<TextEditor, ReadonlySet<string>>();
  readonly #subscriptions = new DisposableStore();

  constructor(visible: VisibleLogs) {
    this.#visible = visible;
    this.#subscriptions.add(
      visible.add((editor, spans, trace) => {
        this.#draw(editor, spans, trace);
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeActiveColorTheme(() => {
        this.#forget();
        this.#visible.redraw();
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of this.#used.keys()) if (!editors.includes(editor)) this.#used.delete(editor);
      }),
    );
  }

  /** The number of cached decoration types. */
  get size(): number {
    return this.#types.size;
  }

  dispose(): void {
    this.#forget();
    this.#subscriptions.dispose();
  }

  #draw(editor: TextEditor, spans: readonly ShownLines[], trace: LogParser | undefined): void {
    const ranges = trace === undefined ? new Map<string, Piece>() : piecesIn(spans, trace, editor.selections);
    for (const name of this.#used.get(editor) ?? []) {
      const type = this.#types.get(name);
      if (!ranges.has(name) && type !== undefined) editor.setDecorations(type, []);
    }
    for (const [name, { style, places }] of ranges) editor.setDecorations(this.#typeOf(name, style), places);
    this.#used.set(editor, new Set(ranges.keys()));
    this.#shrink();
  }

  #typeOf(name: string, style: AnsiStyle): TextEditorDecorationType {
    const type = this.#types.get(name) ?? window.createTextEditorDecorationType(optionsOf(style));
    this.#types.delete(name);
    this.#types.set(name, type);
    return type;
  }

  /** Disposes decoration types that no editor shows. */
  #shrink(): void {
    if (this.#types.size <= MAX_STYLES) return;
    const used = new Set([...this.#used.values()].flatMap((names) => [...names]));
    for (const [name, type] of this.#types) {
      if (this.#types.size <= MAX_STYLES) return;
      if (used.has(name)) continue;
      type.dispose();
      this.#types.delete(name);
    }
  }

  #forget(): void {
    for (const type of this.#types.values()) type.dispose();
    this.#types.clear();
    this.#used.clear();
  }
}

interface Piece {
  readonly style: AnsiStyle;
  readonly places: Range[];
}

/** Returns the ranges by name of their style. If a screen has too many, the rest isn't decorated. */
function piecesIn(
  spans: readonly ShownLines[],
  trace: LogParser,
  selections: readonly Selection[],
): Map<string, Piece> {
  const kind = KINDS[window.activeColorTheme.kind];
  const pieces = new Map<string, Piece>();
  const byStyle = new Map<number, Piece | undefined>();
  let count = 0;
  for (const { from, to } of spans) {
    for (let line = from; line < to && count < MAX_PIECES; line++) {
      for (const { start, end, style } of trace.runs(line, MAX_COLUMNS)) {
        if (!byStyle.has(style)) byStyle.set(style, pieceOf(pieces, styleOf(trace.style(style), kind)));
        byStyle.get(style)?.places.push(...unselectedRanges({ line, start, end }, selections));
        if (++count >= MAX_PIECES) break;
      }
    }
  }
  return pieces;
}

function pieceOf(pieces: Map<string, Piece>, style: AnsiStyle | undefined): Piece | undefined {
  if (style === undefined) return undefined;
  const name = JSON.stringify(style);
  const known = pieces.get(name);
  if (known !== undefined || pieces.size >= MAX_STYLES) return known;
  const piece: Piece = { style, places: [] };
  pieces.set(name, piece);
  return piece;
}

function optionsOf({
  color,
  background,
  bold,
  italic,
  underline,
  strike,
  opacity,
}: AnsiStyle): DecorationRenderOptions {
  const lines = [underline === true ? 'underline' : '', strike === true ? 'line-through' : '']
    .join(' ')
    .trim();
  return {
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
    ...(color === undefined ? {} : { color: colorOf(color) }),
    ...(background === undefined ? {} : { backgroundColor: colorOf(background) }),
    ...(bold === true ? { fontWeight: 'bold' } : {}),
    ...(italic === true ? { fontStyle: 'italic' } : {}),
    ...(lines === '' ? {} : { textDecoration: lines }),
    ...(opacity === undefined ? {} : { opacity: String(opacity) }),
  };
}

const colorOf = (color: AnsiColor): string | ThemeColor =>
  'theme' in color ? new ThemeColor(color.theme) : color.css;
