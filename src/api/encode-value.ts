import { isJsonObject, type JsonValue } from '../base/json-value';
import { isRecord } from '../base/record';
import { NONE_OR_ANY } from '../schemas/merge-request-query';
import { EncodeError, isGiven } from './encode-error';
import type { Param, Params } from './params';

/** A parameter's value after validation: a primitive, a list, or objects that contain such values. */
export type Checked = JsonValue;

/**
 * Returns the value as its parameter's type requires, for query and body alike: the texts of a `list` are
 * already joined by commas (server-behavior.md#parameter-encoding).
 * @throws EncodeError if the type is wrong, or if there are more values or characters than the server allows.
 */
function check(name: string, param: Param, value: unknown): Checked {
  switch (param.kind) {
    case 'string':
      return text(name, value, param.longest);
    case 'integer':
      return integer(name, value);
    case 'boolean':
      return boolean(name, value);
    case 'strings':
      return listOf(name, param, value).map((one) => text(name, one));
    case 'integers':
      return listOf(name, param, value).map((one) => integer(name, one));
    case 'list':
      return joined(name, listOf(name, param, value));
    case 'idOrWord':
      return isWord(value) ? value : integer(name, value);
    case 'idsOrWord':
      return isWord(value) ? value : listOf(name, param, value).map((one) => integer(name, one));
    case 'namesOrWord':
      return isWord(value) ? value : listOf(name, param, value).map((one) => text(name, one));
    case 'hash':
      return checkAll(param.fields ?? {}, recordOf(name, value), (field) => `${name}[${field}]`);
    case 'hashes':
      return listOf(name, param, value).map((one) =>
        Object.fromEntries(Object.entries(recordOf(name, one)).map(([key, each]) => [key, text(name, each)])),
      );
    case 'object':
      if (isJsonObject(value)) return value;
      throw new EncodeError(name, 'must be an object of JSON values without null');
    case 'file':
      throw new EncodeError(name, 'can only be sent in a form');
  }
}

/** Returns the given parameters by name, without undefined and null. */
export function checkAll(
  params: Params,
  values: Readonly<Record<string, unknown>>,
  title: (name: string) => string = (name) => name,
): Readonly<Record<string, Checked>> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return isGiven(value) ? [[name, check(title(name), param, value)]] : [];
    }),
  );
}

function text(name: string, value: unknown, longest = Number.POSITIVE_INFINITY): string {
  if (typeof value !== 'string') throw new EncodeError(name, 'must be a string');
  // The server counts code points, of which there are never more than UTF-16 units.
  if (value.length > longest && Array.from(value).length > longest) {
    throw new EncodeError(name, `must have at most ${longest} characters`);
  }
  return value;
}

function integer(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new EncodeError(name, 'must be an integer');
}

/** The API only accepts true and false, not null (server-behavior.md#null-and-false). */
function boolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new EncodeError(name, 'must be true or false');
}

function listOf(
  name: string,
  { most = Number.POSITIVE_INFINITY }: Param,
  value: unknown,
): readonly unknown[] {
  if (!Array.isArray(value)) throw new EncodeError(name, 'must be a list');
  const list: readonly unknown[] = value;
  if (list.length > most) throw new EncodeError(name, `must have at most ${most} values`);
  return list;
}

function recordOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new EncodeError(name, 'must be an object');
}

/** Several texts in one value. A comma inside a text would split it, and an empty text would be lost. */
function joined(name: string, list: readonly unknown[]): string {
  return list
    .map((one) => {
      const each = text(name, one);
      if (each === '') throw new EncodeError(name, "can't contain an empty value");
      if (each.includes(',')) throw new EncodeError(name, "can't contain a value with a comma");
      return each;
    })
    .join(',');
}

const isWord = (value: unknown): value is string => NONE_OR_ANY.some((word) => word === value);
