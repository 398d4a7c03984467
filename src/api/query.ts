import type * as z from 'zod/mini';
import type { Params, ValuesOf } from './params';

/**
 * A question to the GraphQL interface of a server as one row of data (an additional endpoint,
 * server-behavior.md#core-and-additional-endpoints).
 */
export interface Query<V extends Params = Params, T = unknown> {
  /** Its name in the text: what logs and errors call it. */
  readonly name: string;
  readonly text: string;
  readonly variables: V;
  /** Shape of `data`. What the token may not see is null there, and no error. */
  readonly data: z.ZodMiniType<T>;
}
export type QueryArgs<Q> = Q extends Query<infer V> ? ValuesOf<V> : never;
export type QueryResult<Q> = Q extends Query<Params, infer T> ? T : never;

export const query = <V extends Params, T>(row: Query<V, T>): Query<V, T> => row;
