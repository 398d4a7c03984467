import { EscapeReader, introducerOf } from './escapes';
import { LineStore, type TraceLink, type TraceRun } from './line-store';
import { markerAtEnd, TraceSections, type TraceSection } from './sections';
import { PLAIN, SHORT, TraceStyles, type TraceStyle } from './style';
import { TimestampFilter } from './timestamps';

const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const BLANK = 32;
const BRACKET = 91;
const FINAL_OF_STYLE = 109;

/** What a byte of text means: 0 stands for itself. */
const SPECIAL = new Uint8Array(256);
/** Control characters but the tab; the bytes behind 0xC2 that make a control character; the third byte of U+2028 and U+2029. */
for (let byte = 0; byte < 32; byte++) if (byte !== 9) SPECIAL[byte] = 1;
SPECIAL[127] = 1;
for (let byte = 0x80; byte <= 0x9f; byte++) SPECIAL[byte] = 2;
SPECIAL[0xa8] = 3;
SPECIAL[0xa9] = 3;

/** A marker is never longer: who looks for its start need not look further back. */
const LONGEST_MARKER = 4096;

/**
 * Turns the bytes of a job log into readable lines, their looks, links, sections and times, as the bytes arrive. Cut
 * in any way, the same bytes give the same result. The last line may still change: a progress bar rewrites it, or its
 * line feed has not come. The format is the one of the runner: see `docs/job-log-format.md`.
 */
export class TraceParser {
  readonly #timestamps = new TimestampFilter();
  readonly #lines = new LineStore();
  readonly #styles = new TraceStyles();
  readonly #sections = new TraceSections();
  readonly #escapes = new EscapeReader();
  /** A carriage return was read whose meaning the next byte decides. */
  #returned = false;
  #inEscape = false;
  #style = PLAIN;
  #runStart = 0;
  #link: string | undefined;
  #linkStart = 0;
  /** Text of the line before this place was not written in one piece with what follows: no marker reaches over it. */
  #barrier = 0;
  #rawLine = 0;
  /** A section began in this raw line and its header has not come. */
  #unnamed: string | undefined;
  #hadMarker = false;

  /** Reads the next bytes; tells the first line that may have changed. */
  push(bytes: Uint8Array): number {
    const { settled } = this.#lines;
    this.#read(this.#timestamps.push(bytes));
    return settled;
  }

