import type { StackFrame } from '../stack-trace';
import { indentOf } from './lines';
import {
  finishedTraces,
  frameOf,
  type Heading,
  headingAbove,
  type OpenTrace,
  openTrace,
  type StackReader,
} from './parts';

const FRAME = /(?:^|\s)at ([^\s()]{3,400})\(([^()]{0,200})\)/;
const PLACE = /^([\w$-]{1,150}\.(?:java|kt|kts|scala|groovy|clj))(?::(\d{1,9}))?$/;
const NO_PLACE = /^(?:Native Method|Unknown Source|<generated>|SourceFile|Unknown)(?::\d{1,9})?$/;
/** Starts a further trace; `Wrapped by:` is written by loggers that print the first cause first. */
const NEXT = /^(Caused by|Suppressed|Wrapped by): (.*)$/;

/** `at com.acme.Cart.total(Cart.java:12)` of all JVM languages. */
export const readJava: StackReader = (lines) => {
  const met: OpenTrace[] = [];
  const besides: OpenTrace[] = [];
  let trace: OpenTrace | undefined;
  /** Indentation of `Suppressed:` while the following lines belong to it. */
  let suppressed: number | undefined;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const frame = readFrame(text);
    const [, word, headingText = ''] = NEXT.exec(text) ?? [];
    if (frame !== undefined) {
      if (trace === undefined) {
        suppressed = undefined;
        met.push((trace = headingAbove(lines, at, headingOf, isEnd)));
      }
      trace.frames.push(frame);
    } else if (word !== undefined) {
      const indent = indentOf(line);
      if (word === 'Suppressed') suppressed = indent;
      else if (suppressed !== undefined && indent < suppressed) suppressed = undefined;
      const heading = headingOf(headingText) ?? { type: undefined, message: headingText };
      trace = openTrace(heading.type, heading.message);
      (suppressed === undefined ? met : besides).push(trace);
    } else if (!isMore(text)) {
      // The rest of the message is between a heading and its calls.
      if (trace?.frames.length === 0 && text !== '') trace.message.push(text);
      else trace = undefined;
    }
  }
  return finishedTraces('java', [...met, ...besides]);
};

const isMore = (text: string): boolean => /^\.\.\. \d{1,9} (?:more|common frames omitted)/.test(text);
const isEnd = (text: string): boolean => isMore(text) || readFrame(text) !== undefined;

/**
 * `java.lang.IllegalStateException: no rate`, also after `Exception in thread "main"` or a logger's prefix.
 */
function headingOf(text: string): Heading | undefined {
  const content = text.replace(/^Exception in thread "[^"]{0,200}" /, '');
  const first = /^[\w$.]{3,300}(?=:|$)/.exec(content)?.[0] ?? '';
  if (isClass(first)) return { type: first, message: content.slice(first.length + 2) };
  for (const match of content.matchAll(/(?<=\s)[\w$.]{3,300}(?=: |$)/g)) {
    const [type] = match;
    if (type.includes('.') && isClass(type))
      return { type, message: content.slice(match.index + type.length + 2) };
  }
  return undefined;
}

/** A class name: the part after the last dot starts with a capital letter. */
const isClass = (name: string): boolean =>
  name.includes('.')
    ? /^[A-Z]\w+$/.test(name.slice(name.lastIndexOf('.') + 1).replaceAll('$', '')) && /^[a-z]/.test(name)
    : /^[A-Z][\w$]*(?:Exception|Error)$/.test(name);

function readFrame(text: string): StackFrame | undefined {
  const [, qualifiedName = '', place = ''] = FRAME.exec(text) ?? [];
  // `java.base@17/` is the module and `app//` the loader; the class of a lambda contains a generated number.
  const name = qualifiedName.replace(/\/(?:0x[\da-f]{4,16}|\d{1,12})(?=[.]|$)/, '').replace(/^[^$]*\//, '');
  if (!/^[\w$]+\./.test(name)) return undefined;
  const [, file, line] = PLACE.exec(place) ?? [];
  if (file === undefined) return NO_PLACE.test(place) ? frameOf('java', { file: '', name }) : undefined;
  return frameOf('java', { file, name, line });
}
