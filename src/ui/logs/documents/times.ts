import { type DecorationOptions, Position, Range, type TextEditor, ThemeColor, window } from 'vscode';
import type { KeyValueStore } from '../../../app/shared/stores';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { LogParser } from '../../../domain/logs/parser';
import {
  flatRanges,
  nestedRanges,
  rangesAround,
  type SectionRange,
} from '../../../domain/logs/section-ranges';
import { lineTimes, sectionTime, TIMES_WIDTH } from '../../../presentation/logs/messages';
import type { ShownLines, VisibleLogs } from './visible-lines';

/** Storage key for whether timestamps are shown. */
const MEMORY_KEY = 'log-times';

/**
 * Shows the duration of sections after their headers, and timestamps before the lines if the user turns them
 * on.
 */
export class LogTimes implements Disposable {
  readonly #visible: VisibleLogs;
  readonly #memory: KeyValueStore;
  readonly #duration = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2ch' },
  });
  readonly #stamp = window.createTextEditorDecorationType({
    before: {
      color: new ThemeColor('editorLineNumber.foreground'),
      width: `${TIMES_WIDTH}ch`,
      margin: '0 1ch 0 0',
    },
  });
  readonly #subscriptions = new DisposableStore();

  constructor(visible: VisibleLogs, memory: KeyValueStore) {
    this.#visible = visible;
    this.#memory = memory;
    for (const type of [this.#duration, this.#stamp]) this.#subscriptions.add(type);
    this.#subscriptions.add(
      visible.add((editor, spans, trace) => {
        this.#draw(editor, spans, trace);
      }),
    );
  }

  get shown(): boolean {
    return this.#memory.get(MEMORY_KEY) === true;
  }

  async toggle(): Promise<void> {
    const shown = !this.shown;
    await this.#memory.set(MEMORY_KEY, shown);
    this.#visible.redraw();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #draw(editor: TextEditor, spans: readonly ShownLines[], trace: LogParser | undefined): void {
    const lines = Math.min(trace?.lineCount ?? 0, editor.document.lineCount);
    const sections = trace === undefined ? [] : nestedRanges(trace.sections, lines);
    editor.setDecorations(this.#duration, durations(editor, spans, sections));
    // If the first line of a log has no time, the log has none.
    const stamped = this.shown && trace?.time(0) !== undefined;
    editor.setDecorations(this.#stamp, stamped ? stamps(spans, trace, sections) : []);
  }
}

function durations(
  { document }: TextEditor,
  spans: readonly ShownLines[],
  sections: readonly SectionRange[],
): DecorationOptions[] {
  const isSeen = (line: number): boolean => spans.some(({ from, to }) => from <= line && line < to);
  return flatRanges(sections).flatMap(({ section, first }) => {
    const contentText = isSeen(first) ? sectionTime(section) : undefined;
    if (contentText === undefined) return [];
    const { end } = document.lineAt(first).range;
    return [{ range: new Range(end, end), renderOptions: { after: { contentText } } }];
  });
}

function stamps(
  spans: readonly ShownLines[],
  trace: LogParser,
  sections: readonly SectionRange[],
): DecorationOptions[] {
  const options: DecorationOptions[] = [];
  for (const { from, to } of spans) {
    for (let line = from; line < to; line++) {
      const innermost = rangesAround(sections, line).at(-1);
      const began = innermost === undefined ? undefined : trace.time(innermost.first);
      const at = new Position(line, 0);
      const contentText = lineTimes(trace.time(line), innermost?.first === line ? undefined : began);
      // Lines without a time get the same margin.
      options.push({
        range: new Range(at, at),
        renderOptions: { before: { contentText: contentText === '' ? '\u00a0' : contentText } },
      });
    }
  }
  return options;
}
