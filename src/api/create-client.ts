import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { Credential } from './auth';
import type { BaseAddress } from './base-address';
import type {
  CallOptions,
  Client,
  Page,
  PageOptions,
  PagesOptions,
  TextAnswer,
  TextOptions,
  TextStream,
} from './client';
import type { Endpoint } from './endpoint';
import { ask } from './graphql';
import type { Query } from './query';
import { movedProject, onceEach, type Moved } from './moved';
import { labelOf, prepare } from './prepare';
import { oddSuccesses, readOne, type CallEndpoint } from './read-one';
import { readPage, readPages, type ListEndpoint } from './read-page';
import { readText, streamText } from './read-text';
import { createRunner } from './runner';
import type { Transport } from './transport';

export interface ClientPorts {
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
  /** Told once where a project is found under another reference, so that a store can remember it (doc 1 §1). */
  readonly onMoved?: ((moved: Moved) => void) | undefined;
}

/** The client before the endpoint's own types are put on: what its schema gave is `unknown` here. */
interface UntypedClient {
  readonly base: string;
  call(endpoint: CallEndpoint, args: unknown, options?: CallOptions): Promise<unknown>;
  page(endpoint: ListEndpoint, args: unknown, options?: PageOptions): Promise<Page<unknown>>;
  pages(endpoint: ListEndpoint, args: unknown, options?: PagesOptions): AsyncIterable<Page<unknown>>;
  text(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextAnswer>;
  stream(endpoint: Endpoint, args: unknown, options?: TextOptions): Promise<TextStream>;
  query(query: Query, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
}

/** Elements of one page that the log names; a server that sends more is broken in one way. */
const MOST_NOTED = 5;

/** A client of one server for one account. It holds no secret, and remembers only which moves were told. */
export function createClient(ports: ClientPorts): Client {
  const { base } = ports;
  const tell = onceEach((moved) => {
    try {
      ports.onMoved?.(moved);
    } catch {
      // The call itself succeeded, whatever its listener makes of this.
      ports.log.warn('a move of a project could not be remembered');
    }
  });
  const run = createRunner({
    ...ports,
    credential: ports.credential,
    random: ports.random ?? Math.random,
    onFollowed: (endpoint, from, to) => {
      const moved = movedProject(endpoint, base, from, to);
      if (moved !== undefined) tell(moved);
    },
  });

  const noted = (endpoint: ListEndpoint, page: Page<unknown>): Page<unknown> => {
    for (const { index, problem } of page.problems.slice(0, MOST_NOTED)) {
      ports.log.warn(`${labelOf(endpoint)}: element ${index} is left out (${problem})`);
    }
    return page;
  };

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
      noted(endpoint, await readPage(run, base, endpoint, args, options)),
    async *pages(endpoint, args, options) {
      for await (const page of readPages(run, base, endpoint, args, options)) yield noted(endpoint, page);
    },
    text: (endpoint, args, options) => readText(run, base, endpoint, args, options),
    stream: (endpoint, args, options) => streamText(run, base, endpoint, args, options),
    query: (query, args, options) => ask(run, base, query, args, options),
  };
  // `Client` says of each call what its own schema gives. That holds by construction, because every value above went
  // through exactly that schema, but the compiler cannot follow a conditional type through it.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- see above
  return untyped as Client;
}
