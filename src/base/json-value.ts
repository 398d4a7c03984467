import { isRecord } from './record';

/** A JSON value without null. */
export type JsonValue = string | number | boolean | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Maximum depth of lists and objects. Deeper ones don't count as values, so that checks can't overflow the stack. */
const MAX_DEPTH = 50;

export function isJsonValue(value: unknown, depth = 0): value is JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((one) => isJsonValue(one, depth + 1));
  return isRecord(value) && Object.values(value).every((one) => isJsonValue(one, depth + 1));
}

export const isJsonObject = (value: unknown): value is JsonObject => isRecord(value) && isJsonValue(value);
