import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import { type ErrorKind, isApiError } from '../../src/api/errors';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index';
import type { Role } from '../../src/sandbox/world/model';
import { type Witness, witness } from './helpers';

/** A user with a token of the sandbox, a user without a token, or a user with an unknown token. */
export type Who = Role | 'nobody' | 'stranger';

/** A sandbox with a stopped clock and a client for each user. */
export class Stage {
  readonly #options: SandboxOptions;
  readonly #witnesses = new Map<Who, Witness>();
  /** Internal errors of the sandbox: responses 500 that no test requested. */
  readonly #mistakes: unknown[] = [];
  #sandbox: Sandbox | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  get sandbox(): Sandbox {
    return this.#sandbox ?? assert.fail('the sandbox runs only within tests');
  }

  async open(): Promise<void> {
    this.#sandbox = await startSandbox({
      still: true,
      report: (error) => this.#mistakes.push(error),
      ...this.#options,
    });
  }

  async close(): Promise<void> {
    for (const one of this.#witnesses.values()) one.dispose();
    this.#witnesses.clear();
    await this.#sandbox?.close();
    assert.deepEqual(this.#mistakes.splice(0), []);
  }

  as(who: Who): Witness {
    const known = this.#witnesses.get(who) ?? this.#witnessOf(who);
    this.#witnesses.set(who, known);
    return known;
  }

  client(who: Who = 'maintainer'): Client {
    return this.as(who).client;
  }

  #witnessOf(who: Who): Witness {
    const token = this.#tokenOf(who);
    return witness(
      this.sandbox.url,
      token === undefined ? undefined : { kind: 'personal', token: () => Promise.resolve(token) },
    );
  }

  #tokenOf(who: Who): string | undefined {
    if (who === 'nobody') return undefined;
    if (who === 'stranger') return 'glpat-unknown';
    return who === 'guest' ? this.sandbox.guestToken : this.sandbox.tokens[who];
  }
}

/** Creates a stage for the tests of a block: one for all tests, or a new sandbox for each test. */
export function stage(how: 'all' | 'each' = 'all', options: SandboxOptions = {}): Stage {
  const made = new Stage(options);
  const [begin, end] = how === 'each' ? [beforeEach, afterEach] : [before, after];
  begin(() => made.open());
  end(() => made.close());
  return made;
}

/** Asserts that a call fails with the given kind, status, and server message. */
export async function ends(
  call: Promise<unknown>,
  kind: ErrorKind,
  status: number | undefined,
  message?: RegExp,
): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(isApiError(error), String(error));
    assert.deepEqual([error.kind, error.status], [kind, status], error.message);
    if (message !== undefined) assert.match(error.serverMessage ?? '', message);
    return true;
  });
}
