import type { ArgsOf, Endpoint } from '../../api/endpoint';
import type { Param, Params } from '../../api/params';
import { isJsonObject } from '../../base/json-value';
import { isRecord } from '../../base/record';
import { NONE_OR_ANY } from '../../schemas/merge-request-query';

/** The parsed values by parameter name, and the problems as worded by the real service. */
export interface ReadParams {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/**
 * True for numeric path parameters: all IDs except projects, which can be paths, and discussions, which have
 * hashes.
 */
const isNumber = (name: string): boolean => /_i?id$/.test(name) && name !== 'discussion_id';

const pathParams = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => /^[:*]/.test(segment))
    .map((segment) => segment.slice(1));

const paramsOf = (endpoint: Endpoint): [string, Param][] => {
  const inPath: Params = Object.fromEntries(
    pathParams(endpoint.path).map((name) => [
      name,
      { kind: isNumber(name) ? 'integer' : 'string', required: true },
    ]),
  );
  return Object.entries({ ...endpoint.query, ...endpoint.body, ...inPath });
};

/** Parses the parameters of a request for an endpoint. Unknown parameters are ignored. */
export function readParams(endpoint: Endpoint, given: Readonly<Record<string, unknown>>): ReadParams {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, param] of paramsOf(endpoint)) {
    const raw = emptyAsNone(endpoint, name, Object.hasOwn(given, name) ? given[name] : undefined);
    // Null must not be sent (server-behavior.md#null-and-false), and the server's own links can contain empty
    // values.
    const absent = raw === undefined || raw === null || (raw === '' && !meansSomethingEmpty(param));
    // `keyset` is the only named kind of pagination. All other values mean offset pagination
    // (server-behavior.md#keyset-pagination).
    if (absent || (name === 'pagination' && raw !== 'keyset')) {
      if (param.required) problems.push(`${name} is missing`);
      continue;
    }
    const value = coerce(param, raw);
    if (!fits(param, value)) problems.push(`${name} is invalid`);
    else if (!isKnown(param, value)) problems.push(`${name} does not have a valid value`);
    else values[name] = value;
  }
  return { values, problems };
}

/** Empty strings are valid, and empty lists remove all labels or users (server-behavior.md#update). */
const meansSomethingEmpty = ({ kind, values }: Param): boolean =>
  (kind === 'string' && values === undefined) || kind === 'list' || kind === 'integers';

/** In a body, empty users or an empty milestone mean none, like 0 (server-behavior.md#update). */
function emptyAsNone({ body }: Endpoint, name: string, raw: unknown): unknown {
  if (!Object.hasOwn(body, name) || (raw !== '' && raw !== null)) return raw;
  if (name === 'assignee_id' || name === 'milestone_id') return 0;
  return name === 'assignee_ids' || name === 'reviewer_ids' ? [] : raw;
}

/** Narrows parsed values to the arguments of an endpoint by checking each of them. */
export function areArgs<E extends Endpoint>(endpoint: E, values: unknown): values is ArgsOf<E> {
  return (
    isRecord(values) &&
    paramsOf(endpoint).every(([name, param]) =>
      values[name] === undefined
        ? !param.required
        : fits(param, values[name]) && isKnown(param, values[name]),
    )
  );
}

/**
 * Converts a value from a query to the type of the parameter. Values that can't be converted are returned
 * unchanged and rejected later.
 */
