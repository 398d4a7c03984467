import { BACKSPACE, LineCursor } from './cursor';
import { introducerOf } from './escape-bytes';
import { EscapeReader } from './escapes';
import { ParsedLog } from './parsed-log';
import { markerAtEnd } from './sections';
import { MAX_PACKED_LENGTH } from './style';

/**
 * Meaning of a byte in a log: 0 is an ordinary character, 1 a control character except tab, 2 forms a control character
 * after 0xC2, and 3 is the third byte of U+2028 or U+2029.
 */
const SPECIAL = new Uint8Array(256);
for (let byte = 0; byte < 32; byte++) if (byte !== 9) SPECIAL[byte] = 1;
SPECIAL[127] = 1;
for (let byte = 0x80; byte <= 0x9f; byte++) SPECIAL[byte] = 2;
SPECIAL[0xa8] = 3;
SPECIAL[0xa9] = 3;

const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const BLANK = 32;
const BRACKET = 91;
const FINAL_OF_STYLE = 109;

/** Maximum length of a marker, which limits the search for its start. */
const MAX_MARKER_LENGTH = 4096;

/**
 * Parses the bytes of a job log to readable lines, styles, links, sections, and times as they arrive. The
 * result doesn't depend on how the bytes are split. The last line may still change: a progress bar rewrites
 * it, or its line feed hasn't arrived. The runner's format is described in `docs/job-log-format.md`.
 */
export class LogParser extends ParsedLog {
  readonly #escapes = new EscapeReader();
  readonly #cursor = new LineCursor();
  /** A carriage return was read; its meaning depends on the next byte. */
  #returned = false;
  #inEscape = false;
  /** Text before this position was written separately from the following text: no marker spans both. */
  #barrier = 0;
  /** A section began in this raw line and its header hasn't arrived. */
  #unnamed: string | undefined;
  #hadMarker = false;
  #checked = 0;

  /** Parses the next bytes; returns the first line that may have changed. */
  push(bytes: Uint8Array): number {
    const { settled } = this.lines;
    this.#read(this.timestamps.push(bytes));
    return settled;
  }

