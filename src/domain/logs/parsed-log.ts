import { LineStore, type LogRun, type TraceLink } from './line-store';
import { type LogSection, LogSections } from './sections';
import { type LogStyle, LogStyles, PLAIN } from './style';
import { TimestampFilter } from './timestamps';

/** What was read of a job log: its lines, with their styles, links, sections, and times. */
export abstract class ParsedLog {
  protected readonly timestamps = new TimestampFilter();
  protected readonly lines = new LineStore();
  protected readonly styles = new LogStyles();
  protected readonly sectionList = new LogSections();
  /** The style and the link of the text that comes next, and where they began. */
  protected currentStyle = PLAIN;
  protected runStart = 0;
  protected linkTarget: string | undefined;
  protected linkStart = 0;
  /** Counts line feeds of the raw log. */
  protected rawLine = 0;

  get lineCount(): number {
    return this.lines.count;
  }
  get sections(): readonly LogSection[] {
    return this.sectionList.all;
  }

  /** Lines from `from` up to, not including, `to`, with a line feed between them. */
  text(from = 0, to = this.lineCount): string {
    return this.lines.text(from, to);
  }
  /** The beginning of a line, at most so many UTF-16 units: a line may be as long as the log. */
  head(line: number, most: number): string {
    return this.lines.head(line, most);
  }
  /** Lines in bytes of UTF-8. */
  size(from = 0, to = this.lineCount): number {
    return this.lines.size(from, to);
  }
  /** Looks of a line, in rising order; what begins behind `columns` is left out. */
  runs(line: number, columns = Infinity): readonly LogRun[] {
    return this.lines.runs(line, { start: this.runStart, style: this.currentStyle }, columns);
  }
  links(line: number, columns = Infinity): readonly TraceLink[] {
    return this.lines.links(line, { start: this.linkStart, target: this.linkTarget }, columns);
  }
  /** Lines that hold links, in rising order, at most so many. */
  linesWithLinks(most: number): readonly number[] {
    const { settled } = this.lines;
    const lines = this.lines.linked(most).filter((line) => line < settled);
    return this.links(settled).length > 0 && lines.length < most ? [...lines, settled] : lines;
  }
  style(number: number): LogStyle {
    return this.styles.get(number);
  }
  /** When a line was written, in milliseconds since 1970; undefined in a log without timestamps. */
  time(line: number): number | undefined {
    const raw = this.lines.originOf(line) ?? this.rawLine;
    const time = this.timestamps.times[raw];
    return time === undefined || Number.isNaN(time) ? undefined : time;
  }
}