  /** Tells that no more bytes will come. */
  end(): number {
    const { settled } = this.#lines;
    this.#read(this.#timestamps.end());
    if (this.#inEscape) this.#settleEscape(this.#escapes.giveUp());
    this.#nameHeader();
    return settled;
  }

  get lineCount(): number {
    return this.#lines.count;
  }
  get sections(): readonly TraceSection[] {
    return this.#sections.all;
  }

  /** Lines from `from` up to, not including, `to`, with a line feed between them. */
  text(from = 0, to = this.lineCount): string {
    return this.#lines.text(from, to);
  }
  /** The same in bytes of UTF-8. */
  size(from = 0, to = this.lineCount): number {
    return this.#lines.size(from, to);
  }
  /** Looks of a line, in rising order; what begins behind `columns` is left out. */
  runs(line: number, columns = Infinity): readonly TraceRun[] {
    return this.#lines.runs(line, { start: this.#runStart, style: this.#style }, columns);
  }
  links(line: number, columns = Infinity): readonly TraceLink[] {
    return this.#lines.links(line, { start: this.#linkStart, target: this.#link }, columns);
  }
  /** Lines that hold links, in rising order, at most so many. */
  linesWithLinks(most: number): readonly number[] {
    const { settled } = this.#lines;
    const lines = this.#lines.linked(most).filter((line) => line < settled);
    return this.links(settled).length > 0 && lines.length < most ? [...lines, settled] : lines;
  }
  style(number: number): TraceStyle {
    return this.#styles.get(number);
  }
  /** When a line was written, in milliseconds since 1970; undefined in a log without timestamps. */
  time(line: number): number | undefined {
    const raw = this.#lines.originOf(line) ?? this.#rawLine;
    const time = this.#timestamps.times[raw];
    return time === undefined || Number.isNaN(time) ? undefined : time;
  }

  #read(bytes: Uint8Array): void {
    const lines = this.#lines;
    // What an escape had taken in may turn out to be text.
    lines.reserve(bytes.length + this.#escapes.held);
    let at = 0;
    while (at < bytes.length) {
      if (this.#inEscape) {
        at = this.#escapes.read(bytes, at);
        const outcome = this.#escapes.outcome;
        if (outcome !== 'open') this.#settleEscape(outcome);
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (this.#returned) {
        if (byte === LINE_FEED || byte === RETURN || byte === ESCAPE) {
          // A line end, more of the same, or maybe the tail of a marker: nothing is lost yet.
        } else this.#wipe();
      }
      at = this.#readText(bytes, at);
    }
  }

  /** Copies text up to what needs thought, and thinks. */
  #readText(bytes: Uint8Array, from: number): number {
    const lines = this.#lines;
    let out = lines.bytes;
    const count = bytes.length;
    let at = from;
    let length = lines.length;
    while (at < count) {
      const byte = bytes[at] ?? 0;
      const meaning = SPECIAL[byte];
      if (meaning === 0) {
        out[length++] = byte;
        at++;
        continue;
      }
      if (meaning === 3) {
        // A separator of lines or paragraphs would be a line end for the editor.
        if (length - 2 >= lines.lineStart && out[length - 1] === 0x80 && out[length - 2] === 0xe2) {
          this.#shorten(length - 2);
          length = lines.length;
          out[length++] = BLANK;
        } else out[length++] = byte;
        at++;
        continue;
      }
      if (meaning === 2 && !(length > lines.lineStart && out[length - 1] === 0xc2)) {
        out[length++] = byte;
        at++;
        continue;
      }
      at++;
      lines.length = length;
      if (byte === LINE_FEED) {
        this.#endRawLine();
        out = lines.bytes;
        length = lines.length;
        continue;
      }
      if (byte === ESCAPE && !this.#returned) {
        const end = this.#readShortStyle(bytes, at);
        if (end > at) {
          at = end;
          continue;
        }
      }
      this.#readControl(byte);
      return at;
    }
    lines.length = length;
    return at;
  }

  /**
   * Most escapes of a log are short styles that are not cut, such as `[0;m`: they are read here in one go. Tells the
   * place behind it; `from` where it is something else.
   */
  #readShortStyle(bytes: Uint8Array, from: number): number {
    if (bytes[from] !== BRACKET) return from;
    const last = Math.min(bytes.length, from + 2 + SHORT);
    let packed = 1;
    for (let at = from + 1; at < last; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === FINAL_OF_STYLE) {
        this.#closeRun();
        this.#style = this.#styles.afterShort(this.#style, packed);
        this.#barrier = this.#lines.length;
        return at + 1;
      }
      // Digits, and the semicolon between parameters.
      if (byte < 48 || byte > 59 || byte === 58) return from;
      packed = packed * 16 + (byte & 15);
    }
    return from;
  }

  #readControl(byte: number): void {
    if (byte === RETURN) this.#returned = true;
    else if (byte === ESCAPE) {
      this.#inEscape = true;
      this.#escapes.begin();
    } else {
      if (byte >= 0x80) this.#readWideControl(byte);
      this.#barrier = this.#lines.length;
    }
  }

  /** A control character of two bytes: its first one stands in the line already. */
  #readWideControl(byte: number): void {
    const lines = this.#lines;
    this.#shorten(lines.length - 1);
    const introducer = introducerOf(byte);
    if (byte === 0x85) lines.bytes[lines.length++] = BLANK;
    else if (introducer !== undefined) {
      this.#inEscape = true;
      this.#escapes.begin(introducer);
    }
  }

  /** What was text turns out to be none. */
  #shorten(length: number): void {
    this.#lines.shorten(length);
    this.#runStart = Math.min(this.#runStart, length);
    this.#linkStart = Math.min(this.#linkStart, length);
    this.#barrier = Math.min(this.#barrier, length);
  }

  #settleEscape(outcome: EscapeReader['outcome']): void {
    this.#inEscape = false;
    const escapes = this.#escapes;
    if (this.#returned && !(outcome === 'erase' && this.#takeMarker())) this.#wipe();
    this.#returned = false;
    if (outcome === 'style') {
      this.#closeRun();
      this.#style = this.#styles.after(this.#style, escapes.bytes, escapes.length);
    } else if (outcome === 'link') {
      this.#closeLink();
      this.#link = escapes.link;
    }
    this.#barrier = this.#lines.length;
    // Read as any other text: there may be control characters in it, and a marker may end it.
    if (outcome === 'text') this.#read(escapes.text());
  }

  /** A bare carriage return throws away what the line has so far. */
  #wipe(): void {
    this.#returned = false;
    this.#lines.wipe();
    this.#runStart = this.#linkStart = this.#barrier = this.#lines.length;
  }

  #endRawLine(): void {
    this.#returned = false;
    const empty = this.#lines.length === this.#lines.lineStart;
    if (!empty || this.#unnamed !== undefined || !this.#hadMarker) this.#endLine();
    this.#hadMarker = false;
    this.#rawLine++;
  }

  #endLine(): void {
    const lines = this.#lines;
    this.#nameHeader();
    this.#closeRun();
    this.#closeLink();
    lines.endLine(this.#rawLine);
    this.#runStart = this.#linkStart = this.#barrier = lines.length;
  }

  /** Takes a section marker off the end of the line; false where there is none. */
  #takeMarker(): boolean {
    const lines = this.#lines;
    const from = Math.max(this.#barrier, lines.lineStart, lines.length - LONGEST_MARKER);
    const found = markerAtEnd(latin(lines.bytes.subarray(from, lines.length)));
    if (found === undefined) return false;
    const { marker, length } = found;
    this.#shorten(lines.length - length);
    this.#hadMarker = true;
    const begins = marker.kind === 'start';
    if (begins || this.#sections.isOpen(marker.name)) {
      // Text before a marker is a line of its own.
      if (lines.length > lines.lineStart || this.#unnamed !== undefined) this.#endLine();
    }
    if (begins) {
      this.#sections.start(marker, lines.settled);
      this.#unnamed = marker.name;
    } else this.#sections.end(marker, lines.settled - 1);
    return true;
  }

  /** A section whose header did not come shows its name. */
  #nameHeader(): void {
    const lines = this.#lines;
    const name = this.#unnamed;
    this.#unnamed = undefined;
    if (lines.length > lines.lineStart || name === undefined) return;
    const bytes = new TextEncoder().encode(name);
    lines.reserve(bytes.length);
    for (const byte of bytes) lines.bytes[lines.length++] = byte;
  }

  #closeRun(): void {
    this.#lines.addRun(this.#runStart, this.#style);
    this.#runStart = this.#lines.length;
  }

  #closeLink(): void {
    if (this.#link !== undefined) this.#lines.addLink(this.#linkStart, this.#link);
    this.#linkStart = this.#lines.length;
  }
}

const decoder = new TextDecoder('latin1');
const latin = (bytes: Uint8Array): string => decoder.decode(bytes);
