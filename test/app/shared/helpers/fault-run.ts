import assert from 'node:assert/strict';
import { isOutcomeUnknown } from '../../../../src/api/errors';
import type { Sandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import {
  DELAYED_FAULTS,
  type Fault,
  type FaultProxy,
  faultProxy,
  LOST_FAULTS,
  REFUSED_FAULTS,
} from '../../../builders/fault-proxy';
import { withSandbox } from '../../../builders/with-sandbox';
import { DECLARED } from '../../../contract/endpoints';
import { sampleOf, samplePairs } from '../../../fuzz-runs';

/** The stores of a user, and what they show. */
export interface FaultTarget {
  readonly refresh: () => Promise<unknown>;
  readonly shown: () => unknown;
  readonly onDidChange: (listener: () => void) => unknown;
}

/** The names of endpoints, and of the GraphQL mutation. */
type WriteName = keyof typeof DECLARED | 'unscheduleJob';

/** A write, and what it is for. */
export interface FaultWrite<Setting, Target> {
  /** The request that has the fault. */
  readonly of: WriteName;
  readonly setting?: Setting;
  /** Prepares the server, before the fault. */
  readonly given?: (target: Target) => Promise<unknown>;
  readonly act: (target: Target) => Promise<unknown>;
  /** The action reads the current state before it writes. */
  readonly readsFirst?: true;
}

export interface FaultRun<Setting, Target> {
  /** Returns a user of the sandbox. `url`: the URL of the proxy. */
  readonly create: (sandbox: Sandbox, setting: Setting | undefined, url: string) => Target | Promise<Target>;
  /** The reads that are under way while the write is sent. */
  readonly held: readonly RegExp[];
  readonly writes: Readonly<Record<string, FaultWrite<Setting, Target>>>;
}

/** Returns a pattern for the method and path of a request. */
function patternOf(name: WriteName): RegExp {
  if (name === 'unscheduleJob') return /^POST .*\/graphql$/;
  const { method, path } = DECLARED[name];
  return new RegExp(`^${method} /api/v4${path.replace(/:\w+/g, '[^/]+')}$`);
}

const FAULTS: readonly Fault[] = [...LOST_FAULTS, ...DELAYED_FAULTS, ...REFUSED_FAULTS];
const isLost = (fault: Fault): boolean => LOST_FAULTS.some((each) => each === fault);

/**
 * Defines tests in which writes have a fault. In `npm run test:full`, each write has each fault; by default, a third of
 * the writes has one. `test/contract/lost-writes.test.ts` combines every endpoint with every lost response.
 */
export function testFaults<Setting, Target extends FaultTarget>(
  name: string,
  { create, held: heldReads, writes }: FaultRun<Setting, Target>,
): void {
  const world = withSandbox();
  const proxies: FaultProxy[] = [];
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close();
    await closeAll();
  });

  /** Runs a write with a fault. Returns how it was reported and how often it was sent. */
  async function run(write: FaultWrite<Setting, Target>, fault: Fault) {
    const { given, act, of, readsFirst, setting } = write;
    const { sandbox } = world;
    const proxy = await faultProxy(sandbox.url);
    proxies.push(proxy);
    const request = patternOf(of);
    const count = () => proxy.passed.filter((each) => request.test(each)).length;
    const person = await create(sandbox, setting, proxy.url);
    await person.refresh();
    await given?.(person);
    await person.refresh();
    const before = JSON.stringify(person.shown());
    const shown: string[] = [];
    person.onDidChange(() => shown.push(JSON.stringify(person.shown())));
    // Actions that read first would wait for a read that is held.
    const held = readsFirst ? [] : heldReads.map((what) => proxy.hold(what));
    const reading = person.refresh().catch(() => undefined);
    await Promise.all(held.map(({ arrived }) => arrived));
    const sentBefore = count();
    proxy.spoil(request, fault);
    const report = await act(person).then(
      () => 'done' as const,
      (error: unknown) => (isOutcomeUnknown(error) ? ('unconfirmed' as const) : error),
    );
    const sent = count() - sentBefore;
    const other = await create(sandbox, setting, sandbox.url);
    const isDeleted = await other.refresh().then(
      () => false,
      () => true,
    );
    if (!isDeleted) await person.refresh();
    const later = shown.length;
    for (const each of held) each.release();
    await reading;
    const after = JSON.stringify(other.shown());
    if (!isDeleted) {
      assert.equal(JSON.stringify(person.shown()), after, 'shows the state of the server');
      if (after !== before)
        assert.ok(!shown.slice(later).includes(before), 'shows the state before the write again');
    }
    return { report, sent };
  }

  const all = Object.entries(writes);
  const sampled = sampleOf(all, Math.ceil(all.length / 3), `writes of ${name}`);
  for (const [[what, write], fault] of samplePairs(sampled, FAULTS, `faults of ${name}`))
    it(`${what}: is sent once and reported as it happened, after ${fault}`, async () => {
      const { report, sent } = await run(write, fault);
      if (fault === '429 without a wait')
        assert.deepEqual([report instanceof Error, sent], [true, 0], String(report));
      else {
        assert.equal(sent, 1);
        const isShown = report === 'done' || (report === 'unconfirmed' && isLost(fault));
        assert.ok(isShown, String(report));
      }
    });
}
