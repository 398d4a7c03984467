import { LogParser } from '../../../src/domain/logs/parser';
import type { LogStyle } from '../../../src/domain/logs/style';

export const encoder = new TextEncoder();
export const ESC = '\u001b';
export const start = (name: string, options = '', time = 1_700_000_000): string =>
  `section_start:${time}:${name}${options}\r${ESC}[0K`;
export const end = (name: string, time = 1_700_000_009): string => `section_end:${time}:${name}\r${ESC}[0K`;
export const stamp = (flag = ' ', seconds = '00'): string => `2026-11-05T10:00:${seconds}.123456Z 00O${flag}`;

const toBytes = (log: string | Uint8Array): Uint8Array =>
  typeof log === 'string' ? encoder.encode(log) : log;

/** Returns everything that is read from a log. With `cuts`, the log is also read after each chunk. */
export function seen(log: string | Uint8Array, cuts: readonly number[] = []) {
  const bytes = toBytes(log);
  const trace = new LogParser();
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (const [index, from] of places.entries()) {
    trace.push(bytes.subarray(from, places[index + 1] ?? bytes.length));
    if (cuts.length > 0) all(trace);
  }
  trace.end();
  return all(trace);
}

function all(trace: LogParser) {
  const lines = Array.from({ length: trace.lineCount }, (_, line) => ({
    text: trace.text(line, line + 1),
    runs: trace
      .runs(line)
      .map(({ start: from, end: to, style }) => ({ from, to, ...bare(trace.style(style)) })),
    links: trace.links(line),
    time: trace.time(line),
  }));
  return {
    lines,
    sections: trace.sections.map((section) => ({ ...section })),
    linked: trace.linesWithLinks(100),
  };
}

const bare = (style: LogStyle): LogStyle =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
