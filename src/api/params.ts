import type { JsonObject } from '../base/json-value';
import type { NoneOrAny } from '../schemas/merge-request-query';

/** A file to send. */
export interface FileToSend {
  /** File name without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Types of request parameters and their TypeScript types. Encoding: server-behavior.md#parameter-encoding.
 */
export interface ParamTypes {
  string: string;
  integer: number;
  boolean: boolean;
  /** One or several values: sent as repeated `name[]`; a single `name=value` is equivalent. */
  strings: readonly string[];
  integers: readonly number[];
  /**
   * Several texts in one value, joined by commas. An empty list is an empty value, which some endpoints
   * interpret.
   */
  list: readonly string[];
  /** An ID, or one of the keywords for none and any. */
  idOrWord: number | NoneOrAny;
  idsOrWord: readonly number[] | NoneOrAny;
  namesOrWord: readonly string[] | NoneOrAny;
  /** An object of parameters: `name[key]=…` in a query, JSON in a body. */
  hash: Readonly<Record<string, unknown>>;
  /** An array of objects: `name[0][key]=…` in a query, JSON in a body. */
  hashes: readonly Readonly<Record<string, string>>[];
  /** An object with any names and JSON values, without null. Only in a body. */
  object: JsonObject;
  /** A file. The body is then a form (`multipart/form-data`). */
  file: FileToSend;
}
export type ParamKind = keyof ParamTypes;

/** A parameter as data. `_type` never has a value: it carries the narrowed type for the compiler. */
export interface Param<T = unknown, Required extends boolean = boolean> {
  readonly kind: ParamKind;
  readonly required: Required;
  /** The only values that the server accepts, if documented. */
  readonly values?: readonly string[];
  /** The fields of a hash. */
  readonly fields?: Params;
  /** Maximum number of list values, if documented. */
  readonly most?: number;
  /** Maximum number of characters, if documented. */
  readonly longest?: number;
  readonly _type?: T;
}
export type Params = Readonly<Record<string, Param>>;

type Optional<K extends ParamKind> = Param<ParamTypes[K], false>;

export const string: Optional<'string'> = { kind: 'string', required: false };
export const integer: Optional<'integer'> = { kind: 'integer', required: false };
export const boolean: Optional<'boolean'> = { kind: 'boolean', required: false };
export const file: Optional<'file'> = { kind: 'file', required: false };
export const hashes: Optional<'hashes'> = { kind: 'hashes', required: false };
export const object: Optional<'object'> = { kind: 'object', required: false };

export const integers: Optional<'integers'> = { kind: 'integers', required: false };
export const commaList: Optional<'list'> = { kind: 'list', required: false };
export const idOrWord: Optional<'idOrWord'> = { kind: 'idOrWord', required: false };
export const idsOrWord: Optional<'idsOrWord'> = { kind: 'idsOrWord', required: false };
export const namesOrWord: Optional<'namesOrWord'> = { kind: 'namesOrWord', required: false };

/** An object of parameters. */
export const hash = <const S extends Params>(fields: S): Param<ValuesOf<S>, false> => ({
  kind: 'hash',
  required: false,
  fields,
});

export const required = <T>(param: Param<T>): Param<T, true> => ({ ...param, required: true });

/** One value of an enumeration. */
export const oneOf = <const V extends readonly string[]>(values: V): Param<V[number], false> => ({
  kind: 'string',
  required: false,
  values,
});

/** Any number of values of an enumeration. */
export const someOf = <const V extends readonly string[]>(values: V): Param<readonly V[number][], false> => ({
  kind: 'strings',
  required: false,
  values,
});

type RequiredNames<S extends Params> = {
  [K in keyof S]: S[K] extends Param<unknown, true> ? K : never;
}[keyof S];
type ValueOf<P> = P extends Param<infer T> ? T : never;

/** The object type of the values of a set of parameters. */
export type ValuesOf<S extends Params> = { readonly [K in RequiredNames<S>]: ValueOf<S[K]> } & {
  readonly [K in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[K]> | undefined;
};
