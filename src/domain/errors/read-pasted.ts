import { parseJson } from '../../base/parse-json';
import { isRecord } from '../../base/record';
import { sdkFramesSchema } from '../../schemas/sdk-event';
import { languageOfFiles } from './file-language';
import { readEvent } from './read-event';
import { readStackText } from './read-stack-text';
import { framesOf } from './sdk-frames';
import type { StackTrace } from './stack-trace';

const MAX_JSON_LENGTH = 10_000_000;
const MAX_LINES = 2_000;
const MAX_VALUES = 5_000;
const MAX_DEPTH = 12;
const MAX_TRACES = 50;

/**
 * Parses pasted text: an event, the lines of an envelope, a server's response about an error, a log with JSON
 * lines, or a printed stack trace. Undefined if it is none of these.
 */
export function readPasted(text: string): readonly StackTrace[] | undefined {
  const values = text.length > MAX_JSON_LENGTH ? [] : jsonIn(text.trim());
  const traces = values.flatMap((value) => tracesIn(value)).slice(0, MAX_TRACES);
  if (traces.some(({ frames }) => frames.length > 0)) return traces;
  const printed = readStackText(text);
  if (printed.length > 0) return printed;
  return traces.length > 0 ? traces : undefined;
}

/** The whole text as one JSON value, or one value per line. */
function jsonIn(text: string): readonly unknown[] {
  if (!/^[{["]/.test(text)) return [];
  const whole = parseJson(text);
  if (whole !== undefined) return [whole];
  return text
    .split('\n', MAX_LINES)
    .filter((line) => line.trimStart().startsWith('{'))
    .flatMap((line) => parseJson(line) ?? []);
}

/**
 * Searches for stack traces from the outermost value inward. A plain message counts only if it is certainly
 * an event's.
 */
function tracesIn(value: unknown): readonly StackTrace[] {
  let messages: readonly StackTrace[] = [];
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level) {
      if (++seen > MAX_VALUES) return messages;
      const traces = tracesOf(each);
      if (traces.some(({ frames }) => frames.length > 0)) return traces;
      if (messages.length === 0 && isEvent(each)) messages = traces;
      next.push(...partsOf(each));
    }
    level = next;
  }
  return messages;
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES);
  return isRecord(value) ? Object.values(value).slice(0, MAX_VALUES) : [];
}

const isEvent = (value: unknown): boolean =>
  isRecord(value) && ('event_id' in value || 'eventID' in value || 'exception' in value);

function tracesOf(value: unknown): readonly StackTrace[] {
  if (typeof value === 'string') return value.includes('\n') ? readStackText(value) : [];
  if (!isRecord(value)) return [];
  const entries = sdkFramesSchema.safeParse(value['stackTraceEntries'] ?? value['stack_trace_entries']);
  if (!entries.success) return readEvent(value);
  const language = languageOfFiles(entries.data.map(({ fileName, filename }) => fileName ?? filename ?? ''));
  return [{ language, type: undefined, message: undefined, frames: framesOf(entries.data, language) }];
}