function coerce({ kind, fields }: Param, raw: unknown): unknown {
  switch (kind) {
    case 'integer':
      return toInteger(raw);
    case 'idOrWord':
      return wordIn(raw) ?? toInteger(raw);
    case 'boolean':
      return toBoolean(raw);
    case 'strings':
      return listOf(raw).map(toText);
    case 'list':
      return Array.isArray(raw) || typeof raw === 'string' ? partsOf(raw) : raw;
    case 'integers':
      return partsOf(raw).map(toInteger);
    case 'idsOrWord':
      return wordIn(raw) ?? listOf(raw).map(toInteger);
    case 'namesOrWord':
      return wordIn(raw) ?? listOf(raw).map(toText);
    case 'hashes':
      // A single object isn't a list of objects.
      return Array.isArray(raw)
        ? raw.map((one: unknown) => (isRecord(one) ? mapValues(one, toText) : one))
        : raw;
    case 'hash':
      return isRecord(raw) ? fieldsOf(fields ?? {}, raw) : raw;
    case 'string':
      return toText(raw);
    case 'object':
    case 'file':
      return raw;
  }
}

/**
 * Numbers that aren't safe integers are limited to the largest safe integer, so that the result is "not
 * found" instead of an error.
 */
const toInteger = (raw: unknown): unknown =>
  typeof raw === 'string' && /^-?\d+$/.test(raw)
    ? Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(raw)))
    : raw;

/** The boolean values that the real service's framework accepts. Python clients send `True`. */
const YES = /^(?:1|on|t|true|y|yes)$/i;
const NO = /^(?:0|off|f|false|n|no)$/i;

function toBoolean(raw: unknown): unknown {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string') return raw;
  return YES.test(text) ? true : NO.test(text) ? false : raw;
}

const toText = (raw: unknown): unknown =>
  typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
/** A single value counts as a list with one item. */
const listOf = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : [raw]);
const splitList = (raw: string): string[] =>
  raw
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
/**
 * The real service accepts comma-separated values, also as items of a list. In a form, `name[]=` is an empty
 * list.
 */
const partsOf = (raw: unknown): unknown[] =>
  listOf(raw)
    .map(toText)
    .flatMap((one) => (typeof one === 'string' ? splitList(one) : [one]));
const mapValues = (of: object, map: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));

/** Converts the known fields of a hash. Unknown fields are ignored. */
const fieldsOf = (fields: Params, raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const given = raw[name];
      return given === undefined || given === null || given === '' ? [] : [[name, coerce(field, given)]];
    }),
  );

const isText = (value: unknown): value is string => typeof value === 'string';
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
/** Returns `None` or `Any` if it is the only value, in any case. */
function wordIn(raw: unknown): string | undefined {
  const list = listOf(raw);
  const only = list[0];
  if (typeof only !== 'string' || list.length > 1) return undefined;
  return NONE_OR_ANY.find((word) => word.toLowerCase() === only.toLowerCase());
}
const isWord = (value: unknown): boolean => NONE_OR_ANY.some((word) => word === value);

function fits({ kind, fields, most = Infinity }: Param, value: unknown): boolean {
  const isListOf = (of: (one: unknown) => boolean): boolean =>
    Array.isArray(value) && value.length <= most && value.every(of);
  switch (kind) {
    case 'integer':
      return isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'strings':
    case 'list':
      return isListOf(isText);
    case 'integers':
      return isListOf(isInteger);
    case 'file':
      return isRecord(value) && isText(value['name']) && value['bytes'] instanceof Uint8Array;
    case 'idOrWord':
      return isInteger(value) || isWord(value);
    case 'idsOrWord':
      return isWord(value) || isListOf(isInteger);
    case 'namesOrWord':
      return isWord(value) || isListOf(isText);
    case 'object':
      return isJsonObject(value);
    case 'hashes':
      return isListOf((one) => isRecord(one) && Object.values(one).every(isText));
    case 'hash':
      return (
        isRecord(value) &&
        Object.entries(fields ?? {}).every(([name, field]) =>
          value[name] === undefined
            ? !field.required
            : fits(field, value[name]) && isKnown(field, value[name]),
        )
      );
    case 'string':
      return isText(value);
  }
}

function isKnown({ kind, values }: Param, value: unknown): boolean {
  if (values === undefined || kind === 'hash') return true;
  return listOf(value).every((one) => isText(one) && values.includes(one));
}
