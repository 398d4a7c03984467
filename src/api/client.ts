import type { ArgsOf, Endpoint, ResponseSpec, ResultOf } from './endpoint';
import type { Mutation, Query, QueryArgs, QueryResult } from './query';
import type { Priority } from './transport';

/** A list element that doesn't match the schema; the others aren't affected. */
export interface ElementProblem {
  readonly index: number;
  /** JSON path inside the element and the expected type, never a value. */
  readonly problem: string;
}

/**
 * One page of a list. `next` is the URL of the next page as sent by the server
 * (server-behavior.md#next-page).
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly problems: readonly ElementProblem[];
  readonly next: string | undefined;
  /** Total number of items; undefined if the server doesn't send it. */
  readonly total: number | undefined;
}

/** The items of several pages. */
export interface Collected<T> {
  readonly items: readonly T[];
  /** The list has more items: it exceeds the limit, or its next page can't be requested. */
  readonly cut: boolean;
  /** The URL of the next page if it is on another origin; empty if the server doesn't send one. */
  readonly foreign: string | undefined;
  /** Number of pages that were read. */
  readonly pages: number;
}

/**
 * The result of reading a text. `rest` is the part after the requested offset, for servers that respond with
 * 206 to `Range`.
 */
export type TextResult =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'whole' | 'rest';
      readonly bytes: Uint8Array;
      readonly etag: string | undefined;
      /** True if the text was longer than `maxBytes` and reading stopped there. */
      readonly cut: boolean;
    };

/**
 * A text that is read in chunks, once, in a single loop. Callers that don't read to the end leave the loop or
 * call `cancel`. Ends with an `ApiError` if the connection breaks or the signal aborts.
 */
export interface TextStream extends AsyncIterable<Uint8Array> {
  /**
   * Known before the first byte: whether the text replaces the cached bytes, continues them, or is unchanged.
   */
  readonly kind: 'whole' | 'rest' | 'unchanged';
  readonly etag: string | undefined;
  /** Size in bytes; undefined if the server doesn't send it or compresses the text. */
  readonly length: number | undefined;
  /** The blob ID of a file in a repository, if the server sends it. */
  readonly blobId: string | undefined;
  /** True once the loop ended because the text is longer than `maxBytes`. */
  readonly cut: boolean;
  cancel(): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests of the user take precedence over polling in the background. Default `foreground`. */
  readonly priority?: Priority | undefined;
}
export interface PagesOptions extends CallOptions {
  /** Requests the next page while the current one is being read, for callers that need all pages soon. */
  readonly ahead?: boolean | undefined;
}
export interface CollectOptions extends PagesOptions {
  /** The following pages aren't requested. */
  readonly maxPages: number;
}
export interface PageOptions extends CallOptions {
  /** `next` of the previous page; it already contains the arguments. */
  readonly next?: string | undefined;
}
export interface TextOptions extends CallOptions {
  /** Sent as If-None-Match: the result is `unchanged` if the text is the same. */
  readonly etag?: string | undefined;
  /** Number of cached bytes: requests only the rest if the server supports it. */
  readonly offset?: number | undefined;
  /** Default 50 MB. */
  readonly maxBytes?: number | undefined;
}

type With<K extends ResponseSpec['kind']> = Endpoint & { readonly response: { readonly kind: K } };

/** A typed client of one server for one account. Each call ends with data or an `ApiError`. */
export interface Client {
  /** The server's URL without trailing slash and without `/api/v4`, for example `https://host/gitlab`. */
  readonly base: string;
  /**
   * Changes whenever a write to the server is sent or ends. The result of a read that began with another
   * number may not include a write.
   */
  readonly writeNumber: number;
  /** Undefined if the response has no content: not modified (304), accepted (202), or deleted (204). */
  call<E extends With<'one' | 'optional' | 'none'>>(
    endpoint: E,
    args: ArgsOf<E>,
    options?: CallOptions,
  ): Promise<ResultOf<E>>;
  page<E extends With<'list'>>(
    endpoint: E,
    args: ArgsOf<E>,
    options?: PageOptions,
  ): Promise<Page<ResultOf<E>>>;
  pages<E extends With<'list'>>(
    endpoint: E,
    args: ArgsOf<E>,
    options?: PagesOptions,
  ): AsyncIterable<Page<ResultOf<E>>>;
  collect<E extends With<'list'>>(
    endpoint: E,
    args: ArgsOf<E>,
    options: CollectOptions,
  ): Promise<Collected<ResultOf<E>>>;
  text<E extends With<'text'>>(endpoint: E, args: ArgsOf<E>, options?: TextOptions): Promise<TextResult>;
  /** Reads a text like `text`, but in chunks of bytes. */
  stream<E extends With<'text'>>(endpoint: E, args: ArgsOf<E>, options?: TextOptions): Promise<TextStream>;
  /** The size of a text in bytes, without reading it; undefined if the server doesn't send it. */
  textLength<E extends With<'text'>>(
    endpoint: E,
    args: ArgsOf<E>,
    options?: CallOptions,
  ): Promise<number | undefined>;
  /** Runs a GraphQL query, for the few things that the REST API doesn't offer. */
  query<Q extends Query>(query: Q, args: QueryArgs<Q>, options?: CallOptions): Promise<QueryResult<Q>>;
  /** Runs a GraphQL mutation. Like other writes, it is never sent twice. */
  mutate<M extends Mutation>(mutation: M, args: QueryArgs<M>, options?: CallOptions): Promise<QueryResult<M>>;
}
