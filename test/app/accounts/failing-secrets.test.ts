import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { AccountMemory, accountState } from '../../../src/app/accounts/account-state';
import type { SecretStore } from '../../../src/app/shared/stores';
import { systemClock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/emitter';
import { explain } from '../../../src/presentation/shared/error-messages';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsWithin } from '../../builders/accounts';
import { heldMemory, heldSecrets, sharedSecrets, tokenIn } from '../../builders/stores';

type Operation = 'get' | 'set' | 'delete';

/** A secret store whose operations fail while they are locked. */
function lockable() {
  const store = heldSecrets();
  const locked = new Set<Operation>();
  const unless = <T>(operation: Operation, work: () => Promise<T>): Promise<T> =>
    locked.has(operation) ? Promise.reject(new Error('The keychain is locked: glpat-secret')) : work();
  return {
    held: store.held,
    locked,
    get: (key: string) => unless('get', () => store.get(key)),
    set: (key: string, secret: string) => unless('set', () => store.set(key, secret)),
    delete: (key: string) => unless('delete', () => store.delete(key)),
    onDidChange: store.onDidChange,
  };
}

describe('accounts with a secret storage that fails', () => {
  let sandbox: Sandbox;
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    wire.dispose();
    await sandbox.close();
  });

  function setUp() {
    const [secrets, lists] = [lockable(), lockable()];
    const memory = new AccountMemory(heldMemory());
    const state = accountState([memory]);
    const forgotten: string[] = [];
    memory.onDidForget((base) => forgotten.push(base));
    const accounts = accountsWithin(wire, { secrets, lists, memory, state });
    const names = () => accounts.list().map(({ base, username }) => [base, username]);
    return { accounts, secrets, lists, forgotten, names };
  }

  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => assert.fail('it succeeded'),
      (reason: unknown) => reason,
    );
    assert.ok(isApiError(error, 'secret-storage'));
    const { why } = explain(error);
    assert.ok(!`${why} ${error.message}`.includes('glpat'));
    return why;
  };

  for (const part of ['secrets', 'lists'] as const)
    it(`keep an account with its data and token if another user can't sign in (${part})`, async () => {
      const setup = setUp();
      const { accounts, secrets, forgotten, names } = setup;
      await accounts.signIn(sandbox.url, sandbox.tokens.developer);
      setup[part].locked.add('set');
      const why = await failureOf(accounts.signIn(sandbox.url, sandbox.tokens.maintainer));
      assert.match(why, part === 'secrets' ? /^Couldn't store the token for / : /isn't available/);
      await accounts.settled();
      assert.deepEqual(names(), [[sandbox.url, 'dana']]);
      assert.equal(tokenIn(secrets.held, sandbox.url), sandbox.tokens.developer);
      assert.equal((await accounts.user(sandbox.url)).username, 'dana');
      assert.deepEqual(forgotten, []);
      setup[part].locked.clear();
      await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
      assert.deepEqual(names(), [[sandbox.url, 'marek']]);
      assert.deepEqual(forgotten, [sandbox.url]);
    });

  it("list an account that can't be signed out of, until it can", async () => {
    const { accounts, secrets, forgotten, names } = setUp();
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    secrets.locked.add('delete');
    assert.match(await failureOf(accounts.signOut(sandbox.url)), /so you are still signed in/);
    assert.deepEqual([names(), forgotten], [[[sandbox.url, 'dana']], []]);
    secrets.locked.clear();
    await accounts.signOut(sandbox.url);
    assert.deepEqual([names(), forgotten, secrets.held.size], [[], [sandbox.url], 0]);
  });

  it("explain that a token can't be read, without asking to sign in", async () => {
    const { accounts, secrets } = setUp();
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    secrets.locked.add('get');
    const error: unknown = await accounts.user(sandbox.url).catch((reason: unknown) => reason);
    assert.match(explain(error).why, /^Couldn't read the token for \S+ from VS Code's secret storage\./);
    assert.ok(!explain(error).steps.includes('sign-in'));
  });

  it("aren't affected by the end of a demo that had the same URL", async () => {
    const { accounts, secrets, forgotten, names } = setUp();
    await accounts.forgetUnstored(sandbox.url);
    assert.deepEqual(forgotten, [sandbox.url]);
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    await accounts.forgetUnstored(sandbox.url);
    assert.deepEqual([names(), forgotten.length], [[[sandbox.url, 'dana']], 1]);
    assert.equal(tokenIn(secrets.held, sandbox.url), sandbox.tokens.developer);
  });

  it('are consistent after any sequence of sign-ins, sign-outs, and failures', async () => {
    const roles = ['developer', 'maintainer'] as const;
    const step = fc.record({
      act: fc.constantFrom(...roles, 'signOut' as const),
      locked: fc.subarray(['secrets.set', 'secrets.delete', 'lists.set'] as const, { maxLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { accounts, secrets, lists, names } = setUp();
        let [user, token]: (string | undefined)[] = [undefined, undefined];
        for (const { act, locked } of steps) {
          for (const each of locked)
            (each === 'lists.set' ? lists : secrets).locked.add(each === 'secrets.delete' ? 'delete' : 'set');
          const isDone = await (
            act === 'signOut'
              ? accounts.signOut(sandbox.url)
              : accounts.signIn(sandbox.url, sandbox.tokens[act])
          ).then(
            () => true,
            () => false,
          );
          secrets.locked.clear();
          lists.locked.clear();
          await accounts.settled();
          if (isDone) [user, token] = act === 'signOut' ? [] : [NAMES[act], sandbox.tokens[act]];
          // A failed sign-out may have deleted the token already; then requests fail, and the account is still listed.
          else if (act === 'signOut' && secrets.held.size === 0) token = undefined;
          assert.deepEqual(
            names().map(([, name]) => name),
            user === undefined ? [] : [user],
          );
          assert.equal(tokenIn(secrets.held, sandbox.url), token);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('never lose a token that another window stores while tokens without an account are deleted', async () => {
    const others = ['https://one.example', 'https://two.example'];
    const [legacy, earlier] = [sandbox.url, `${sandbox.url}#earlier`];
    const unused = (): readonly (readonly [readonly string[], string])[] => [
      [[], ''],
      [others, 'unused'],
      [[legacy, earlier, ...others], 'unused'],
      // The user signs in with the token that was left.
      [[legacy, earlier], sandbox.tokens.maintainer],
    ];
    for (const [orphans, value] of unused()) {
      // The number of storage operations before the other window signs in.
      for (let operations = 0; operations < 14; operations++) {
        const [shared, lists] = [sharedSecrets(), sharedSecrets()];
        const memory = heldMemory();
        const other = accountsWithin(wire, { secrets: shared.window(), lists: lists.window(), memory });
        await other.signIn(sandbox.url, sandbox.tokens.developer);
        await other.signOut(sandbox.url);
        for (const key of orphans) shared.held.set(key, value);
        let left = operations;
        const counting = (store: SecretStore): SecretStore => {
          const step = async <T>(work: () => Promise<T>): Promise<T> => {
            if (left-- === 0) await other.signIn(sandbox.url, sandbox.tokens.maintainer);
            return work();
          };
          return {
            get: (key) => step(() => store.get(key)),
            set: (key, secret) => step(() => store.set(key, secret)),
            delete: (key) => step(() => store.delete(key)),
            keys: () => step(async () => (await store.keys?.()) ?? []),
            onDidChange: new Emitter<string>().event,
          };
        };
        const sweeping = accountsWithin(wire, {
          secrets: counting(shared.window()),
          lists: counting(lists.window()),
          memory: heldMemory(),
        });
        sweeping.list();
        await sweeping.user(sandbox.url).catch(() => undefined);
        await sweeping.settled();
        await other.settled();
        if (left < 0)
          assert.equal(await other.token(sandbox.url), sandbox.tokens.maintainer, `${operations}`);
        sweeping.dispose();
        other.dispose();
      }
    }
  });

  it('never delete a token of another window that deletes unused tokens between any two steps of a sign-in', async () => {
    for (let operations = 0; operations < 14; operations++) {
      const [shared, lists] = [sharedSecrets(), sharedSecrets()];
      const memory = heldMemory();
      const first = accountsWithin(wire, { secrets: shared.window(), lists: lists.window(), memory });
      await first.signIn(sandbox.url, sandbox.tokens.developer);
      await first.signOut(sandbox.url);
      await first.settled();
      shared.held.set(sandbox.url, sandbox.tokens.maintainer);
      shared.held.set('https://one.example#earlier', 'unused');
      let left = operations;
      const sweep = async (): Promise<void> => {
        const memoryOfWindow = heldMemory();
        const stores = { secrets: shared.window(), lists: lists.window(), memory: memoryOfWindow };
        const sweeping = accountsWithin(wire, stores);
        await sweeping.token(sandbox.url).catch(() => undefined);
        await sweeping.settled();
        sweeping.dispose();
      };
      const between = (store: SecretStore): SecretStore => {
        const step = async <T>(work: () => Promise<T>): Promise<T> => {
          if (left-- === 0) await sweep();
          return work();
        };
        return {
          ...store,
          get: (key) => step(() => store.get(key)),
          set: (key, secret) => step(() => store.set(key, secret)),
          delete: (key) => step(() => store.delete(key)),
        };
      };
      const stores = { secrets: between(shared.window()), lists: between(lists.window()), memory };
      const signing = accountsWithin(wire, stores);
      await signing.signIn(sandbox.url, sandbox.tokens.maintainer);
      await signing.settled();
      if (left >= 0) await sweep();
      assert.equal(tokenIn(shared.held, sandbox.url), sandbox.tokens.maintainer, `${operations}`);
      assert.equal(await signing.token(sandbox.url), sandbox.tokens.maintainer);
      assert.equal(shared.held.size, 1, 'unused tokens are deleted');
      first.dispose();
      signing.dispose();
    }
  });
});

const NAMES = { developer: 'dana', maintainer: 'marek' } as const;
