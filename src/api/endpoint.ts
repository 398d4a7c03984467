import type * as z from 'zod/mini';
import type { Params, ValuesOf } from './params';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Content of a successful response: one resource, an optional one (empty body: 202, 204, 304), a list
 * (possibly paginated), text, or nothing relevant.
 */
export type ResponseSpec<T = unknown> =
  | { readonly kind: 'one'; readonly schema: z.ZodMiniType<T> }
  | { readonly kind: 'optional'; readonly schema: z.ZodMiniType<T> }
  | { readonly kind: 'list'; readonly item: z.ZodMiniType<T> }
  | { readonly kind: 'text'; readonly _type?: T }
  | { readonly kind: 'none'; readonly _type?: T };

/** An endpoint as a data row that both the client and the sandbox use. */
export interface Endpoint<
  Path extends string = string,
  Q extends Params = Params,
  B extends Params = Params,
  R extends ResponseSpec = ResponseSpec,
> {
  readonly method: Method;
  /**
   * Relative to `{base_url}/api/v4`; segments that start with `:` are parameters. A last segment that starts with
   * `*` is a path of one or more segments.
   */
  readonly path: Path;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  /**
   * Status codes of success. Servers differ (server-behavior.md#success-codes): any 2xx counts; this lists
   * the known ones.
   */
  readonly success: readonly number[];
  /** Pagination that the list supports (server-behavior.md#pagination). */
  readonly pages: readonly ('offset' | 'keyset')[];
  /** The kind of token that it accepts: a user's, or that of a running job (server-behavior.md#tokens). */
  readonly token: 'personal' | 'job';
  /** Mutually exclusive parameters. */
  readonly exclusive: readonly (readonly [string, string])[];
  /** True if the server rejects an empty body (server-behavior.md#update). */
  readonly atLeastOne: boolean;
  /** True if responses contain secrets; they are never cached. */
  readonly secret: boolean;
  /** True if the server may redirect to another host that stores the file (server-behavior.md#file-storage). */
  readonly storage: boolean;
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*${infer Name}`
      ? Name
      : never;

/** All arguments of a call: path, query, and body values in one object, by their API names. */
export type ArgsOf<E> =
  E extends Endpoint<infer Path, infer Q, infer B>
    ? { readonly [K in Names<Path>]: string | number } & ValuesOf<Q> & ValuesOf<B>
    : never;

/** The validated result of a successful response; for a list, the element type. */
export type ResultOf<E> = E extends { readonly response: { readonly kind: 'none' } }
  ? undefined
  : E extends { readonly response: { readonly kind: 'optional'; readonly schema: z.ZodMiniType<infer T> } }
    ? T | undefined
    : E extends { readonly response: ResponseSpec<infer T> }
      ? T
      : never;

export const one = <T>(schema: z.ZodMiniType<T>) => ({ kind: 'one', schema }) as const;
export const list = <T>(item: z.ZodMiniType<T>) => ({ kind: 'list', item }) as const;
export const oneOrNone = <T>(schema: z.ZodMiniType<T>) => ({ kind: 'optional', schema }) as const;
export const text = { kind: 'text' } as const;
export const nothing = { kind: 'none' } as const;

type Row<Path extends string, Q extends Params, B extends Params, R extends ResponseSpec> = Pick<
  Endpoint<Path, Q, B, R>,
  'method' | 'path' | 'response'
> &
  Partial<
    Pick<
      Endpoint<Path, Q, B, R>,
      'query' | 'body' | 'success' | 'pages' | 'token' | 'atLeastOne' | 'secret' | 'storage'
    >
  > & {
    readonly exclusive?: readonly (readonly [Given<Q, B>, Given<Q, B>])[];
  };

/** Parameter names as declared by a row. Prevents inference from other occurrences. */
type Given<Q extends Params, B extends Params> = NoInfer<Extract<keyof Q | keyof B, string>>;

// oxlint-disable-next-line typescript/no-empty-object-type -- the exact type of "no parameters"
type NoParams = {};

export function endpoint<
  const Path extends string,
  R extends ResponseSpec,
  Q extends Params = NoParams,
  B extends Params = NoParams,
>(row: Row<Path, Q, B, R>): Endpoint<Path, Q, B, R> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the default of Q and B is exactly this object
  const none = {} as Q & B;
  return {
    query: none,
    body: none,
    success: [200],
    pages: [],
    token: 'personal',
    exclusive: [],
    atLeastOne: false,
    secret: false,
    storage: false,
    ...row,
  };
}
