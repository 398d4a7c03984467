import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWorld, type Seed } from './demo/create-world';
import { FaultPlan } from './faults/plan';
import { Throttle } from './faults/throttle';
import { NEWEST_RELEASE, type Release } from './http/releases';
import { createAdmin } from './server/admin';
import { type GranularToken, GranularTokens, newToken } from './server/granular-tokens';
import { Identity, type Tokens } from './server/identity';
import { Journal, type JournalEntry } from './server/journal';
import { createService } from './server/service';
import { type WorldClock, worldClock } from './world/clock';
import type { SessionCounts } from './world/errors/model';
import { JobTokens } from './world/job-tokens';
import { changedSettings, type MergeSettingsChange } from './world/merge-requests/merge-settings';
import type { World } from './world/world';

export interface SandboxOptions {
  /** 0 or undefined: use a free port. */
  readonly port?: number | undefined;
  readonly seed?: Seed | undefined;
  /** Speed of the world's clock relative to real time. */
  readonly speed?: number | undefined;
  /** The world's clock is stopped and only changes with `advance`. */
  readonly still?: boolean | undefined;
  /** Starts the admin server on a separate port. Its URL contains a secret. */
  readonly admin?: boolean | undefined;
  /** Base path of all URLs, such as `/gitlab`. */
  readonly basePath?: string | undefined;
  readonly tokens?: Partial<Tokens> | undefined;
  /** Faults to inject: rules as defined in `faults/rules.ts`, validated at startup. */
  readonly faults?: unknown;
  /** Maximum number of requests per minute and client; undefined: no limit. */
  readonly throttle?: number | undefined;
  /** Lists have no total counts, as on the hosted service. */
  readonly hosted?: boolean | undefined;
  /** Release of the service whose features and version the sandbox has. By default, the newest. */
  readonly release?: Release | undefined;
  /**
   * Allows pages of any origin to read responses. By default, browsers allow this only for the sandbox's own
   * origin.
   */
  readonly cors?: boolean | undefined;
  /** Called with unexpected errors of the sandbox. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  readonly tokens: Tokens;
  /** Token of a user with the Guest role. It isn't printed; the admin server returns it. */
  readonly guestToken: string;
  /** A token of the developer with the scope `read_api` only. */
  readonly readOnlyToken: string;
  readonly projects: readonly { readonly id: number; readonly path: string }[];
  /** URL of the admin server, if it was started. */
  readonly admin: string | undefined;
  /** Advances the world's clock immediately. */
  advance(ms: number): void;
  /** The faults to inject. */
  readonly faults: FaultPlan;
  /** The requests so far, oldest first. */
  requests(): readonly JournalEntry[];
  /** Returns the token of a running job (server-behavior.md#tokens); undefined if the job isn't running. */
  jobToken(jobId: number): string | undefined;
  /** Returns a new fine-grained token. */
  issueGranularToken(token: GranularToken): string;
  /** Refuses other tokens than fine-grained ones for the projects of a group. */
  requireGranularTokens(group: string): void;
  /** Changes how a project merges. False if there is no such project. */
  changeMergeSettings(change: MergeSettingsChange): boolean;
  /**
   * Restores the state after the start. The URLs and tokens of the servers don't change. `at`: the time of a stopped
   * clock, in Unix milliseconds; by default, the time of the start.
   */
  reset(options?: { readonly at?: number | undefined }): Promise<void>;
  /** Stops the servers and deletes the files. */
  close(): Promise<void>;
}

/** Starts the sandbox on the loopback address. Every start creates a new world with new tokens. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed = 'demo', speed = 1, still = false, report = () => undefined } = options;
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  const faults = new FaultPlan();
  if (options.faults !== undefined) faults.add(options.faults);
  const throttle = options.throttle === undefined ? undefined : new Throttle(options.throttle);
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-sandbox-'));
  const start = { seed, speed: still ? 0 : speed, at: Date.now(), folder };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map(end));
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    let state = await newState(start);
    const tokens = { ...newTokens(), ...options.tokens };
    const [guestToken, readOnlyToken] = [newToken(), newToken()];
    const jobTokens = new JobTokens();
    const granular = new GranularTokens();
    const journal = new Journal();
    const current = (): State => state;
    const reset: Sandbox['reset'] = async ({ at = start.at } = {}) => {
      const old = state.repositories;
      state = await newState({ ...start, at });
      for (const each of [faults, journal, jobTokens, granular, throttle]) each?.clear();
      await rm(old, { recursive: true, force: true, maxRetries: 3 });
    };
    const steering = {
      journal,
      faults,
      guestToken,
      readOnlyToken,
      reset,
      ...granularControls(granular),
      ...controls(current, jobTokens, throttle),
    };
    const more = { guest: guestToken, readOnly: readOnlyToken };
    const identity = new Identity(tokens, more, jobTokens, granular);
    const main = createService(() => ({
      world: state.world,
      identity,
      journal,
      basePath,
      report,
      faults,
      throttle,
      hosted: options.hosted === true,
      release: options.release ?? NEWEST_RELEASE,
      cors: options.cors === true,
    }));
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
      projects: state.world.projects.map(({ id, path: name }) => ({ id, path: name })),
      admin,
      faults,
      advance: steering.advance,
      requests: () => [...journal.entries],
      jobToken: steering.jobToken,
      ...granularControls(granular),
      changeMergeSettings: steering.changeMergeSettings,
      reset: steering.reset,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** State that `reset` replaces. */
interface State {
  readonly world: World;
  readonly clock: WorldClock;
  /** Folder of the git repositories. */
  readonly repositories: string;
}

/** How each state of a sandbox starts. A stopped clock (speed 0) starts at `at`. */
interface Start {
  readonly seed: Seed;
  readonly speed: number;
  readonly at: number;
  readonly folder: string;
}

async function newState({ seed, speed, at, folder }: Start): Promise<State> {
  const clock = speed === 0 ? worldClock(0, () => at) : worldClock(speed);
  const repositories = await mkdtemp(path.join(folder, 'repositories-'));
  return { clock, repositories, world: await createWorld(clock, seed, repositories) };
}

/** The operations for fine-grained tokens. */
const granularControls = (granular: GranularTokens) => ({
  issueGranularToken: (token: GranularToken): string => granular.issue(token),
  requireGranularTokens: (group: string): void => {
    granular.require(group);
  },
});

/** The operations of the admin server that concern the current state. */
const controls = (current: () => State, jobTokens: JobTokens, throttle: Throttle | undefined) => ({
  advance: (ms: number): void => {
    current().clock.advance(ms);
    throttle?.advance(ms);
    current().world.move();
  },
  sessions: (projectId: number) => sessionsOf(current().world, projectId),
  jobToken: (jobId: number): string | undefined => {
    const { world } = current();
    world.move();
    const job = world.job(jobId);
    return job === undefined ? undefined : jobTokens.of(job);
  },
  changeMergeSettings: (change: MergeSettingsChange) => changeMergeSettings(current().world, change),
});

function sessionsOf(world: World, projectId: number): SessionCounts | undefined {
  const project = world.project(projectId);
  return project === undefined ? undefined : world.errors.sessionsOf(project).counts;
}

function changeMergeSettings(world: World, change: MergeSettingsChange): boolean {
  const project = world.project(change.project_id);
  if (project === undefined) return false;
  project.mergeSettings = changedSettings(project.mergeSettings, change);
  return true;
}

const newTokens = (): Tokens => ({
  owner: newToken(),
  maintainer: newToken(),
  developer: newToken(),
  reporter: newToken(),
});

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // A large backlog for many simultaneous clients: connections that don't fit are retried only after
    // seconds.
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
