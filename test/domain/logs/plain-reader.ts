/* oxlint-disable no-control-regex -- logs contain control characters */

import type { LogStyle } from '../../../src/domain/logs/style';
import { afterSgr } from './plain-styles';

/**
 * Reads a whole job log at once, slowly and simply, as described in docs/job-log-format.md. It shares no code
 * with `LogParser`, which reads fast and in chunks. A test compares the results of both.
 */
export interface PlainLine {
  text: string;
  runs: ({ from: number; to: number } & LogStyle)[];
  links: { start: number; end: number; target: string }[];
  time: number | undefined;
}

export interface PlainSection {
  name: string;
  first: number;
  last: number | undefined;
  seconds: number | undefined;
  collapsed: boolean;
  hideDuration: boolean;
}

/** One byte of text, with the style and link target at its position. */
interface Mark {
  byte: string;
  style: LogStyle;
  target: string | undefined;
}

/** Bytes between two line feeds that end a line, and their time. */
interface Written {
  bytes: string;
  time: number | undefined;
}

const STAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{6})Z ([0-9a-f]{2}[OE])([ +])/;
const START = /section_start:(\d+):([A-Za-z0-9_.-]+)(\[[^[\]\r\n\x1b]*\])?\r\x1b\[0K/y;
const END = /section_end:(\d+):([A-Za-z0-9_.-]+)\r\x1b\[0K/y;
const CSI = /(?:\x1b\[|\xc2\x9b)([ -?]*)([@-~])/y;
const STRING_END = '(?:\\x07|\\x1b\\\\|\\xc2\\x9c)';
const OSC = new RegExp(`(?:\\x1b\\]|\\xc2\\x9d)([^\\x07\\x1b\\r\\n]*?)${STRING_END}`, 'y');
const OTHER_STRING = new RegExp(
  `(?:\\x1b[PX^_]|\\xc2[\\x90\\x98\\x9e\\x9f])([^\\x07\\x1b\\r\\n]*?)${STRING_END}`,
  'y',
);
const SHORT_ESCAPE = /\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]/y;
/** An escape character that starts no sequence, or a sequence that is cut off at the end of the log. */
const STRAY = /\x1b(?:\[[ -?]*$|[ -/]*)|\xc2\x9b[ -?]*$/y;
const MAX_ESCAPE_LENGTH = 4096;

/** Removes the timestamps, and splits the log at the line feeds that end a line. */
function written(log: string): Written[] {
  const lines = log.split(/(?<=\n)/);
  if (!STAMP.test(log)) return lines.map((bytes) => ({ bytes, time: undefined }));
  const all: Written[] = [];
  let lastStream: string | undefined;
  for (const line of lines) {
    const match = STAMP.exec(line);
    const [, year, month, day, hour, minute, second, micro, stream, flag] = match ?? [];
    const time =
      match === null
        ? undefined
        : Date.UTC(
            Number(year),
            Number(month) - 1,
            Number(day),
            Number(hour),
            Number(minute),
            Number(second),
          ) +
          Number(micro) / 1000;
    const bytes = match === null ? line : line.slice(32);
    const last = all.at(-1);
    const isSameStream = stream === lastStream;
    lastStream = stream ?? lastStream;
    if (flag === '+' && isSameStream && last !== undefined) {
      last.bytes = last.bytes.replace(/\n$/, '');
      last.bytes += bytes;
    } else all.push({ bytes, time });
  }
  return all;
}

/** Returns the link target after an OSC sequence, or `before` if the sequence isn't a link. */
function afterOsc(before: string | undefined, text: string): string | undefined {
  const match = /^8;[^;]*;(.*)$/s.exec(text);
  if (match === null) return before;
  const target = Buffer.from(match[1] ?? '', 'latin1').toString('utf8');
  return /^https?:\/\/[^\s/\p{Cc}][^\s\p{Cc}]*$/iu.test(target) ? target : undefined;
}

const utf8 = (bytes: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));

/** Returns the column at which the character with this byte starts in the text of the line. */
function columnOf(bytes: string, at: number): number {
  let start = at;
  while (utf8(bytes.slice(0, start)) + utf8(bytes.slice(start)) !== utf8(bytes)) start--;
  return utf8(bytes.slice(0, start)).length;
}

class PlainReader {
  readonly lines: PlainLine[] = [];
  readonly sections: (PlainSection & { began: number })[] = [];
  #style: LogStyle = {};
  #target: string | undefined;
  #marks: Mark[] = [];
  #time: number | undefined;
  /** The section whose header is this line. */
  #headed: string | undefined;
  /** Position at which the next text replaces the text of the line: characters from its end, or a column. */
  #cursor: { readonly back: number } | { readonly column: number } | undefined;
  /** A marker precedes the text. The line doesn't count if no text follows. */
  #hadMarker = false;

  read({ bytes, time }: Written): void {
    this.#time = time;
    this.#begin(false);
    let at = 0;
    /** Matches a sticky expression at the current position. */
    const found = (expression: RegExp): RegExpExecArray | undefined => {
      expression.lastIndex = at;
      const match = expression.exec(bytes);
      return match === null || match[0].length > MAX_ESCAPE_LENGTH ? undefined : match;
    };
    while (at < bytes.length) {
      const start = found(START);
      const end = found(END);
      const csi = found(CSI);
      const osc = found(OSC);
      const skipped =
        start ?? end ?? csi ?? osc ?? found(OTHER_STRING) ?? found(SHORT_ESCAPE) ?? found(STRAY);
      if (skipped?.[0].startsWith('\xc2') === true) this.#discard();
      if (start !== undefined) this.#start(start);
      else if (end !== undefined) this.#end(end);
      else if (csi?.[2] === 'm') this.#style = afterSgr(this.#style, csi[1] ?? '');
      else if (osc !== undefined) this.#target = afterOsc(this.#target, osc[1] ?? '');
      else if (csi !== undefined) this.#move(csi[2] ?? '', csi[1] ?? '');
      else if (/^(?:\r[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]*)?\n?$/.test(bytes.slice(at))) break;
      else if (bytes[at] === '\r') [this.#marks, this.#cursor] = [[], undefined];
      else if (bytes[at] === '\b') this.#move('D', '1');
      else if (skipped === undefined) this.#text(bytes.charAt(at));
      at += skipped?.[0].length ?? 1;
    }
    // A line that contains only markers doesn't count.
    if (bytes.endsWith('\n') && !this.#hadMarker) this.#flush();
    else if (this.#hasText() || this.#headed !== undefined) this.#flush();
  }

  #begin(hadMarker: boolean): void {
    this.#hadMarker = hadMarker;
    this.#cursor = undefined;
    this.#marks = [];
    this.#headed = undefined;
  }

  #move(final: string, parameters: string): void {
    if (!/^\d*$/.test(parameters)) return;
    const number = Math.max(1, Number(parameters));
    const { back = 0, column }: { back?: number; column?: number } = this.#cursor ?? {};
    if (final === 'D' && column !== undefined) this.#cursor = { column: Math.max(0, column - number) };
    else if (final === 'D') this.#cursor = { back: back + number };
    else if (final === 'G' && number <= 256) this.#cursor = { column: number - 1 };
    else if (final === 'K' && number === 2) this.#cursor = { column: 0 };
  }

  /** Removes the text that the next text replaces. */
  #discard(): void {
    const cursor = this.#cursor;
    if (cursor === undefined) return;
    // Start of the characters of the line.
    const starts = this.#marks.flatMap(({ byte }, index) =>
      /[\x80-\xbf]/.test(byte) && index > 0 ? [] : [index],
    );
    const character = 'column' in cursor ? cursor.column : Math.max(0, starts.length - cursor.back);
    this.#marks = this.#marks.slice(0, starts[character]);
    this.#cursor = undefined;
  }

  /** Removes control characters, and replaces line and paragraph separators with a space. */
  #text(byte: string): void {
    if (!/[\x00-\x08\x0b-\x1f\x7f]/.test(byte)) this.#discard();
    this.#marks.push({ byte, style: this.#style, target: this.#target });
    const end = this.#marks
      .slice(-3)
      .map((mark) => mark.byte)
      .join('');
    const [control] = /[\x00-\x08\x0b-\x1f\x7f]$|\xc2[\x80-\x9f]$|\xe2\x80[\xa8\xa9]$/.exec(end) ?? [];
    if (control === undefined) return;
    this.#marks.length -= control.length;
    if (control === '\xc2\x85' || control.length === 3) this.#text(' ');
  }

  #hasText(): boolean {
    return this.#marks.length > 0;
  }

  #start([, began, name = '', options = '']: RegExpExecArray): void {
    this.#discard();
    if (this.#hasText() || this.#headed !== undefined) this.#flush();
    this.#begin(true);
    this.#headed = name;
    const set = options.slice(1, -1).split(/ *, */);
    this.sections.push({
      name,
      first: this.lines.length,
      last: undefined,
      seconds: undefined,
      collapsed: set.includes('collapsed=true'),
      hideDuration: set.includes('hide_duration=true'),
      began: Number(began),
    });
  }

  #end([, ended, name]: RegExpExecArray): void {
    const section = this.sections.findLast((one) => one.name === name && one.last === undefined);
    this.#hadMarker = true;
    this.#discard();
    if (section === undefined) return;
    if (this.#hasText() || this.#headed !== undefined) this.#flush();
    this.#begin(true);
    section.last = this.lines.length - 1;
    section.seconds = Math.max(0, Number(ended) - section.began);
  }

  #flush(): void {
    // A missing header is replaced by the section's name, as if it were written at the end of the line.
    if (!this.#hasText() && this.#headed !== undefined) {
      this.#marks = Array.from(this.#headed, (byte) => ({ byte, style: this.#style, target: this.#target }));
    }
    const bytes = this.#marks.map(({ byte }) => byte).join('');
    const text = utf8(bytes);
    const runs: PlainLine['runs'] = [];
    const links: PlainLine['links'] = [];
    for (const [index, { style, target }] of this.#marks.entries()) {
      const from = columnOf(bytes, index);
      const next = index + 1 < this.#marks.length ? columnOf(bytes, index + 1) : text.length;
      if (from >= next) continue;
      const run = runs.at(-1);
      if (
        run?.to === from &&
        JSON.stringify({ ...style, from: 0, to: 0 }) === JSON.stringify({ ...run, from: 0, to: 0 })
      )
        run.to = next;
      else if (Object.keys(style).length > 0) runs.push({ ...style, from, to: next });
      const link = links.at(-1);
      if (link?.end === from && link.target === target) link.end = next;
      else if (target !== undefined) links.push({ start: from, end: next, target });
    }
    this.lines.push({ text, runs, links, time: this.#time });
    this.#marks = [];
    this.#headed = undefined;
  }
}

export function readPlainly(log: Uint8Array): { lines: PlainLine[]; sections: PlainSection[] } {
  const reader = new PlainReader();
  for (const one of written(Buffer.from(log).toString('latin1'))) reader.read(one);
  return {
    lines: reader.lines,
    sections: reader.sections.map(({ began: _, ...section }) => section),
  };
}