  /** Called when there are no more bytes. */
  end(): number {
    const { settled } = this.lines;
    this.#read(this.timestamps.end());
    while (this.#inEscape) this.#settleEscape(this.#escapes.giveUp());
    this.#nameHeader();
    return settled;
  }

  /** Number of bytes that were processed; bytes that turned out not to be an escape sequence count twice. */
  get checked(): number {
    return this.#checked;
  }

  #read(bytes: Uint8Array): void {
    const lines = this.lines;
    this.#checked += bytes.length;
    // The buffered bytes of an escape sequence may turn out to be text.
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
      // A control character isn't text: it can be a line break, or begin the end of a marker.
      if (SPECIAL[byte] !== 1) this.#discard();
      at = this.#readText(bytes, at);
    }
  }

  /** Copies text up to the next special byte, and handles that. */
  #readText(bytes: Uint8Array, from: number): number {
    const lines = this.lines;
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
        // Unicode line and paragraph separators would be line breaks in VS Code.
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
      if (byte === ESCAPE && !this.#returned && !this.#cursor.moved) {
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
   * Fast path: most escape sequences of a log are short, complete styles such as `[0;m`. Returns the position
   * after it, or `from` if it is something else.
   */
  #readShortStyle(bytes: Uint8Array, from: number): number {
    if (bytes[from] !== BRACKET) return from;
    const last = Math.min(bytes.length, from + 2 + MAX_PACKED_LENGTH);
    let packed = 1;
    for (let at = from + 1; at < last; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === FINAL_OF_STYLE) {
        this.#closeRun();
        this.currentStyle = this.styles.afterShort(this.currentStyle, packed);
        this.#barrier = this.lines.length;
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
      if (byte === BACKSPACE) this.#cursor.back(1);
      if (byte >= 0x80) this.#readWideControl(byte);
      this.#barrier = this.lines.length;
    }
  }

  /** A two-byte control character: its first byte is already in the line. */
  #readWideControl(byte: number): void {
    const lines = this.lines;
    this.#shorten(lines.length - 1);
    const introducer = introducerOf(byte);
    if (byte === 0x85) lines.bytes[lines.length++] = BLANK;
    else if (introducer !== undefined) {
      this.#inEscape = true;
      this.#escapes.begin(introducer);
    }
  }

  /** The text turned out to be part of a sequence. */
  #shorten(length: number): void {
    this.lines.shorten(length);
    this.runStart = Math.min(this.runStart, length);
    this.linkStart = Math.min(this.linkStart, length);
    this.#barrier = Math.min(this.#barrier, length);
  }

  #settleEscape(outcome: EscapeReader['outcome']): void {
    this.#inEscape = false;
    const escapes = this.#escapes;
    if (this.#returned && !(outcome === 'erase' && this.#takeMarker())) this.#wipe();
    this.#returned = false;
    if (outcome === 'style') {
      this.#closeRun();
      this.currentStyle = this.styles.after(this.currentStyle, escapes.bytes, escapes.length);
    } else if (outcome === 'link') {
      this.#closeLink();
      this.linkTarget = escapes.link;
    } else if (outcome === 'cursor') this.#cursor.apply(escapes.final, escapes.bytes, escapes.length);
    this.#barrier = this.lines.length;
    if (outcome === 'text') this.#readAbandoned();
  }

  /**
   * The buffered bytes of an escape sequence are text. For a string, the part before the next string that
   * begins in it.
   */
  #readAbandoned(): void {
    const escapes = this.#escapes;
    const { inString } = escapes;
    const text = escapes.text();
    // Neither a control sequence nor the introducer of a string contains special bytes.
    if (!inString || text.length === 1) {
      this.#discard();
      this.lines.bytes.set(text, this.lines.length);
      this.lines.length += text.length;
    } else this.#read(text);
    if (!inString || !escapes.goesOn) return;
    // The following bytes abort a control sequence in that text.
    if (this.#inEscape) this.#settleEscape('text');
    escapes.resume();
    this.#inEscape = true;
  }

  /** Text arrives: it replaces the text to the right of the cursor. */
  #discard(): void {
    if (this.#returned) this.#wipe();
    if (!this.#cursor.moved) return;
    this.#shorten(this.#cursor.positionIn(this.lines));
    this.#cursor.reset();
  }

  /** A bare carriage return clears the line. */
  #wipe(): void {
    this.#returned = false;
    this.#cursor.reset();
    this.lines.wipe();
    this.runStart = this.linkStart = this.#barrier = this.lines.length;
  }

  #endRawLine(): void {
    this.#returned = false;
    const { length, lineStart } = this.lines;
    if (length > lineStart || this.#unnamed !== undefined || !this.#hadMarker) this.#endLine();
    this.#hadMarker = false;
    this.rawLine++;
  }

  #endLine(): void {
    const lines = this.lines;
    this.#cursor.reset();
    this.#nameHeader();
    this.#closeRun();
    this.#closeLink();
    lines.endLine(this.rawLine);
    this.runStart = this.linkStart = this.#barrier = lines.length;
  }

  /** Removes a section marker from the end of the line; returns false if there is none. */
  #takeMarker(): boolean {
    const lines = this.lines;
    const from = Math.max(this.#barrier, lines.lineStart, lines.length - MAX_MARKER_LENGTH);
    const found = markerAtEnd(latin(lines.bytes.subarray(from, lines.length)));
    if (found === undefined) return false;
    const { marker, length } = found;
    this.#shorten(lines.length - length);
    this.#hadMarker = true;
    const begins = marker.kind === 'start';
    if (begins || this.sectionList.isOpen(marker.name)) {
      // Text before a marker becomes a separate line.
      if (lines.length > lines.lineStart || this.#unnamed !== undefined) this.#endLine();
    }
    if (begins) {
      this.sectionList.start(marker, lines.settled);
      this.#unnamed = marker.name;
    } else this.sectionList.end(marker, lines.settled - 1);
    return true;
  }

  /** A section whose header is missing shows its name. */
  #nameHeader(): void {
    const lines = this.lines;
    const name = this.#unnamed;
    this.#unnamed = undefined;
    if (lines.length > lines.lineStart || name === undefined) return;
    const bytes = new TextEncoder().encode(name);
    lines.reserve(bytes.length);
    for (const byte of bytes) lines.bytes[lines.length++] = byte;
  }

  #closeRun(): void {
    this.lines.addRun(this.runStart, this.currentStyle);
    this.runStart = this.lines.length;
  }

  #closeLink(): void {
    if (this.linkTarget !== undefined) this.lines.addLink(this.linkStart, this.linkTarget);
    this.linkStart = this.lines.length;
  }
}

const decoder = new TextDecoder('latin1');
const latin = (bytes: Uint8Array): string => decoder.decode(bytes);
