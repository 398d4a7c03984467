import type { StackLanguage } from '../languages';
import { isOwnCode } from '../own-code';
import type { CodeLine, StackFrame, StackTrace } from '../stack-trace';

/**
 * Parses a text as one language prints errors. The exception that was caught comes first, then its causes.
 */
export type StackReader = (lines: readonly string[]) => readonly StackTrace[];

/** A trace that is being parsed. */
export interface OpenTrace {
  type: string | undefined;
  message: string[];
  frames: StackFrame[];
}

const MAX_FRAMES = 250;
const MAX_TRACES = 50;
const MAX_MESSAGE_LENGTH = 4_000;
/** Number of lines above the first call that are searched for the error. */
export const MAX_ABOVE = 30;

export const openTrace = (type?: string, ...message: readonly string[]): OpenTrace => ({
  type,
  message: [...message],
  frames: [],
});

/** The parts of a call; numbers as text. */
export interface FrameParts {
  readonly file: string;
  readonly name?: string | undefined;
  readonly line?: string | number | undefined;
  readonly column?: string | number | undefined;
  readonly own?: boolean | undefined;
  readonly code?: string | undefined;
}

export function frameOf(language: StackLanguage, parts: FrameParts): StackFrame {
  const { file } = parts;
  const name = parts.name === undefined || parts.name.trim() === '' ? undefined : parts.name.trim();
  const line = numberOf(parts.line);
  return {
    file,
    function: name,
    line,
    column: numberOf(parts.column),
    own: parts.own ?? isOwnCode(language, file, name),
    context: contextOf(line, parts.code),
  };
}

const contextOf = (line: number | undefined, code: string | undefined): readonly CodeLine[] =>
  line === undefined || code === undefined ? [] : [{ line, code }];

/** Parses a number from 1; undefined if it is invalid. */
function numberOf(written: string | number | undefined): number | undefined {
  const number = written === undefined ? 0 : Number(written);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Finishes traces: leaves out empty ones and duplicates. Keeps the newest calls. */
export function finishedTraces(language: StackLanguage, open: readonly OpenTrace[]): readonly StackTrace[] {
  const seen = new Set<string>();
  const traces: StackTrace[] = [];
  for (const { type, message, frames } of open) {
    if (traces.length === MAX_TRACES) break;
    const messageText = message.join('\n').trim().slice(0, MAX_MESSAGE_LENGTH);
    const trace: StackTrace = {
      language,
      type,
      message: messageText === '' ? undefined : messageText,
      frames: frames.slice(0, MAX_FRAMES),
    };
    const key = JSON.stringify([type, frames.length === 0 ? messageText : trace.frames]);
    if (seen.has(key) || (frames.length === 0 && type === undefined && messageText === '')) continue;
    seen.add(key);
    traces.push(trace);
  }
  return traces;
}

/** The heading of an error in a line: its type, and the beginning of its message. */
export interface Heading {
  readonly type: string | undefined;
  readonly message: string;
}

/**
 * Searches the lines above `at`, the first call, for the error: the nearest line that `read` recognizes as a
 * heading. The lines between are the rest of the message. The search ends at lines of an earlier trace.
 */
export function headingAbove(
  lines: readonly string[],
  at: number,
  read: (text: string) => Heading | undefined,
  isEnd: (text: string) => boolean,
): OpenTrace {
  const last = Math.max(0, at - MAX_ABOVE);
  for (let above = at - 1; above >= last; above--) {
    const text = (lines[above] ?? '').trim();
    if (isEnd(text)) break;
    const heading = read(text);
    if (heading !== undefined) {
      return openTrace(heading.type, heading.message, ...firstParagraph(lines.slice(above + 1, at)));
    }
  }
  return openTrace();
}

/** Lines until the first empty one. */
export function firstParagraph(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '');
  return end === -1 ? lines : lines.slice(0, end);
}

/** `/app/a.js:12:3` or `/app/a.rb:12`: line and column at the end of a location. */
export function parseLocation(
  text: string,
): { file: string; line: string; column: string | undefined } | undefined {
  const match = /:(\d{1,9})(?::(\d{1,9}))?$/.exec(text);
  const [, line = '', column] = match ?? [];
  return match === null || match.index === 0 ? undefined : { file: text.slice(0, match.index), line, column };
}
