/**
 * Kinds of request parameters, and what each is in TypeScript. How each is written:
 * server-behavior.md#parameter-encoding.
 */
export interface ParamTypes {
  string: string;
  integer: number;
  boolean: boolean;
  /** One value or several: sent as repeated `name[]`; one bare `name=value` means the same to the server. */
  strings: readonly string[];
  integers: readonly number[];
  /** Texts in one value, joined by commas; an empty list is an empty value, which means something to some endpoints. */
  list: readonly string[];
  /** An id, or one of the words for none and for any. */
  idOrWord: number | NoneOrAny;
  idsOrWord: readonly number[] | NoneOrAny;
  namesOrWord: readonly string[] | NoneOrAny;
  /** An object of parameters of its own: `name[key]=…` in a query, JSON in a body. */
  hash: Readonly<Record<string, unknown>>;
  /** An array of objects: `name[0][key]=…` in a query, JSON in a body. */
  hashes: readonly Readonly<Record<string, string>>[];
}
export type ParamKind = keyof ParamTypes;

/** Words in the place of ids and names: there is none, there is any (server-behavior.md#list-filters). */
export const NONE_OR_ANY = ['None', 'Any'] as const;
export type NoneOrAny = (typeof NONE_OR_ANY)[number];

/** One parameter as data. `_type` never holds a value: it carries the narrowed type to the compiler. */
export interface Param<T = unknown, Required extends boolean = boolean> {
  readonly kind: ParamKind;
  readonly required: Required;
  /** The only values that the server knows, where they are documented. */
  readonly values?: readonly string[];
  /** What a hash holds. */
  readonly fields?: Params;
  /** The most values that a list may have, where that is documented. */
  readonly most?: number;
  /** The most characters that a text may have, where that is documented. */
  readonly longest?: number;
  readonly _type?: T;
}
export type Params = Readonly<Record<string, Param>>;

type Optional<K extends ParamKind> = Param<ParamTypes[K], false>;

export const string: Optional<'string'> = { kind: 'string', required: false };
export const integer: Optional<'integer'> = { kind: 'integer', required: false };
export const boolean: Optional<'boolean'> = { kind: 'boolean', required: false };
export const hashes: Optional<'hashes'> = { kind: 'hashes', required: false };

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

/** One of a closed list of texts. */
export const oneOf = <const V extends readonly string[]>(values: V): Param<V[number], false> => ({
  kind: 'string',
  required: false,
  values,
});

/** Any number of a closed list of texts. */
export const someOf = <const V extends readonly string[]>(values: V): Param<readonly V[number][], false> => ({
  kind: 'strings',
  required: false,
  values,
});

type RequiredNames<S extends Params> = {
  [K in keyof S]: S[K] extends Param<unknown, true> ? K : never;
}[keyof S];
type ValueOf<P> = P extends Param<infer T> ? T : never;

/** The object of values that a set of parameters takes. */
export type ValuesOf<S extends Params> = { readonly [K in RequiredNames<S>]: ValueOf<S[K]> } & {
  readonly [K in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[K]> | undefined;
};
