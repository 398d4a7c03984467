import type * as z from 'zod/mini';
import type { Params, ValuesOf } from './params';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a success answer holds: one resource, one that may be missing (an empty body: 202, 204, 304), a list of them
 * (maybe paginated), bytes of a text, or nothing that counts.
 */
export type ResponseSpec<T = unknown> =
  | { readonly kind: 'one'; readonly schema: z.ZodMiniType<T> }
  | { readonly kind: 'optional'; readonly schema: z.ZodMiniType<T> }
  | { readonly kind: 'list'; readonly item: z.ZodMiniType<T> }
  | { readonly kind: 'text'; readonly _type?: T }
  | { readonly kind: 'none'; readonly _type?: T };

/** An endpoint as one row of data: both the client and the sandbox are driven by it. */
export interface Endpoint<
  Path extends string = string,
  Q extends Params = Params,
  B extends Params = Params,
  R extends ResponseSpec = ResponseSpec,
> {
  readonly method: Method;
  /** Below `{base_url}/api/v4`; a segment that starts with `:` is a parameter. */
  readonly path: Path;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  /**
   * Status codes of success. Servers differ (server-behavior.md#success-codes): any 2xx counts, and this lists the
   * known ones.
   */
  readonly success: readonly number[];
  /** Pagination that a list offers (server-behavior.md#pagination). */
  readonly pages: readonly ('offset' | 'keyset')[];
  /** Whose token it takes: a person's, or the token of a running job (server-behavior.md#tokens). */
  readonly token: 'personal' | 'job';
  /** Parameters of which only one may be given. */
  readonly exclusive: readonly (readonly [string, string])[];
  /** True where a body without any value is refused by the server (server-behavior.md#update). */
  readonly atLeastOne: boolean;
  /** True where answers hold secrets: nothing keeps them. */
  readonly secret: boolean;
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Everything that a call of the endpoint takes: path, query and body values in one object, by their wire names. */
export type ArgsOf<E> =
  E extends Endpoint<infer Path, infer Q, infer B>
    ? { readonly [K in Names<Path>]: string | number } & ValuesOf<Q> & ValuesOf<B>
    : never;

/** What a success answer of the endpoint is after validation; for a list, the type of one element. */
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
    Pick<Endpoint<Path, Q, B, R>, 'query' | 'body' | 'success' | 'pages' | 'token' | 'atLeastOne' | 'secret'>
  > & {
    readonly exclusive?: readonly (readonly [Given<Q, B>, Given<Q, B>])[];
  };

/** Names of parameters that a row declares; they are not inferred from where they are named again. */
type Given<Q extends Params, B extends Params> = NoInfer<Extract<keyof Q | keyof B, string>>;

// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the exact type of "no parameters"
type NoParams = {};

export function endpoint<
  const Path extends string,
  R extends ResponseSpec,
  Q extends Params = NoParams,
  B extends Params = NoParams,
>(row: Row<Path, Q, B, R>): Endpoint<Path, Q, B, R> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the default of Q and B is exactly this object
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
    ...row,
  };
}
