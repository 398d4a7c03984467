import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdmin } from './admin';
import { FaultPlan } from './faults/plan';
import { Throttle } from './faults/throttle';
import { Identity, type Tokens } from './http/identity';
import { Journal, type JournalEntry } from './http/journal';
import { createService } from './http/service';
import { worldClock } from './world/clock';
import { createWorld, type Seed } from './world/create-world';
import { JobTokens } from './world/job-tokens';

export interface SandboxOptions {
  /** 0 or absent: a free one. */
  readonly port?: number | undefined;
  readonly seed?: Seed | undefined;
  /** How many times faster than real time the world goes. */
  readonly speed?: number | undefined;
  /** The world stands still but for `advance`. */
  readonly still?: boolean | undefined;
  /** Starts the admin server on a port of its own; its address holds a secret. */
  readonly admin?: boolean | undefined;
  /** Everything is served below it, such as `/gitlab`. */
  readonly basePath?: string | undefined;
  readonly tokens?: Partial<Tokens> | undefined;
  /** What is to go wrong: rules of `faults/rules.ts`, checked at the start. */
  readonly faults?: unknown;
  /** How often everybody may ask in a minute; absent: as often as they like. */
  readonly throttle?: number | undefined;
  /** Lists go without totals, as on the hosted offering. */
  readonly hosted?: boolean | undefined;
  /** Pages of any origin may read answers. Absent: browsers let none but its own. */
  readonly cors?: boolean | undefined;
  /** Told of mistakes of the sandbox itself. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  readonly tokens: Tokens;
  /** Token of somebody who is only a guest; the program does not print it, its admin server tells it. */
  readonly guestToken: string;
  /** A token of the developer with the scope `read_api` only. */
  readonly readOnlyToken: string;
  readonly projects: readonly { readonly id: number; readonly path: string }[];
  /** Address of the admin server, where asked for. */
  readonly admin: string | undefined;
  /** Where the git repositories lie until `close`. */
  readonly folder: string;
  /** Lets world time pass at once. */
  advance(ms: number): void;
  /** What is to go wrong. */
  readonly faults: FaultPlan;
  /** What was asked so far, oldest first. */
  requests(): readonly JournalEntry[];
  /** The token of a running job (server-behavior.md#tokens); undefined where it does not run. */
  jobToken(jobId: number): string | undefined;
  /** Ends the servers and removes the files. */
  close(): Promise<void>;
}

/** Starts the demo service on the loopback address. Every start is a new world with new tokens. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed = 'demo', speed = 1, still = false, report = () => undefined } = options;
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const faults = new FaultPlan();
  if (options.faults !== undefined) faults.add(options.faults);
  const throttle = options.throttle === undefined ? undefined : new Throttle(options.throttle);
  const clock = worldClock(still ? 0 : speed);
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-sandbox-'));
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map(end));
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const world = await createWorld(clock, seed, folder);
    const tokens = { ...newTokens(), ...options.tokens };
    const [guestToken, readOnlyToken] = [newToken(), newToken()];
    const jobTokens = new JobTokens();
    const journal = new Journal();
    const steering = {
      journal,
      faults,
      guestToken,
      readOnlyToken,
      advance: (ms: number) => {
        clock.advance(ms);
        throttle?.advance(ms);
        world.move();
      },
      sessions: (projectId: number) => {
        const project = world.project(projectId);
        return project === undefined ? undefined : world.errors.sessionsOf(project).counts;
      },
      jobToken: (jobId: number) => {
        world.move();
        const job = world.job(jobId);
        return job === undefined ? undefined : jobTokens.of(job);
      },
    };
    const identity = new Identity(tokens, { guest: guestToken, readOnly: readOnlyToken }, jobTokens);
    const main = createService({
      world,
      identity,
      journal,
      folder,
      basePath,
      report,
      faults,
      throttle,
      hosted: options.hosted === true,
      cors: options.cors === true,
    });
    servers.push(main);
    const url = `${await listen(main, options.port ?? 0)}${basePath}`;
    let admin: string | undefined;
    if (options.admin === true) {
      const secret = randomBytes(24).toString('base64url');
      const server = createAdmin(steering, secret);
      servers.push(server);
      admin = `${await listen(server, 0)}/${secret}`;
    }
    return {
      url,
      tokens,
      guestToken,
      readOnlyToken,
      projects: world.projects.map(({ id, path: name }) => ({ id, path: name })),
      admin,
      folder,
      faults,
      advance: steering.advance,
      requests: () => [...journal.entries],
      jobToken: steering.jobToken,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In the shape of real ones, so that whatever masks those masks these. */
const newToken = (): string => `glpat-${randomBytes(15).toString('base64url')}`;
const newTokens = (): Tokens => ({
  owner: newToken(),
  maintainer: newToken(),
  developer: newToken(),
  reporter: newToken(),
});

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Many clients at once wait their turn: what finds no place in the queue is tried again only seconds later.
    server.listen({ port, host: '127.0.0.1', backlog: 4096 }, () => {
      server.off('error', reject);
      const address = server.address();
      const actual = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://127.0.0.1:${actual}`);
    });
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
