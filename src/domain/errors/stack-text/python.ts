import type { StackFrame } from '../stack-trace';
import { indentOf } from './lines';
import {
  finishedTraces,
  firstParagraph,
  frameOf,
  type OpenTrace,
  openTrace,
  type StackReader,
} from './parts';

const BEGINNING = 'Traceback (most recent call last):';
const FRAME = /File "([^"]{1,400})", line (\d{1,9})(?:, in (.{1,300}))?$/;
/** Separates two traces: the second was caught, the first is its cause. */
const LINK = /^(?:The above exception was the direct cause of|During handling of the above exception)/;
const TYPE = /^([A-Za-z_][\w.]{0,200})(?:: (.*))?$/;
const TYPE_ENDING = /(?:Error|Exception|Warning|Interrupt|Exit|Group|Stop)$/;
const MAX_MESSAGE_LINES = 20;

/** `File "/app/cart/price.py", line 8, in rate_of`, oldest call first; the next line may contain its code. */
export const readPython: StackReader = (rawLines) => {
  // The margin of exceptions in an exception group.
  const lines = rawLines.map((line) => line.replace(/^ {2,}[|+] ?/, ''));
  const chains: OpenTrace[][] = [];
  let trace: OpenTrace | undefined;
  let linked = false;
  const begin = (): OpenTrace => {
    trace = openTrace();
    const chain = chains.at(-1);
    if (linked && chain !== undefined) chain.unshift(trace);
    else chains.push([trace]);
    linked = false;
    return trace;
  };
  for (let at = 0; at < lines.length; at++) {
    const text = (lines[at] ?? '').trim();
    const match = FRAME.exec(text);
    if (text.endsWith(BEGINNING)) {
      begin();
    } else if (match !== null) {
      const next = lines[at + 1] ?? '';
      const code = isCode(next, lines[at] ?? '') ? next.trim() : undefined;
      if (code !== undefined) at++;
      (trace ?? begin()).frames.unshift(readFrame(match, code));
    } else if (LINK.test(text)) {
      linked = true;
    } else if (trace !== undefined && trace.frames.length > 0 && !isMarks(text)) {
      const [, type, message = ''] = TYPE.exec(text) ?? [];
      if (type !== undefined) {
        trace.type = type;
        trace.message.push(message, ...rest(lines, at + 1));
      }
      trace = undefined;
    }
  }
  return finishedTraces('python', chains.flat());
};

function readFrame([, file = '', line, name]: RegExpExecArray, code: string | undefined): StackFrame {
  return frameOf('python', { file, name, line, code });
}

/** The line below a call is its code, unless it is the next call or the error. */
function isCode(text: string, above: string): boolean {
  const code = text.trim();
  if (code === '' || isMarks(code) || FRAME.test(code)) return false;
  if (indentOf(text) > indentOf(above)) return true;
  const [, type = ''] = TYPE.exec(code) ?? [];
  // Without its indentation, a line of code looks like any other.
  return indentOf(text) === indentOf(above) && !TYPE_ENDING.test(type);
}

/** `~~~~^^^^` below the code, and the placeholder for repeated calls. */
const isMarks = (text: string): boolean =>
  /^[\s~^]+$/.test(text) || text.startsWith('[Previous line repeated ');

/** Further lines of a message. */
function rest(lines: readonly string[], from: number): readonly string[] {
  const more = firstParagraph(lines.slice(from, from + MAX_MESSAGE_LINES));
  const end = more.findIndex((line) => line.includes(BEGINNING) || /^[+-]{4,}/.test(line.trim()));
  return end === -1 ? more : more.slice(0, end);
}
