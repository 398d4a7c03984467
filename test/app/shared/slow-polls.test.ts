import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Poller } from '../../../src/app/shared/poller';
import { SLOW_MS, SlowPolls } from '../../../src/app/shared/slow-polls';
import { untilAborted } from '../../../src/base/abort';
import { ManualClock } from '../../api/helpers/clocks';

/** Returns a poller whose refreshes end when the test resolves them. */
function watched() {
  const clock = new ManualClock();
  const open: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const poller = new Poller({
    clock,
    poll: (signal) =>
      untilAborted(
        new Promise<void>((resolve, reject) => {
          open.push({ resolve, reject });
        }),
        signal,
      ),
    pace: () => 'idle',
  });
  const slow = new SlowPolls(poller, clock);
  const changes: boolean[] = [];
  slow.onDidChange(() => changes.push(slow.isSlow));
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let i = 0; i < 5; i++) await turn();
  };
  const refresh = (signal = new AbortController().signal): void => {
    void poller.refresh(signal).catch(() => undefined);
  };
  return { open, poller, slow, changes, pass, refresh };
}

describe('slow refreshes', () => {
  it('are reported until they end', async () => {
    const { open, changes, pass, refresh } = watched();
    refresh();
    await pass(SLOW_MS - 1);
    assert.deepEqual(changes, []);
    await pass(1);
    assert.deepEqual(changes, [true]);
    open[0]?.resolve();
    await pass(0);
    assert.deepEqual(changes, [true, false]);
  });

  it("aren't reported if they end in time, fail, or are canceled", async () => {
    const { open, slow, changes, pass, refresh } = watched();
    refresh();
    await pass(SLOW_MS / 2);
    open[0]?.resolve();
    await pass(0);
    const controller = new AbortController();
    refresh(controller.signal);
    await pass(SLOW_MS / 2);
    controller.abort();
    await pass(0);
    await pass(SLOW_MS * 2);
    assert.deepEqual([slow.isSlow, changes], [false, []]);
  });

  it('are reported until the last one ends', async () => {
    const { open, changes, pass, refresh } = watched();
    refresh();
    await pass(SLOW_MS);
    refresh();
    open[0]?.resolve();
    await pass(0);
    assert.deepEqual(changes, [true]);
    open[1]?.reject(new Error('no answer'));
    await pass(0);
    assert.deepEqual(changes, [true, false]);
  });
});
