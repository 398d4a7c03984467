import type { ArgsOf, Endpoint, ResponseSpec, ResultOf } from './endpoint';
import type { Query, QueryArgs, QueryResult } from './query';
import type { Priority } from './transport';

/** One element of a list that did not have the expected shape; the others are unharmed. */
export interface ElementProblem {
  readonly index: number;
  /** JSON path inside the element and what was expected there; never a value. */
  readonly problem: string;
}

/**
 * One page of a list. `next` is the server's own address of the next page, unchanged (server-behavior.md#next-page).
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly problems: readonly ElementProblem[];
  readonly next: string | undefined;
  /** Number of all items; undefined where the server does not tell. */
  readonly total: number | undefined;
}

/** The items of several pages. */
export interface Collected<T> {
  readonly items: readonly T[];
  /** The list has more items: it is longer than the limit, or its next page can't be requested. */
  readonly cut: boolean;
  /** The address of the next page if it is on another origin; empty if the server doesn't tell it. */
  readonly foreign: string | undefined;
  /** How many pages were read. */
  readonly pages: number;
}

/** What reading a text gave. `rest` is what follows the asked offset, for servers that answer 206 to `Range`. */
export type TextAnswer =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'whole' | 'rest';
      readonly bytes: Uint8Array;
      readonly etag: string | undefined;
      /** True where the text was longer than `maxBytes` and reading stopped there. */
      readonly cut: boolean;
    };

/**
 * A text while it comes; can be read once, in one loop. Whoever does not read it to its end leaves the loop or
 * cancels it. It ends in an `ApiError` where the connection breaks or the signal aborts.
 */
export interface TextStream extends AsyncIterable<Uint8Array> {
  /** Known before the first byte: what came before is replaced by it, continued, or still holds. */
  readonly kind: 'whole' | 'rest' | 'unchanged';
  readonly etag: string | undefined;
  /** Its bytes; undefined where the server does not tell, or packs them. */
  readonly length: number | undefined;
  /** Of a file in a repository the id of its blob, where the server tells. */
  readonly blobId: string | undefined;
  /** True once the loop ended because the text is longer than `maxBytes`. */
  readonly cut: boolean;
  cancel(): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** What the user is looking at goes before what is polled in the background. Default `foreground`. */
  readonly priority?: Priority | undefined;
}
export interface PagesOptions extends CallOptions {
  /** Asks for the next page while one is still being read: for who wants them all, and soon. */
  readonly ahead?: boolean | undefined;
}
export interface CollectOptions extends PagesOptions {
  /** The following pages aren't requested. */
  readonly maxPages: number;
}
export interface PageOptions extends CallOptions {
  /** `next` of the page before; the arguments are then already in it. */
  readonly next?: string | undefined;
}
export interface TextOptions extends CallOptions {
  /** Sent as If-None-Match: the answer is `unchanged` while the text is the same. */
  readonly etag?: string | undefined;
  /** Bytes already here: asks for what follows them, where the server can do that. */
  readonly offset?: number | undefined;
  /** Default 50 MB. */
  readonly maxBytes?: number | undefined;
}

type With<K extends ResponseSpec['kind']> = Endpoint & { readonly response: { readonly kind: K } };

/** A typed client of one server for one account. Every call ends in data or in an `ApiError`. */
export interface Client {
  /** The server's address without trailing slash and without `/api/v4`, such as `https://host/gitlab`. */
  readonly base: string;
  /** Undefined where the answer holds nothing: "already so" (304), accepted (202), deleted (204). */
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
  text<E extends With<'text'>>(endpoint: E, args: ArgsOf<E>, options?: TextOptions): Promise<TextAnswer>;
  /** The same, as its bytes come. */
  stream<E extends With<'text'>>(endpoint: E, args: ArgsOf<E>, options?: TextOptions): Promise<TextStream>;
  /** Asks the GraphQL interface, for the few things that the REST one does not have. */
  query<Q extends Query>(query: Q, args: QueryArgs<Q>, options?: CallOptions): Promise<QueryResult<Q>>;
}
