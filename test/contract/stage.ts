import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import { type ErrorKind, isApiError } from '../../src/api/errors';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index';
import type { Role } from '../../src/sandbox/world/model';
import { type Witness, witness } from './helpers';

/** Somebody with a token that the sandbox gave out, somebody without one, or with one that nobody knows. */
export type Who = Role | 'nobody' | 'stranger';

/** A sandbox whose time stands still, and a client for each of the people who ask it. */
export class Stage {
  readonly #options: SandboxOptions;
  readonly #witnesses = new Map<Who, Witness>();
  /** What the sandbox itself did wrong: an answer 500 that no test asked for. */
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

/** A stage for the tests of a block: one for all of them, or a new world for each. */
export function stage(how: 'all' | 'each' = 'all', options: SandboxOptions = {}): Stage {
  const made = new Stage(options);
  const [begin, end] = how === 'each' ? [beforeEach, afterEach] : [before, after];
  begin(() => made.open());
  end(() => made.close());
  return made;
}

/** Expects that a call ends in an error of that kind and status, and in these words of the server. */
export async function ends(
  call: Promise<unknown>,
  kind: ErrorKind,
  status: number | undefined,
  words?: RegExp,
): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(isApiError(error), String(error));
    assert.deepEqual([error.kind, error.status], [kind, status], error.message);
    if (words !== undefined) assert.match(error.serverMessage ?? '', words);
    return true;
  });
}
