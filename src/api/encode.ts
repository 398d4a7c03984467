import { isRecord } from '../base/record';
import { EncodeError } from './encode-error';
import { checkAll, type Checked } from './encode-value';
import type { FileToSend, Params } from './params';

export type Values = Readonly<Record<string, unknown>>;

/** A body that is sent as `multipart/form-data`. */
export interface FormBody {
  /** Name of the form's only field. */
  readonly field: string;
  readonly file: FileToSend;
}

/** A body: JSON as a text, or a form with a file. */
export type RequestBody = string | FormBody;

/** A `name=value` pair of a query, and its parameter. */
export interface QueryPair {
  readonly parameter: string;
  readonly text: string;
}

/**
 * Returns the path of an endpoint with its parameters, each percent-encoded as a whole, so that `/` becomes
 * `%2F` (server-behavior.md#path-parameters). The slashes of a `*` parameter separate segments.
 * @throws EncodeError for a value that is missing, empty, `.`, or `..`: URL parsers remove such segments,
 * even if encoded, and the request would reach another resource.
 */
export function encodePath(pattern: string, values: Values): string {
  return pattern
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':')) return encodeSegment(segment.slice(1), values);
      return segment.startsWith('*') ? encodeSegments(segment.slice(1), values) : segment;
    })
    .join('/');
}

/** Encodes the segments of a path; none of them can be empty, `.`, or `..`. */
function encodeSegments(name: string, values: Values): string {
  const value = values[name];
  return (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')
    .split('/')
    .map((segment) => encodeSegment(name, { [name]: segment }))
    .join('/');
}

function encodeSegment(name: string, values: Values): string {
  const value = values[name];
  if (value === undefined || value === null || value === '') throw new EncodeError(name, 'is missing');
  if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) {
    throw new EncodeError(name, 'must be a string or a number');
  }
  if (value === '.' || value === '..') throw new EncodeError(name, "can't be used in a path");
  return percent(name, String(value));
}

/**
 * Returns the query of an endpoint: arrays as repeated `name[]`, objects as `name[key]`, arrays of objects as
 * `name[0][key]`, `+` as `%2B`, and spaces as `%20` (server-behavior.md#parameter-encoding). Omits undefined,
 * null, and empty arrays.
 */
export function queryPairs(params: Params, values: Values): readonly QueryPair[] {
  return Object.entries(checkAll(params, values)).flatMap(([parameter, value]) =>
    pairsOf(parameter, value).map((text) => ({ parameter, text })),
  );
}

/** The query without `?`. */
export function encodeQuery(params: Params, values: Values): string {
  return queryText(queryPairs(params, values));
}

export const queryText = (pairs: readonly QueryPair[]): string => pairs.map(({ text }) => text).join('&');

/** Returns the body of an endpoint, or undefined if there are no body parameters. */
export function encodeBody(params: Params, values: Values): RequestBody | undefined {
  const field = Object.keys(params).find((name) => params[name]?.kind === 'file');
  if (field !== undefined) return { field, file: fileOf(field, values[field]) };
  const given = checkAll(params, values);
  return Object.keys(given).length === 0 ? undefined : JSON.stringify(given);
}

function fileOf(name: string, value: unknown): FileToSend {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !(value['bytes'] instanceof Uint8Array))
    throw new EncodeError(name, 'must be a file');
  return { name: value['name'], bytes: value['bytes'] };
}

function pairsOf(name: string, value: Checked): readonly string[] {
  if (typeof value !== 'object') return [`${percent(name, name)}=${percent(name, String(value))}`];
  if (isList(value)) {
    return value.flatMap((one, index) =>
      pairsOf(typeof one === 'object' ? `${name}[${index}]` : `${name}[]`, one),
    );
  }
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
}

const isList = (value: Checked): value is readonly Checked[] => Array.isArray(value);

function percent(name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new EncodeError(name, 'contains an incomplete character');
  }
}
