import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { clientKeySchema } from '../../../src/schemas/client-key';
import { type Ask, type TestSandbox } from './sandbox';

export const HOUR = 60 * 60_000;

const errorSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  count: z.number(),
  userCount: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
const listSchema = z.object({
  data: z.object({
    project: z.object({
      sentryErrors: z.object({
        errors: z.object({
          nodes: z.array(errorSchema),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        }),
      }),
    }),
  }),
});

const LIST = `query errors($path: ID!, $first: Int = 20, $after: String, $term: String, $sort: String) {
  project(fullPath: $path) { sentryErrors { errors(first: $first, after: $after, searchTerm: $term, sort: $sort) {
    nodes { ...row } pageInfo { hasNextPage endCursor } } } }
}
fragment row on SentryError { id title count userCount firstSeen lastSeen }`;

/** A client of one project's error tracking: sends events as an SDK does, and reads errors. */
export class Tracker {
  readonly #world: TestSandbox;
  readonly dsn: URL;

  constructor(world: TestSandbox, dsn: string) {
    this.#world = world;
    this.dsn = new URL(dsn);
  }

  get key(): string {
    return this.dsn.username;
  }

  /** The URL of an endpoint. In the public protocol, `…/PATH/ID` posts to `…/PATH/api/ID/what/`. */
  address(what: string): string {
    const { origin, pathname } = this.dsn;
    const at = pathname.lastIndexOf('/');
    return `${origin}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/${what}/`;
  }

  send(what: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.address(what), {
      method: 'POST',
      headers: { 'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${this.key}`, ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  }

  async query(query: string, variables: object = {}, ask: Ask = {}): Promise<unknown> {
    const response = await fetch(`${this.#world.sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(ask.as === 'nobody' ? {} : { 'PRIVATE-TOKEN': this.#world.sandbox.tokens.developer }),
        ...ask.headers,
      },
      body: JSON.stringify({ query, variables: { path: 'acme/storefront', ...variables } }),
    });
    return response.json();
  }

  async errors(variables: object = {}) {
    const { data } = z.parse(listSchema, await this.query(LIST, variables));
    return data.project.sentryErrors.errors;
  }
}

export async function trackerOf(world: TestSandbox): Promise<Tracker> {
  const response = await world.post('/projects/1/error_tracking/client_keys');
  assert.equal(response.status, 201);
  return new Tracker(world, z.parse(clientKeySchema, await response.json()).sentry_dsn ?? '');
}

const frame = (name: string, own = true) => ({
  function: name,
  filename: `src/${name}.ts`,
  lineno: 10,
  colno: 3,
  in_app: own,
  pre_context: ['before'],
  context_line: `${name}();`,
  post_context: ['after'],
});
export const exception = (type: string, value: string, names: readonly string[], more: object = {}) => ({
  event_id: 'A'.repeat(8) + '0'.repeat(24),
  exception: { values: [{ type, value, stacktrace: { frames: names.map((name) => frame(name)) } }] },
  ...more,
});
export const envelope = (event: object): string => `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
