import assert from 'node:assert/strict';
import { SeenMergeRequests } from '../../../src/app/merge-requests/last-seen';
import { Pins } from '../../../src/app/merge-requests/pins';
import { heldMemory } from '../../builders/stores';

const key = (iid: number) => ({ base: 'https://host.example', project: 1, iid });
const T1 = '2026-11-21T10:00:00.000Z';
const T2 = '2026-11-21T10:00:01.000Z';

describe('Pins', () => {
  function pins(memory = heldMemory(), time = { now: 1_000 }) {
    return { memory, time, pins: new Pins(memory, { now: () => time.now }) };
  }

  it('stores pinned merge requests in their order', async () => {
    const { pins: one, memory } = pins();
    for (const iid of [2, 1, 2]) await one.pin(key(iid));
    await one.pin(key(3));
    await one.unpin(key(3));
    const { pins: next } = pins(memory);
    assert.deepEqual(next.pinned(), [key(1), key(2)]);
    assert.ok(next.isPinned(key(1)) && !next.isPinned(key(3)));
  });

  it('ends a snooze at its time', async () => {
    const { pins: one, time } = pins();
    await one.snooze(key(1), { until: 5_000 });
    await one.snooze(key(2), { until: 4_000 });
    assert.ok(one.isSnoozed(key(1), T1));
    assert.equal(one.nextWake(), 4_000);
    time.now = 4_000;
    assert.ok(!one.isSnoozed(key(2), T1) && one.isSnoozed(key(1), T1));
    assert.equal(one.nextWake(), 5_000);
  });

  it('ends a snooze when the merge request changes or on request', async () => {
    const { pins: one } = pins();
    await one.snooze(key(1), { changes: T1 });
    assert.ok(one.isSnoozed(key(1), T1) && one.isSnoozed(key(1), undefined));
    assert.ok(!one.isSnoozed(key(1), T2));
    await one.wake(key(1));
    assert.equal(one.snoozeOf(key(1)), undefined);
  });

  it('removes a pin when snoozing, and a snooze when pinning', async () => {
    const { pins: one } = pins();
    await one.pin(key(1));
    await one.snooze(key(1), { changes: T1 });
    assert.ok(!one.isPinned(key(1)));
    await one.pin(key(1));
    assert.ok(!one.isSnoozed(key(1), T1));
  });

  it('fires for each change, and ignores invalid stored values', async () => {
    const memory = heldMemory();
    await memory.set('pinned-merge-requests', [1, { base: 'x', project: 1, iid: 1 }, key(4)]);
    await memory.set('snoozed-merge-requests', 'none');
    const { pins: one } = pins(memory);
    const changedIids: number[] = [];
    one.onDidChange(({ iid }) => changedIids.push(iid));
    assert.deepEqual(one.pinned(), [key(4)]);
    await one.pin(key(5));
    await one.snooze(key(5), { until: 2_000 });
    await one.wake(key(5));
    assert.deepEqual(changedIids, [5, 5, 5]);
  });

  it('removes the oldest pins over the limit', async () => {
    const { pins: one } = pins();
    for (let iid = 1; iid <= 205; iid++) await one.pin(key(iid));
    assert.deepEqual([one.pinned().length, one.pinned()[0]?.iid], [200, 6]);
  });
});

describe('SeenMergeRequests', () => {
  it('compares the time of the last change', async () => {
    const memory = heldMemory();
    const seen = new SeenMergeRequests(memory);
    assert.ok(!seen.isUnread(key(1), T1), 'one that was never opened is not unread');
    await seen.saw(key(1), T1);
    assert.ok(!seen.isUnread(key(1), T1) && seen.isUnread(key(1), T2));
    assert.ok(new SeenMergeRequests(memory).isUnread(key(1), T2), 'also in the next session');
    await seen.saw(key(1), T2);
    await seen.saw(key(1), T1);
    assert.ok(!seen.isUnread(key(1), T2), 'an older answer takes nothing back');
  });

  it('stores the last 500 merge requests, and fires once for each change', async () => {
    const memory = heldMemory();
    const seen = new SeenMergeRequests(memory);
    let changeCount = 0;
    seen.onDidChange(() => changeCount++);
    for (let iid = 1; iid <= 501; iid++) await seen.saw(key(iid), T1);
    await seen.saw(key(501), T1);
    await seen.saw(key(501), 'no time');
    assert.equal(changeCount, 501);
    assert.ok(!seen.isUnread(key(1), T2) && seen.isUnread(key(2), T2));
  });

  it('ignores invalid stored values', async () => {
    const memory = heldMemory();
    await memory.set('seen-merge-requests', [['a'], 'b', ['c', 'no time'], { d: 1 }]);
    assert.ok(!new SeenMergeRequests(memory).isUnread(key(1), T2));
  });
});
