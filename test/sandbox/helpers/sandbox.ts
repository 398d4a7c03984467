import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index';
import type { Role } from '../../../src/sandbox/world/model';
import { type Bridge, bridgeSchema, type Job, jobSchema } from '../../../src/schemas/job';
import { type Pipeline, pipelineSchema } from '../../../src/schemas/pipeline';

/** Options of a test's request. */
export interface Ask {
  readonly as?: Role | 'nobody';
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string;
}

/** A sandbox with a stopped clock, and methods for requests with fetch. */
export class TestSandbox {
  readonly sandbox: Sandbox;
  readonly mistakes: unknown[];

  constructor(sandbox: Sandbox, mistakes: unknown[]) {
    this.sandbox = sandbox;
    this.mistakes = mistakes;
  }

  #token(role: Role): string {
    return role === 'guest' ? this.sandbox.guestToken : this.sandbox.tokens[role];
  }

  /** Sends a request to a path below `/api/v4`. */
  ask(
    path: string,
    { as = 'maintainer', method = 'GET', headers = {}, json, body }: Ask = {},
  ): Promise<Response> {
    const sent = json === undefined ? body : JSON.stringify(json);
    return fetch(`${this.sandbox.url}/api/v4${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === 'nobody' ? {} : { 'PRIVATE-TOKEN': this.#token(as) }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
  }

  post(path: string, ask: Ask = {}): Promise<Response> {
    return this.ask(path, { ...ask, method: 'POST' });
  }

  async #read<T>(schema: z.ZodMiniType<T>, path: string): Promise<T> {
    const response = await this.ask(path);
    assert.equal(response.status, 200, path);
    return z.parse(schema, await response.json());
  }

  job(id: number): Promise<Job> {
    return this.#read(jobSchema, `/projects/1/jobs/${id}`);
  }

  pipeline(id: number): Promise<Pipeline> {
    return this.#read(pipelineSchema, `/projects/1/pipelines/${id}`);
  }

  pipelines(query = ''): Promise<Pipeline[]> {
    return this.#read(z.array(pipelineSchema), `/projects/1/pipelines?per_page=100&${query}`);
  }

  jobs(query = ''): Promise<Job[]> {
    return this.#read(z.array(jobSchema), `/projects/1/jobs?per_page=100&${query}`);
  }

  jobsOf(pipeline: number, query = ''): Promise<Job[]> {
    return this.#read(z.array(jobSchema), `/projects/1/pipelines/${pipeline}/jobs?per_page=100&${query}`);
  }

  bridgesOf(pipeline: number, project = 1): Promise<Bridge[]> {
    return this.#read(
      z.array(bridgeSchema),
      `/projects/${project}/pipelines/${pipeline}/bridges?per_page=100`,
    );
  }

  /** Returns the first matching job of the latest 500. Throws if there is none. */
  async findJob(status: string, fits: (job: Job) => boolean = () => true): Promise<Job> {
    for (let page = 1; page <= 5; page++) {
      const found = (await this.jobs(`scope=${status}&page=${page}`)).find(fits);
      if (found !== undefined) return found;
    }
    throw new Error(`no such job: ${status}`);
  }

  async trace(id: number): Promise<string> {
    const response = await this.ask(`/projects/1/jobs/${id}/trace`);
    assert.equal(response.status, 200);
    return response.text();
  }

  /** Returns the job with a name in the latest push pipeline of main. */
  async fresh(name: string): Promise<Job> {
    const [newest] = await this.pipelines('ref=main&source=push');
    assert.ok(newest);
    const job = (await this.jobsOf(newest.id)).find((each) => each.name === name);
    assert.ok(job, name);
    return job;
  }
}

/** Starts a sandbox for the tests of the surrounding `describe`. */
export function withSandbox(options: SandboxOptions = {}, each: 'each' | 'once' = 'once'): () => TestSandbox {
  let current: TestSandbox | undefined;
  const [start, end] = each === 'each' ? [beforeEach, afterEach] : [before, after];
  start(async () => {
    const mistakes: unknown[] = [];
    const sandbox = await startSandbox({
      still: true,
      ...options,
      report: (error) => mistakes.push(error),
    });
    current = new TestSandbox(sandbox, mistakes);
  });
  end(async () => {
    const { sandbox, mistakes } = get();
    current = undefined;
    await sandbox.close();
    assert.deepEqual(mistakes, []);
  });
  const get = (): TestSandbox => {
    assert.ok(current);
    return current;
  };
  return get;
}

/** Returns the body of an error response. */
export async function errorOf(response: Response): Promise<unknown> {
  return response.json();
}
