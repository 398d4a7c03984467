import assert from 'node:assert/strict';
import type { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../../src/app/shared/keys';
import { TimeMaybeAddedError } from '../../../src/domain/merge-requests/action-errors';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { SECTION_ENTRIES, sectionSummary } from '../../../src/ui/merge-request-view/trees/part-entries';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';

const GIFT_CARDS = 12;

describe('time tracking section', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const rowTexts = async (store: MergeRequests, key: MergeRequestKey): Promise<readonly string[]> =>
    (await SECTION_ENTRIES.time(store, key, { now: 0, mayEdit: () => false })).map(({ data }) =>
      data.kind === 'note' ? `${data.row.label} ${data.row.description ?? ''}` : data.kind,
    );

  /** Waits until the row shows the summary. */
  const waitForSummary = (store: MergeRequests, key: MergeRequestKey, summary: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (sectionSummary(store, key, 'time') !== summary) return;
        subscription.dispose();
        resolve();
      };
      const subscription = store.onDidChange((changes) => {
        if (
          changes.some(
            (change) => change.kind === 'merge-request' && mergeRequestId(change.key) === mergeRequestId(key),
          )
        )
          check();
      });
      check();
    });

  it("doesn't add time twice if only the response was lost", async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    const before = (await store.get(at)).time_stats?.total_time_spent ?? 0;
    const spend = { kind: 'spend', duration: '1h' } as const;
    const path = '**/add_spent_time';
    sandbox.faults.add({ kind: 'cut', path, next: 1 });
    await assert.rejects(actions.trackTime(at, spend));
    assert.equal((await actions.trackTime(at, spend)).after.total_time_spent, before + 3_600);
    assert.equal(sandbox.requests().filter(({ method }) => method === 'POST').length, 1);
    sandbox.faults.add({ kind: 'reset', path, next: 1 });
    await assert.rejects(actions.trackTime(at, spend));
    assert.equal((await actions.trackTime(at, spend)).after.total_time_spent, before + 7_200);
  });

  it('asks whether the time was added if another user added time after the response was lost', async () => {
    const through = { kind: 'spend', duration: '1h' } as const;
    for (const fault of ['cut', 'reset'] as const) {
      const { actions, key, store } = actingOn(sandbox);
      const at = key(GIFT_CARDS);
      const { total_time_spent: before = 0 } = (await store.refresh(at)).time_stats ?? {};
      sandbox.faults.add({ kind: fault, path: '**/add_spent_time', next: 1 });
      await assert.rejects(actions.trackTime(at, through));
      await actingOn(sandbox, 'owner').actions.trackTime(at, { kind: 'spend', duration: '2h' });
      const error: unknown = await actions.trackTime(at, through).catch((reason: unknown) => reason);
      assert.ok(error instanceof TimeMaybeAddedError);
      const arrived = fault === 'cut' ? 3_600 : 0;
      assert.deepEqual(error.total, { before, now: before + arrived + 7_200 });
      // After the question, the user decides.
      const { after } = await actions.trackTime(at, through);
      assert.equal(after.total_time_spent, before + arrived + 10_800);
    }
  });

  it('also asks if another time is added after the response was lost', async () => {
    const { actions, key } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    sandbox.faults.add({ kind: 'cut', path: '**/add_spent_time', next: 1 });
    await assert.rejects(actions.trackTime(at, { kind: 'spend', duration: '1h' }));
    await actions.trackTime(at, { kind: 'estimate', duration: '1d' });
    await assert.rejects(actions.trackTime(at, { kind: 'spend', duration: '45m' }), TimeMaybeAddedError);
  });

  it('compares with the total immediately before the request, not with the known one', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    await store.refresh(at);
    await actingOn(sandbox, 'owner').actions.trackTime(at, { kind: 'spend', duration: '2h' });
    sandbox.faults.add({ kind: 'cut', path: '**/add_spent_time', next: 1 });
    const spend = { kind: 'spend', duration: '1h' } as const;
    await assert.rejects(actions.trackTime(at, spend));
    const sent = sandbox.requests().filter(({ method }) => method === 'POST').length;
    await actions.trackTime(at, spend);
    assert.equal(sandbox.requests().filter(({ method }) => method === 'POST').length, sent);
  });

  it('reads the time and updates it after time was added', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    assert.deepEqual(await rowTexts(store, at), ['Spent 1d 2h · 42%', 'Estimate 3d', 'Remaining 1d 6h']);
    assert.equal(sectionSummary(store, at, 'time'), '1d 2h of 3d spent');
    await actions.trackTime(at, { kind: 'spend', duration: '6h' });
    await waitForSummary(store, at, '2d of 3d spent');
    assert.deepEqual(await rowTexts(store, at), ['Spent 2d · 67%', 'Estimate 3d', 'Remaining 1d']);
  });
});
