import type { ArgsOf, Endpoint } from '../../api/endpoint';
import { NONE_OR_ANY, type Param, type Params } from '../../api/params';
import { isRecord } from '../../base/record';

/** Values by their wire names after reading, and what is wrong with them in the words of the real service. */
export interface ReadParams {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/** Path parameters that are numbers: all but the project, which can be a path, and threads, which are named by hashes. */
const isNumber = (name: string): boolean => /_i?id$/.test(name) && name !== 'discussion_id';

const pathParams = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
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

/** Reads what a request gives against what the endpoint takes; what it does not take is ignored. */
export function readParams(endpoint: Endpoint, given: Readonly<Record<string, unknown>>): ReadParams {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, param] of paramsOf(endpoint)) {
    const raw = withNobody(endpoint, name, Object.hasOwn(given, name) ? given[name] : undefined);
    // Null is never to be sent (server-behavior.md#null-and-false), and the server's own links may hold an empty value.
    const absent = raw === undefined || raw === null || (raw === '' && !meansSomethingEmpty(param));
    // Of the ways to read a list only keyset has a name; any other value means by page
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

/** An empty text is a text, and an empty list of labels or people takes all away (server-behavior.md#update). */
const meansSomethingEmpty = ({ kind, values }: Param): boolean =>
  (kind === 'string' && values === undefined) || kind === 'list' || kind === 'integers';

/** In a body, empty people and an empty milestone mean none, as 0 does (server-behavior.md#update). */
function withNobody({ body }: Endpoint, name: string, raw: unknown): unknown {
  if (!Object.hasOwn(body, name) || (raw !== '' && raw !== null)) return raw;
  if (name === 'assignee_id' || name === 'milestone_id') return 0;
  return name === 'assignee_ids' || name === 'reviewer_ids' ? [] : raw;
}

/** Narrows read values to the arguments of an endpoint, by looking at every one of them. */
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

/** Text of a query becomes what the parameter is; what does not fit stays as it is and is refused afterwards. */
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
      // One bare object is no list of objects.
      return Array.isArray(raw)
        ? raw.map((one: unknown) => (isRecord(one) ? mapValues(one, toText) : one))
        : raw;
    case 'hash':
      return isRecord(raw) ? fieldsOf(fields ?? {}, raw) : raw;
    case 'string':
      return toText(raw);
  }
}

/** A number beyond all that are exact counts as the last of these: it is no mistake, there is only nothing there. */
const toInteger = (raw: unknown): unknown =>
  typeof raw === 'string' && /^-?\d+$/.test(raw)
    ? Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(raw)))
    : raw;

/** Every way of saying so that the framework of the real service knows; Python's clients send `True`. */
const YES = /^(?:1|on|t|true|y|yes)$/i;
const NO = /^(?:0|off|f|false|n|no)$/i;

function toBoolean(raw: unknown): unknown {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string') return raw;
  return YES.test(text) ? true : NO.test(text) ? false : raw;
}

const toText = (raw: unknown): unknown =>
  typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
/** One bare value means a list of one. */
const listOf = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : [raw]);
const splitList = (raw: string): string[] =>
  raw
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
/** The real service takes values joined by commas, also as items of a list; `name[]=` is how a form says that there are none. */
const partsOf = (raw: unknown): unknown[] =>
  listOf(raw)
    .map(toText)
    .flatMap((one) => (typeof one === 'string' ? splitList(one) : [one]));
const mapValues = (of: object, map: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));

/** What a hash gives for its own parameters; what is no parameter of it is ignored. */
const fieldsOf = (fields: Params, raw: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const given = raw[name];
      return given === undefined || given === null || given === '' ? [] : [[name, coerce(field, given)]];
    }),
  );

const isText = (value: unknown): value is string => typeof value === 'string';
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
/** The word for none or any, in any case of letters, bare or as the only one of a list. */
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
    case 'idOrWord':
      return isInteger(value) || isWord(value);
    case 'idsOrWord':
      return isWord(value) || isListOf(isInteger);
    case 'namesOrWord':
      return isWord(value) || isListOf(isText);
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
