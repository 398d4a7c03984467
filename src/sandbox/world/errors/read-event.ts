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
/** Interfaces of the protocol are lists, or objects that hold one as `values`. */
const listOf = (value: unknown): unknown[] => {
  const list = isRecord(value) ? value['values'] : value;
  return Array.isArray(list) ? list : [];
};
const first = (...texts: string[]): string => texts.find((text) => text !== '') ?? '';

/** Reads an event of the public SDK protocol. What does not fit is left out: SDKs differ in what they send. */
export function readEvent(payload: Fields, now: number): ErrorEvent {
  // Chained exceptions come oldest first: the last is the one that was met.
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

/** The first SDKs for Go send the one exception that there is, in no list. */
const exceptionsOf = (value: unknown): unknown[] =>
  isRecord(value) && ('type' in value || 'value' in value) ? [value] : listOf(value);

/** 32 hexadecimal digits; a made-up one where the SDK gave none. */
export function eventIdOf(value: unknown): string {
  const id = textOf(value).replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) ? id : randomBytes(16).toString('hex');
}

/** Seconds or an ISO time; a time that is to come is now. */
function timeOf(value: unknown, now: number): number {
  const at = typeof value === 'number' ? value * 1000 : Date.parse(withZone(textOf(value)));
  return Number.isFinite(at) && at > 0 ? Math.min(Math.round(at), now) : now;
}

/** Times without a zone are universal by the protocol. */
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
