import { randomBytes } from 'node:crypto';
import { isRecord } from '../../../base/record';
import type { ErrorEvent, Frame } from './model';

type Fields = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 8_192;
const MAX_FRAMES = 250;

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, MAX_LENGTH) : '';
};
const integerOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
/** Attributes of the protocol are lists, or objects with a list `values`. */
const listOf = (value: unknown): unknown[] => {
  const list = isRecord(value) ? value['values'] : value;
  return Array.isArray(list) ? list : [];
};
const first = (...texts: string[]): string => texts.find((text) => text !== '') ?? '';

/**
 * Parses an event of the public SDK protocol. Invalid fields are ignored, because SDKs send different data.
 */
export function readEvent(payload: Fields, now: number): ErrorEvent {
  // Chained exceptions are sorted oldest first; the last one is the reported one.
  const exceptions = exceptionsOf(payload['exception']).map(fieldsOf);
  const exception = exceptions.at(-1);
  const frames = framesOf(exception?.['stacktrace'] ?? payload['stacktrace']);
  const entry = fieldsOf(payload['logentry'] ?? payload['message']);
  const message =
    exception === undefined
      ? first(textOf(entry['formatted']), textOf(entry['message']), textOf(payload['message']))
      : textOf(exception['value']);
  const type = exception === undefined ? '' : first(textOf(exception['type']), 'Error');
  const place = frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
  return {
    id: eventIdOf(payload['event_id']),
    at: timeOf(payload['timestamp'], now),
    kind: exception === undefined ? 'message' : 'exception',
    type,
    message: first(message, type === '' ? '<unlabeled event>' : ''),
    culprit: first(
      textOf(payload['transaction']),
      textOf(payload['culprit']),
      place === undefined ? '' : first(`${place.function}(${place.file})`),
    ),
    level: first(textOf(payload['level']), 'error'),
    logger: textOf(payload['logger']),
    release: textOf(payload['release']),
    user: userOf(fieldsOf(payload['user'])),
    frames,
    fingerprint: listOf(payload['fingerprint'])
      .map(textOf)
      .filter((part) => part !== ''),
  };
}

/** Early Go SDKs send a single exception without a list. */
const exceptionsOf = (value: unknown): unknown[] =>
  isRecord(value) && ('type' in value || 'value' in value) ? [value] : listOf(value);

/** Returns 32 hexadecimal digits; generates an ID if the SDK didn't send one. */
export function eventIdOf(value: unknown): string {
  const id = textOf(value).replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) ? id : randomBytes(16).toString('hex');
}

/** Accepts seconds or an ISO 8601 time. A future time is replaced by the current time. */
function timeOf(value: unknown, now: number): number {
  const at = typeof value === 'number' ? value * 1000 : Date.parse(withZone(textOf(value)));
  return Number.isFinite(at) && at > 0 ? Math.min(Math.round(at), now) : now;
}

/** In the protocol, times without a time zone are in UTC. */
const withZone = (text: string): string => (/T[\d:.]+$/.test(text) ? `${text}Z` : text);

function userOf(user: Fields): string | undefined {
  for (const name of ['id', 'email', 'username', 'ip_address']) {
    const text = textOf(user[name]);
    if (text !== '' && text !== '{{auto}}') return `${name}:${text}`;
  }
  return undefined;
}

function framesOf(stack: unknown): Frame[] {
  const { frames } = fieldsOf(stack);
  return (Array.isArray(frames) ? frames : []).slice(-MAX_FRAMES).map((each) => frameOf(fieldsOf(each)));
}

function frameOf(frame: Fields): Frame {
  const line = integerOf(frame['lineno']);
  return {
    file: first(textOf(frame['filename']), textOf(frame['abs_path']), textOf(frame['module'])),
    function: first(textOf(frame['function']), '?'),
    line,
    column: integerOf(frame['colno']),
    inApp: frame['in_app'] !== false,
    context: line === undefined ? [] : contextOf(frame, line),
  };
}

function contextOf(frame: Fields, line: number): [number, string][] {
  if (typeof frame['context_line'] !== 'string') return [];
  const before = listOf(frame['pre_context']).map(textOf);
  const after = listOf(frame['post_context']).map(textOf);
  return [...before, textOf(frame['context_line']), ...after].map((code, index) => [
    line - before.length + index,
    code,
  ]);
}
