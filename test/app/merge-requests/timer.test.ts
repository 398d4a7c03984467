import assert from 'node:assert/strict';
import { DescriptionDrafts } from '../../../src/app/merge-requests/description-drafts';
import { TimeTimer } from '../../../src/app/merge-requests/timer';
import { ManualClock } from '../../api/helpers/clocks';
import { heldMemory } from '../../builders/stores';

const KEY = { base: 'https://git.acme.example', project: 1, iid: 12 };

describe('TimeTimer', () => {
  it('counts from its start and continues in the next window', async () => {
    const [memory, clock] = [heldMemory(), new ManualClock()];
    const timer = new TimeTimer(memory, clock);
    let changes = 0;
    timer.onDidChange(() => changes++);
    assert.deepEqual([timer.running, timer.seconds], [undefined, 0]);
    await timer.start(KEY, 'feature/x');
    clock.advance(90_000);
    assert.equal(timer.seconds, 90);
    const next = new TimeTimer(memory, clock);
    assert.deepEqual([next.running?.key, next.running?.branch, next.seconds], [KEY, 'feature/x', 90]);
    await timer.stop();
    assert.deepEqual([timer.running, changes], [undefined, 2]);
    assert.equal(new TimeTimer(memory, clock).running, undefined);
  });

  it('fires when the user leaves the branch', async () => {
    const timer = new TimeTimer(heldMemory(), new ManualClock());
    let fireCount = 0;
    timer.onDidLeaveBranch(() => fireCount++);
    timer.branchIs('main');
    await timer.start(KEY, 'feature/x');
    for (const [branch, times] of [
      ['feature/x', 0],
      [undefined, 0],
      ['main', 1],
      ['main', 1],
      ['feature/x', 1],
      ['main', 2],
      ['fix/y', 3],
    ] as const) {
      timer.branchIs(branch);
      assert.equal(fireCount, times, branch);
    }
  });

  it("doesn't fire if it was started without a branch", async () => {
    const timer = new TimeTimer(heldMemory(), new ManualClock());
    timer.onDidLeaveBranch(() => assert.fail('asked'));
    await timer.start(KEY, undefined);
    timer.branchIs('main');
    assert.equal(timer.running?.branch, undefined);
  });

  it('ignores invalid stored values', () => {
    for (const kept of [
      null,
      'x',
      {},
      { key: {}, since: 1 },
      { key: KEY },
      { key: { ...KEY, iid: '1' }, since: 1 },
    ]) {
      const memory = heldMemory();
      memory.held.set('timeTimer', kept);
      assert.equal(new TimeTimer(memory, new ManualClock()).running, undefined);
    }
  });

  it('never returns a negative duration', async () => {
    const clock = new ManualClock();
    const timer = new TimeTimer(heldMemory(), clock);
    await timer.start(KEY, undefined);
    clock.advance(-60_000);
    assert.equal(timer.seconds, 0);
  });
});

describe('DescriptionDrafts', () => {
  const base = { title: 'a', description: 'b', updated_at: '2026-11-05T12:00:00Z' };

  it('stores a draft until it is removed', async () => {
    const memory = heldMemory();
    const drafts = new DescriptionDrafts(memory);
    assert.equal(drafts.get(KEY), undefined);
    await drafts.keep(KEY, { text: 'typed', base });
    assert.deepEqual(new DescriptionDrafts(memory).get(KEY), { text: 'typed', base });
    await drafts.forget(KEY);
    assert.equal(drafts.get(KEY), undefined);
  });

  it('stores at most ten drafts and removes the oldest one first', async () => {
    const drafts = new DescriptionDrafts(heldMemory());
    for (let iid = 1; iid <= 11; iid++) await drafts.keep({ ...KEY, iid }, { text: `${iid}`, base });
    assert.equal(drafts.get({ ...KEY, iid: 1 }), undefined);
    assert.equal(drafts.get({ ...KEY, iid: 2 })?.text, '2');
    assert.equal(drafts.get({ ...KEY, iid: 11 })?.text, '11');
  });

  it('ignores invalid stored values', () => {
    const memory = heldMemory();
    memory.held.set('descriptionDrafts', { [`${KEY.base} 1 merge request 12`]: { text: 1 } });
    assert.equal(new DescriptionDrafts(memory).get(KEY), undefined);
  });
});
