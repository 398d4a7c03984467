import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { clientKeySchema } from '../../../src/schemas/client-key';
import type { TestSandbox } from '../../sandbox/helpers/sandbox';

const run = promisify(execFile);

export const SHOP = path.resolve('test/clients/shop.mjs');

const outputSchema = z.object({
  flushed: z.boolean(),
  sent: z.array(z.object({ status: z.number(), encoding: z.string() })),
});

/**
 * Runs the program whose errors the public SDK reports. It must exit with 0 even if its reports are refused.
 */
export async function runShop(dsn: string, scenario: string): Promise<z.infer<typeof outputSchema>> {
  const { stdout } = await run(process.execPath, [SHOP, dsn, scenario]);
  return z.parse(outputSchema, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

/** Creates a client key in a project. Returns its ID and its DSN. */
export async function newKey(world: TestSandbox, project = 1): Promise<{ id: number; dsn: string }> {
  const response = await world.post(`/projects/${project}/error_tracking/client_keys`);
  const { id, sentry_dsn: dsn } = z.parse(clientKeySchema, await response.json());
  assert.ok(dsn);
  return { id, dsn };
}

const errorSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  culprit: z.string(),
  count: z.number(),
  userCount: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
const frameSchema = z.object({
  fileName: z.string(),
  function: z.string(),
  line: z.nullable(z.number()),
  traceContext: z.array(z.object({ line: z.number(), code: z.string() })),
});
const responseSchemaOf = <T>(sentryErrors: z.ZodMiniType<T>) =>
  z.object({ data: z.object({ project: z.object({ sentryErrors }) }) });
const listSchema = responseSchemaOf(z.object({ errors: z.object({ nodes: z.array(errorSchema) }) }));
const stackSchema = responseSchemaOf(
  z.object({
    detailedError: z.object({
      firstReleaseVersion: z.nullable(z.string()),
      tags: z.object({ level: z.string() }),
    }),
    errorStackTrace: z.object({ stackTraceEntries: z.array(frameSchema) }),
  }),
);

async function query(world: TestSandbox, what: string, variables: object): Promise<unknown> {
  const response = await fetch(`${world.sandbox.url}/api/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'PRIVATE-TOKEN': world.sandbox.tokens.reporter },
    body: JSON.stringify({ query: what, variables: { path: 'acme/storefront', ...variables } }),
  });
  return response.json();
}

/** Returns the errors of a project that match a search term, the most frequent first. */
export async function errorsFound(
  world: TestSandbox,
  term: string,
  path = 'acme/storefront',
): Promise<z.infer<typeof errorSchema>[]> {
  const what = `query ($path: ID!, $term: String) {
    project(fullPath: $path) { sentryErrors { errors(first: 50, searchTerm: $term, sort: "frequency") {
      nodes { id title type culprit count userCount firstSeen lastSeen }
    } } }
  }`;
  return z.parse(listSchema, await query(world, what, { term, path })).data.project.sentryErrors.errors.nodes;
}

/** Returns the details of an error and its stack trace, the outermost call first. */
export async function detailsOf(world: TestSandbox, { id }: { readonly id: string }) {
  const what = `query ($path: ID!, $details: ID!, $stack: ID!) {
    project(fullPath: $path) { sentryErrors {
      detailedError(id: $details) { firstReleaseVersion tags { level } }
      errorStackTrace(id: $stack) { stackTraceEntries { fileName function line traceContext { line code } } }
    } }
  }`;
  const number = id.slice(id.lastIndexOf('/') + 1);
  const kind = 'gid://gitlab/Gitlab::ErrorTracking';
  const ids = { details: `${kind}::DetailedError/${number}`, stack: `${kind}::ErrorStackTrace/${number}` };
  const { detailedError, errorStackTrace } = z.parse(stackSchema, await query(world, what, ids)).data.project
    .sentryErrors;
  return { ...detailedError, frames: errorStackTrace.stackTraceEntries };
}
