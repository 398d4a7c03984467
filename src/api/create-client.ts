import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { Credential } from './auth';
import type { BaseAddress } from './base-address';
import type {
  CallOptions,
  Client,
  Collected,
  CollectOptions,
  Page,
  PageOptions,
  PagesOptions,
  TextOptions,
  TextResult,
  TextStream,
} from './client';
import type { Endpoint } from './endpoint';
import { isApiError } from './errors';
import { ask } from './graphql';
import { type Moved, movedProject, onceEach } from './moved';
import { labelOf, prepare } from './prepare';
import type { Mutation, Query } from './query';
import { type CallEndpoint, otherSuccesses, readOne } from './read-one';
import { type ListEndpoint, readPage, readPages } from './read-page';
import { lengthOfText, readText, streamText } from './read-text';
import { type Connection, createRunner } from './runner';
import type { Transport } from './transport';
import { WriteNumbers } from './write-numbers';

export interface ClientDeps {
  readonly base: BaseAddress;
  /** Provides the token. Without it, all requests are anonymous. Called for each request. */
  readonly credential?: Credential | undefined;
  readonly transport: Transport;
  /**
   * Shared by all clients, so that reads of one client take the writes of the others into account. Default: those of
   * this client.
   */
  readonly writes?: WriteNumbers | undefined;
  readonly clock: Clock;
  /** Returns a number between 0 and 1 that randomizes the waits between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Gets one debug line per attempt (method, path pattern, status, time) and a warning for each list element
   * that doesn't match the schema. Never values or secrets.
   */
  readonly log: Log;
  /**
   * Called once per project that was found under another path, so that the new path can be stored
   * (server-behavior.md#moved-projects).
   */
  readonly onMoved?: ((moved: Moved) => void) | undefined;
}

/** The client before it gets the types of the endpoints: here, the schema's output is `unknown`. */
interface UntypedClient {
  readonly base: string;
  readonly writeNumber: number;
  call(endpoint: CallEndpoint, args: unknown, options?: CallOptions): Promise<unknown>;
  page(endpoint: ListEndpoint, args: unknown, options?: PageOptions): Promise<Page<unknown>>;
  pages(endpoint: ListEndpoint, args: unknown, options?: PagesOptions): AsyncIterable<Page<unknown>>;
  collect(endpoint: ListEndpoint, args: unknown, options: CollectOptions): Promise<Collected<unknown>>;
  text(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextResult>;
  stream(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextStream>;
  textLength(endpoint: Endpoint, args: unknown, options?: CallOptions): Promise<number | undefined>;
  query(query: Query, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  mutate(
    mutation: Mutation,
    args: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<unknown>;
}

/** Maximum number of invalid elements that are logged per page; more of them have the same cause. */
const MAX_NOTED = 5;

/**
 * Creates a client of one server for one account. It stores no secrets, only which moved projects were
 * reported.
 */
export function createClient(deps: ClientDeps): Client {
  const { base, writes = new WriteNumbers() } = deps;
  const onMoved = onceEach((moved) => {
    try {
      deps.onMoved?.(moved);
    } catch (error) {
      // The call itself succeeded, so errors of the listener are ignored.
      deps.log.warn(`Couldn't store the new path of a project: ${String(error)}`);
    }
  });
  const run = createRunner({
    ...deps,
    credential: deps.credential,
    writes,
    random: deps.random ?? Math.random,
    onFollowed: (endpoint, from, to) => {
      const moved = movedProject(endpoint, base, from, to);
      if (moved !== undefined) onMoved(moved);
    },
  });

  const noted = (endpoint: ListEndpoint, page: Page<unknown>): Page<unknown> => {
    for (const { index, problem } of page.problems.slice(0, MAX_NOTED)) {
      deps.log.warn(`${labelOf(endpoint)}: ignored element ${index} (${problem})`);
    }
    return page;
  };

  const connection: Connection = { base, run };
  const untyped: UntypedClient = {
    base: base.base,
    get writeNumber() {
      return writes.of(base.base);
    },
    call: async (endpoint, args, options = {}) => {
      const { url, body } = prepare(endpoint, base, args);
      return run({
        endpoint,
        url,
        body,
        headers: { accept: 'application/json' },
        signal: options.signal,
        priority: options.priority,
        accepts: otherSuccesses(endpoint),
        read: (response, fail) => readOne(endpoint, response, fail),
      });
    },
    page: async (endpoint, args, options) =>
      noted(endpoint, await readPage(connection, endpoint, args, options)),
    collect: (endpoint, args, { maxPages, ...options }) =>
      collect(untyped.pages(endpoint, args, options), maxPages),
    async *pages(endpoint, args, options) {
      for await (const page of readPages(connection, endpoint, args, options)) yield noted(endpoint, page);
    },
    text: (endpoint, args, options) => readText(connection, endpoint, args, options),
    stream: (endpoint, args, options) => streamText(connection, endpoint, args, options),
    textLength: (endpoint, args, options) => lengthOfText(connection, endpoint, args, options),
    query: (query, args, options) => ask(connection, query, args, options),
    mutate: (mutation, args, options) => ask(connection, mutation, args, options),
  };
  // `Client` types the result of each call by its schema. This holds by construction, because every value
  // above passed through that schema, but the compiler can't follow a conditional type through it.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return untyped as Client;
}

/**
 * Collects the items of at most `maxPages` pages. If the next page is on another origin, returns the items
 * before it.
 */
async function collect<T>(pages: AsyncIterable<Page<T>>, maxPages: number): Promise<Collected<T>> {
  const items: T[] = [];
  let read = 0;
  let next: string | undefined;
  let foreign: string | undefined;
  try {
    for await (const page of pages) {
      items.push(...page.items);
      next = page.next;
      read += 1;
      if (read >= maxPages) break;
    }
  } catch (error) {
    if (read === 0 || !isApiError(error, 'moved')) throw error;
    foreign = error.location ?? '';
  }
  return { items, cut: next !== undefined, foreign, pages: read };
}
