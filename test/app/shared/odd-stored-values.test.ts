import assert from 'node:assert/strict';
import { AccountMemory } from '../../../src/app/accounts/account-state';
import { ChangesLayoutStore } from '../../../src/app/changes/changes-layout';
import { ResolutionStore } from '../../../src/app/git/resolution-store';
import { TimeTimer } from '../../../src/app/merge-requests/timer';
import { STATE_KEYS, type StateKey } from '../../../src/app/shared/stored-state';
import { isRecord } from '../../../src/base/record';
import { ManualClock } from '../../api/helpers/clocks';
import { oddVariants } from '../../builders/odd-values';
import { type HeldMemory, STORED_SAMPLES } from '../../builders/stored-samples';
import { heldMemory } from '../../builders/stores';

const BASE = 'https://gitlab.example.com';
const KEY = { base: BASE, project: 1, iid: 12 };

const holding = (key: StateKey, value: unknown): HeldMemory => {
  const memory = heldMemory();
  memory.held.set(key, value);
  return memory;
};

/** Values without entries or fields. They are tested below, or only in an editor. */
const OTHER_KEYS: readonly StateKey[] = [
  'conflict-resolution',
  'timeTimer',
  'changes-layout',
  'account-owners',
  'log-times',
];

describe('invalid stored state', () => {
  it('is tested for every key', () => {
    const tried = [...STORED_SAMPLES.map(({ key }) => key), ...OTHER_KEYS];
    assert.deepEqual(tried.toSorted(), STATE_KEYS.toSorted());
  });

  for (const { key, stored, read } of STORED_SAMPLES) {
    it(`affects only the invalid entry or field of ${key}`, () => {
      const expected = read(holding(key, stored));
      const nothing = read(holding(key, undefined));
      for (const [index, reading] of expected.entries()) assert.notDeepEqual(reading, nothing[index]);
      assert.equal(expected.length, partsOf(stored).length);
      for (const [index, part] of partsOf(stored).entries()) {
        for (const odd of oddVariants(part)) {
          const found = read(holding(key, withPart(stored, index, odd)));
          assert.deepEqual(found.toSpliced(index, 1), expected.toSpliced(index, 1), JSON.stringify(odd));
        }
      }
    });
  }

  it('is ignored if it has another type', () => {
    for (const { key, read } of STORED_SAMPLES) {
      const nothing = read(holding(key, undefined));
      for (const odd of [null, true, 0, 'x', [], {}, [null], { x: [] }])
        assert.deepEqual(read(holding(key, odd)), nothing, `${key} ${JSON.stringify(odd)}`);
    }
  });

  it('results in no conflicts that are being resolved', () => {
    const sha = 'a'.repeat(40);
    const stored = {
      key: KEY,
      repository: 'file:///r',
      clone: 'r',
      way: 'rebase',
      place: { kind: 'worktree', id: 'b'.repeat(32), isStarted: true },
      branch: 'a',
      source: { remote: 'origin', branch: 'a', sha, into: 'refs/remotes/origin/a' },
      target: { branch: 'main', sha },
    };
    assert.deepEqual(new ResolutionStore(holding('conflict-resolution', stored)).current, stored);
    for (const odd of oddVariants(stored)) {
      const { current } = new ResolutionStore(holding('conflict-resolution', odd));
      assert.ok(current === undefined || /^[0-9a-f]{40}$/.test(current.source.sha));
      assert.ok(current?.place.kind !== 'worktree' || /^[0-9a-f]{32}$/.test(current.place.id));
    }
  });

  it('results in no timer and the default layout', () => {
    const stored = { key: KEY, branch: 'main', since: 1 };
    assert.deepEqual(new TimeTimer(holding('timeTimer', stored), new ManualClock()).running, stored);
    for (const odd of oddVariants(stored)) {
      const { running } = new TimeTimer(holding('timeTimer', odd), new ManualClock());
      assert.ok(running === undefined || Number.isFinite(running.since));
      assert.equal(new ChangesLayoutStore(holding('changes-layout', odd)).current, 'tree');
    }
  });

  it("doesn't affect the owners of other accounts", async () => {
    const other = 'https://other.example.com';
    const accounts = [
      { base: BASE, owner: 'ada' },
      { base: other, owner: 'zoe' },
    ];
    for (const odd of oddVariants('ada')) {
      const memory = new AccountMemory(holding('account-owners', { [BASE]: odd, [other]: 'bob' }));
      const ended = await memory.settle(accounts, () => false);
      assert.ok(ended.includes(other), JSON.stringify(odd));
      memory.dispose();
    }
  });
});

const entriesOf = (stored: unknown): readonly (readonly [name: string, part: unknown])[] =>
  isRecord(stored) || Array.isArray(stored) ? Object.entries(stored) : [];

const partsOf = (stored: unknown): readonly unknown[] => entriesOf(stored).map(([, part]) => part);

const withPart = (stored: unknown, index: number, part: unknown): unknown =>
  Array.isArray(stored)
    ? stored.with(index, part)
    : Object.fromEntries(entriesOf(stored).map(([name, each], at) => [name, at === index ? part : each]));
