import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import * as z from 'zod/mini';
import type { FaultPlan } from '../faults/plan';
import { BadRulesError } from '../faults/rules';
import { readBody, readBytes } from '../http/body';
import { namesLoopback } from '../http/host';
import { json, RefusalError, refuse, type Reply } from '../http/reply';
import type { SessionCounts } from '../world/errors/model';
import { type MergeSettingsChange, mergeSettingsChangeSchema } from '../world/merge-requests/merge-settings';
import { ROLES } from '../world/model';
import type { GranularToken } from './granular-tokens';
import type { Journal } from './journal';
import { KEEP_ALIVE_MS } from './service';

/** The operations of the sandbox that the admin server provides. */
export interface AdminOperations {
  readonly journal: Journal;
  readonly faults: FaultPlan;
  readonly guestToken: string;
  readonly readOnlyToken: string;
  advance(ms: number): void;
  /** Session counts of a project, as reported by SDKs. */
  sessions(projectId: number): SessionCounts | undefined;
  jobToken(jobId: number): string | undefined;
  issueGranularToken(token: GranularToken): string;
  requireGranularTokens(group: string): void;
  /** Changes how a project merges. False if there is no such project. */
  changeMergeSettings(change: MergeSettingsChange): boolean;
  /** Restores the state that the sandbox had after it started. `at`: the time of a stopped clock, in Unix milliseconds. */
  reset(options?: { readonly at?: number | undefined }): Promise<void>;
}

const granularTokenSchema = z.object({ role: z.enum([...ROLES, 'guest']), permissions: z.array(z.string()) });

type Handler = (sandbox: AdminOperations, request: IncomingMessage, url: URL) => Reply | Promise<Reply>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'POST /advance': async (sandbox, request) => {
    const { ms } = await readBody(request);
    const amount = Number(ms);
    if (!(amount >= 0) || !Number.isFinite(amount)) throw refuse.invalid('ms is invalid');
    sandbox.advance(amount);
    return json(200, { advanced: amount });
  },
  'POST /reset': async (sandbox, request) => {
    const { at } = await readBody(request);
    if (at !== undefined && !Number.isSafeInteger(at)) throw refuse.invalid('at is invalid');
    await sandbox.reset({ at: typeof at === 'number' ? at : undefined });
    return json(200, {});
  },
  'GET /requests': ({ journal }) => json(200, journal.entries),
  'DELETE /requests': ({ journal }) => {
    journal.clear();
    return json(200, []);
  },
  'GET /faults': ({ faults }) => json(200, faults.rules),
  'POST /faults': async ({ faults }, request) => {
    const text = (await readBytes(request)).toString('utf8');
    try {
      const rules: unknown = JSON.parse(text);
      faults.add(rules);
    } catch (error) {
      throw refuse.invalid(error instanceof BadRulesError ? error.message : 'The body must be JSON.');
    }
    return json(200, faults.rules);
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return json(200, []);
  },
  'GET /sessions': (sandbox, _request, url) => {
    const counts = sandbox.sessions(Number(url.searchParams.get('project_id')));
    if (counts === undefined) throw refuse.missing('Project');
    return json(200, counts);
  },
  'POST /merge-settings': async (sandbox, request) => {
    const change = mergeSettingsChangeSchema.safeParse(await readBody(request));
    if (!change.success) throw refuse.invalid('The body must contain settings of a project.');
    if (!sandbox.changeMergeSettings(change.data)) throw refuse.missing('Project');
    return json(200, {});
  },
  'POST /granular-token': async (sandbox, request) => {
    const token = granularTokenSchema.safeParse(await readBody(request));
    if (!token.success) throw refuse.invalid('The body must contain a role and permissions.');
    return json(201, { token: sandbox.issueGranularToken(token.data) });
  },
  'POST /granular-tokens-required': async (sandbox, request) => {
    const { group } = await readBody(request);
    if (typeof group !== 'string' || group === '') throw refuse.invalid('group is invalid');
    sandbox.requireGranularTokens(group);
    return json(200, {});
  },
  'GET /guest-token': ({ guestToken }) => json(200, { token: guestToken }),
  'GET /read-only-token': ({ readOnlyToken }) => json(200, { token: readOnlyToken }),
  'GET /job-token': (sandbox, _request, url) => {
    const token = sandbox.jobToken(Number(url.searchParams.get('job_id')));
    if (token === undefined) throw refuse.missing('Job');
    return json(200, { token });
  },
};

/** The secret and the path after it. */
const LAYOUT = /^\/([\w-]+)(\/.*)$/;

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Creates the admin server, with which tests control a sandbox that runs in a separate process. Its URL
 * contains a secret, because pages of any origin can send requests to ports of this machine.
 */
export function createAdmin(sandbox: AdminOperations, secret: string): Server {
  const server = createServer((request, response) => {
    const handleRequest = async (): Promise<Reply> => {
      const url = new URL(request.url ?? '/', 'http://admin');
      const [, given = '', path = ''] = LAYOUT.exec(url.pathname) ?? [];
      if (!namesLoopback(request) || !isSame(given, secret)) throw refuse.forbidden();
      const handler = HANDLERS[`${request.method ?? ''} ${path}`];
      if (handler === undefined) throw refuse.noRoute();
      return handler(sandbox, request, url);
    };
    handleRequest()
      .catch((error: unknown) =>
        error instanceof RefusalError ? error.reply : json(500, { message: '500 Internal Server Error' }),
      )
      .then(
        ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
        () => response.destroy(),
      );
  });
  // As for the service: a test that runs Git for some seconds would otherwise send its next request on a closed connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
