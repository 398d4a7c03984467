import { LineStore, type LogLink, type LogRun } from './line-store';
import { type LogSection, LogSections } from './sections';
import { type LogStyle, LogStyles, PLAIN } from './style';
import { TimestampFilter } from './timestamps';

/** A parsed job log: its lines, with their styles, links, sections, and times. */
export abstract class ParsedLog {
  protected readonly timestamps = new TimestampFilter();
  protected readonly lines = new LineStore();
  protected readonly styles = new LogStyles();
  protected readonly sectionList = new LogSections();
  /** The style and the link of the next text, and where they began. */
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

  /** Lines from `from` up to, not including, `to`, separated by line feeds. */
  text(from = 0, to = this.lineCount): string {
    return this.lines.text(from, to);
  }
  /** The beginning of a line, up to a number of UTF-16 units: a line may be as long as the log. */
  head(line: number, most: number): string {
    return this.lines.head(line, most);
  }
  /** Lines in bytes of UTF-8. */
  size(from = 0, to = this.lineCount): number {
    return this.lines.size(from, to);
  }
  /** Styles of a line, in ascending order; those that begin after `columns` are left out. */
  runs(line: number, columns = Infinity): readonly LogRun[] {
    return this.lines.runs(line, { start: this.runStart, style: this.currentStyle }, columns);
  }
  links(line: number, columns = Infinity): readonly LogLink[] {
    return this.lines.links(line, { start: this.linkStart, target: this.linkTarget }, columns);
  }
  /** Lines with links, in ascending order, up to a limit. */
  linesWithLinks(most: number): readonly number[] {
    const { settled } = this.lines;
    const lines = this.lines.linked(most).filter((line) => line < settled);
    return this.links(settled).length > 0 && lines.length < most ? [...lines, settled] : lines;
  }
  style(number: number): LogStyle {
    return this.styles.get(number);
  }
  /** When a line was written, in Unix milliseconds; undefined in a log without timestamps. */
  time(line: number): number | undefined {
    const raw = this.lines.originOf(line) ?? this.rawLine;
    const time = this.timestamps.times[raw];
    return time === undefined || Number.isNaN(time) ? undefined : time;
  }
}
