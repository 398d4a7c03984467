import { parseJson } from '../base/parse-json';
import { isRecord } from '../base/record';

const MAX_LENGTH = 1000;
const MAX_PARTS = 20;
const MAX_DEPTH = 4;
/** Keys whose texts apply to the whole response and need no field name. */
const NAMELESS: ReadonlySet<string> = new Set(['base', 'error', 'message', 'errors']);
/** The code of a refusal that is about the permissions of a fine-grained token (server-behavior.md#token-errors). */
const GRANULAR = 'insufficient_granular_scope';

/**
 * Returns the server's message in an error body, as one line of plain text of at most 1,000 characters;
 * undefined if there is no usable one. The formats aren't documented by the API; the real service sends:
 * `{message}` or `{error}` with a text, a list of texts, or an object of lists by field (embedded ones one
 * level deeper); `{error, error_description, scope}`, of which `(scope: …)` and the code for fine-grained
 * tokens are appended, so that `missingTokenRights` (`api/errors.ts`) recognizes them; bare text; a text with an object of
 * lists as Ruby prints it. HTML is ignored, because it isn't from the API.
 */
export function serverMessage(body: string, contentType: string | undefined): string | undefined {
  if (/html/i.test(contentType ?? '') || /^\s*</.test(body)) return undefined;
  const json = parseJson(body);
  const message =
    json === undefined ? plainText(body) : plainText(messagesOf(json).slice(0, MAX_PARTS).join('; '));
  return message === '' ? undefined : message;
}

function messagesOf(json: unknown): readonly string[] {
  if (!isRecord(json)) return texts(json, '', 0);
  const { message, error, error_description: description, errors, scope } = json;
  if (typeof description === 'string' && description !== '') {
    if (error === GRANULAR) return [`${description} (${GRANULAR})`];
    return [typeof scope === 'string' && scope !== '' ? `${description} (scope: ${scope})` : description];
  }
  for (const value of [message, error, errors]) {
    const found = texts(value, '', 0);
    if (found.length > 0) return found;
  }
  return [];
}

/** All texts in a value, each with the names of its fields. */
function texts(value: unknown, field: string, depth: number): readonly string[] {
  if (typeof value === 'string') return textsIn(value, field);
  if (depth >= MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.slice(0, MAX_PARTS).flatMap((one) => texts(one, field, depth + 1));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_PARTS)
    .flatMap(([key, one]) => texts(one, NAMELESS.has(key) ? field : join(field, key), depth + 1));
}

/** Returns a text, or the texts of a hash in it. */
function textsIn(text: string, field: string): readonly string[] {
  const found = findRubyHash(text);
  const inside = found === undefined ? [] : texts(found.hash, field, 0);
  if (found === undefined || inside.length === 0) return text === '' ? [] : [labeled(text, field)];
  const around = `${found.before.replace(STATUS_AND_MODEL, '').trim()} ${found.after}`;
  return [around.replace(/^[\s:.-]+|[\s:.-]+$/g, ''), ...inside].filter((part) => part !== '');
}

/** `400 Bad request - Note ` */
const STATUS_AND_MODEL = /^(?:\d{3} [A-Za-z ]{1,60} - )?(?:[A-Z]\w{0,80}\s)?$/;

const labeled = (text: string, field: string): string => (field === '' ? text : `${field}: ${text}`);

function join(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

/**
 * One line without control characters and without marks that change the direction of the surrounding text.
 */
function plainText(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Truncation must not leave an unpaired surrogate.
  return line.length <= MAX_LENGTH
    ? line
    : `${line.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text that contains a hash as Ruby prints it, such as `Note {:title=>["can't be blank"]}`. */
interface TextWithHash {
  readonly before: string;
  readonly hash: unknown;
  readonly after: string;
}

/** The first key: `:title=>`, `"title"=>`, or since Ruby 3.4 `title:`. */
const START = /\{(?=:[a-z_]\w{0,80}=>|:?"[^"\\]{1,80}" ?=>|[a-z_]\w{0,80}: ?["[{])/i;

/** A bracket or comma; a text, name, or number, and what marks it as a key. */
const TOKEN =
  /\s*(?:([[\]{},])|(?::?"((?:[^"\\]|\\.)*)"|:?([a-z_]\w*[?!]?)|(-?\d+(?:\.\d+)?))(\s*=>|:(?=[\s"[{]))?)/iy;

const NAMES: ReadonlyMap<string, string> = new Map([
  ['nil', 'null'],
  ['true', 'true'],
  ['false', 'false'],
]);

/** Finds a hash of Ruby in a text; undefined if there is none. */
function findRubyHash(text: string): TextWithHash | undefined {
  const start = START.exec(text)?.index;
  if (start === undefined) return undefined;
  let [at, depth, json] = [start, 0, ''];
  do {
    TOKEN.lastIndex = at;
    const [whole, mark, quoted, name = '', number, isKey] = TOKEN.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    json += mark ?? number ?? (NAMES.get(name) || JSON.stringify(quoted?.replace(/\\(.)/g, '$1') ?? name));
    if (isKey !== undefined) json += ':';
  } while (depth > 0);
  const hash = parseJson(json);
  return hash === undefined ? undefined : { before: text.slice(0, start), hash, after: text.slice(at) };
}
