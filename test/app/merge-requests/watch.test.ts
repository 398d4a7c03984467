import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createMergeRequest, updateMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { MergeRequestWatch } from '../../../src/app/merge-requests/watch';
import { PACE_MS } from '../../../src/app/shared/poller';
import { isChecking } from '../../../src/domain/merge-requests/merge-status';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { actingOn } from '../../builders/acting';

const HOUR_MS = 60 * 60_000;

describe('MergeRequestWatch', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    await closeAll();
    await sandbox.close();
  });

  it('refreshes a merge request that was just created until the server has checked it, then once per minute', async () => {
    const { client, store, key } = actingOn(sandbox);
    const created = await client.call(createMergeRequest, {
      ...{
        id: 1,
        source_branch: 'feature/cart-page',
        target_branch: 'feature/price-table',
        title: 'Check me',
      },
    });
    const { iid } = created;
    store.apply(key(iid), created);
    assert.equal(isChecking(created), true);
    const reads = (): number =>
      sandbox
        .requests()
        .filter(({ method, path }) => method === 'GET' && path.includes(`/merge_requests/${iid}`)).length;
    const clock = new ManualClock();
    const watch = new MergeRequestWatch({ store, clock, interval: () => PACE_MS.live }, key(iid), []);
    let polls = 0;
    watch.onDidPoll((failure) => {
      assert.equal(failure, undefined);
      polls++;
    });
    /** Advances the time until the poller has polled again. Returns the milliseconds. */
    const nextPoll = async (): Promise<number> => {
      const before = { polls, time: clock.now() };
      while (polls === before.polls) {
        if (clock.waiting > 0) clock.advance(500);
        await turn();
      }
      return clock.now() - before.time;
    };
    const before = reads();
    watch.on = true;
    assert.ok((await nextPoll()) <= PACE_MS.live, 'the first poll follows soon');
    assert.equal(isChecking(store.peek(key(iid)) ?? created), true);
    assert.ok((await nextPoll()) < PACE_MS.idle, 'the server is still checking');
    assert.equal(isChecking(store.peek(key(iid)) ?? created), true);
    sandbox.advance(2_000);
    assert.ok((await nextPoll()) < PACE_MS.idle);
    assert.equal(isChecking(store.peek(key(iid)) ?? created), false);
    assert.equal(reads() - before, 3, 'one request per poll');
    // The pipeline of the merge request has ended, too.
    sandbox.advance(HOUR_MS);
    await nextPoll();
    assert.ok((await nextPoll()) >= PACE_MS.idle - PACE_MS.live, 'nothing changes anymore');
    assert.equal(reads() - before, 5);
    watch.dispose();
    await client.call(updateMergeRequest, { id: 1, merge_request_iid: iid, state_event: 'close' });
  });
});
