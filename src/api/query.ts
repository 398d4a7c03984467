import type * as z from 'zod/mini';
import type { Params, ValuesOf } from './params';

/**
 * A GraphQL query as a data row (an additional endpoint, server-behavior.md#core-and-additional-endpoints).
 */
export interface Query<V extends Params = Params, T = unknown> {
  /** Its operation name, which logs and errors use. */
  readonly name: string;
  readonly text: string;
  readonly variables: V;
  /** Schema of `data`. Fields that the token can't see are null, without an error. */
  readonly data: z.ZodMiniType<T>;
}
export type QueryArgs<Q> = Q extends Query<infer V> ? ValuesOf<V> : never;
export type QueryResult<Q> = Q extends Query<Params, infer T> ? T : never;

/** A GraphQL mutation as a data row. Its name is the name of its only field, which returns `errors`. */
export interface Mutation<V extends Params = Params, T = unknown> extends Query<V, T> {
  readonly writes: true;
}

export const mutation = <V extends Params, T>(row: Omit<Mutation<V, T>, 'writes'>): Mutation<V, T> => ({
  ...row,
  writes: true,
});

export const query = <V extends Params, T>(row: Query<V, T>): Query<V, T> => row;
