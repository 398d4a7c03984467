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
  TextAnswer,
  TextOptions,
  TextStream,
} from './client';
import { collect } from './collect';
import type { Endpoint } from './endpoint';
import { ask } from './graphql';
import { type Moved, movedProject, onceEach } from './moved';
import { labelOf, prepare } from './prepare';
import type { Query } from './query';
import { type CallEndpoint, oddSuccesses, readOne } from './read-one';
import { type ListEndpoint, readPage, readPages } from './read-page';
import { readText, streamText } from './read-text';
import { type Connection, createRunner } from './runner';
import type { Transport } from './transport';

export interface ClientDeps {
  readonly base: BaseAddress;
  /** Whose token is sent; without it every request is anonymous. Asked for the token on every request. */
  readonly credential?: Credential | undefined;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Between 0 and 1; spreads the waits between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Gets one line per attempt at debug level: method, path pattern, status, time; and a warning for an element of a
   * list that did not have its shape. Never values or secrets.
   */
  readonly log: Log;
  /**
   * Told once where a project is found under another reference, so that a store can remember it
   * (server-behavior.md#moved-projects).
   */
  readonly onMoved?: ((moved: Moved) => void) | undefined;
}

/** The client before the endpoint's own types are put on: what its schema gave is `unknown` here. */
interface UntypedClient {
  readonly base: string;
  call(endpoint: CallEndpoint, args: unknown, options?: CallOptions): Promise<unknown>;
  page(endpoint: ListEndpoint, args: unknown, options?: PageOptions): Promise<Page<unknown>>;
  pages(endpoint: ListEndpoint, args: unknown, options?: PagesOptions): AsyncIterable<Page<unknown>>;
  collect(endpoint: ListEndpoint, args: unknown, options: CollectOptions): Promise<Collected<unknown>>;
  text(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextAnswer>;
  stream(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextStream>;
  query(query: Query, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
}

/** Elements of one page that the log names; a server that sends more is broken in one way. */
const MAX_NOTED = 5;

/** A client of one server for one account. It holds no secret, and remembers only which moves were told. */
export function createClient(deps: ClientDeps): Client {
  const { base } = deps;
  const onMoved = onceEach((moved) => {
    try {
      deps.onMoved?.(moved);
    } catch {
      // The call itself succeeded, whatever its listener makes of this.
      deps.log.warn("Couldn't store the new path of a project.");
    }
  });
  const run = createRunner({
    ...deps,
    credential: deps.credential,
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
    call: async (endpoint, args, options = {}) => {
      const { url, body } = prepare(endpoint, base, args);
      return run({
        endpoint,
        url,
        body,
        headers: { accept: 'application/json' },
        signal: options.signal,
        priority: options.priority,
        accepts: oddSuccesses(endpoint),
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
    query: (query, args, options) => ask(connection, query, args, options),
  };
  // `Client` says of each call what its own schema gives. That holds by construction, because every value above went
  // through exactly that schema, but the compiler cannot follow a conditional type through it.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- see above
  return untyped as Client;
}
