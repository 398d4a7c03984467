import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { type Pace, PACE_MS, Poller, type PollerDeps } from '../../../src/app/shared/poller';
import { untilAborted } from '../../../src/base/abort';
import { ManualClock } from '../../api/helpers/clocks';

/** Returns a poller whose polls are counted, with a clock that the test advances. */
function watched(
  pace: () => Pace = () => 'live',
  poll: () => Promise<void> = () => Promise.resolve(),
  more: Partial<PollerDeps> = {},
) {
  const clock = new ManualClock();
  const state = { polls: 0, failures: [] as unknown[] };
  const poller = new Poller({
    clock,
    poll: () => {
      state.polls++;
      return poll();
    },
    pace,
    ...more,
  });
  poller.onDidPoll((failure) => state.failures.push(failure));
  return {
    poller,
    state,
    /** Advances the clock and waits for pending callbacks. */
    pass: async (ms: number) => {
      clock.advance(ms);
      for (let i = 0; i < 5; i++) await turn();
    },
  };
}

describe('Poller', () => {
  it("does nothing until it is turned on, and doesn't poll immediately then", async () => {
    const { poller, state, pass } = watched();
    await pass(PACE_MS.idle);
    assert.equal(state.polls, 0);
    poller.on = true;
    await pass(0);
    assert.equal(state.polls, 0);
    poller.dispose();
  });

  it('polls repeatedly at its pace', async () => {
    const { poller, state, pass } = watched();
    poller.on = true;
    for (let i = 0; i < 3; i++) await pass(PACE_MS.live);
    assert.equal(state.polls, 3);
    poller.dispose();
  });

  it("doesn't poll while it is off, and polls immediately if a poll is overdue", async () => {
    const { poller, state, pass } = watched(() => 'idle');
    poller.on = true;
    await pass(1_000);
    poller.on = false;
    await pass(PACE_MS.idle * 3);
    assert.equal(state.polls, 0);
    poller.on = true;
    await pass(0);
    assert.equal(state.polls, 1);
    poller.dispose();
  });

  it('applies a new pace when it is rescheduled', async () => {
    let pace: Pace = 'idle';
    const { poller, state, pass } = watched(() => pace);
    poller.on = true;
    await pass(PACE_MS.live);
    assert.equal(state.polls, 0);
    pace = 'live';
    poller.reschedule();
    await pass(0);
    assert.equal(state.polls, 1);
    poller.dispose();
  });

  it('reports an error and continues', async () => {
    const broken = new Error('no answer');
    const { poller, state, pass } = watched(
      () => 'live',
      () => (state.polls === 1 ? Promise.reject(broken) : Promise.resolve()),
    );
    poller.on = true;
    await pass(PACE_MS.live);
    await pass(PACE_MS.live);
    assert.deepEqual(state.failures, [broken], 'and takes more time than before');
    await pass(PACE_MS.live);
    assert.deepEqual(state.failures, [broken, undefined]);
    poller.dispose();
  });

  it("doesn't count an aborted poll", async () => {
    const { poller, state, pass } = watched(() => 'idle');
    poller.on = true;
    await pass(PACE_MS.idle);
    assert.equal(state.polls, 1);
    poller.on = false;
    poller.on = true;
    await pass(PACE_MS.idle);
    assert.equal(state.polls, 2);
    poller.dispose();
  });

  it('ignores the result of a poll that was aborted', async () => {
    const { poller, state, pass } = watched(() => 'idle', undefined, {
      poll: (signal) => untilAborted(new Promise(() => undefined), signal),
    });
    poller.on = true;
    await pass(PACE_MS.idle);
    poller.on = false;
    await pass(0);
    assert.deepEqual(state.failures, []);
    poller.dispose();
  });

  it('slows down without user activity, and speeds up again after an activity', async () => {
    const { poller, state, pass } = watched();
    poller.on = true;
    const pollsIn = async (ms: number): Promise<number> => {
      const before = state.polls;
      for (let passed = 0; passed < ms; passed += 1_000) await pass(1_000);
      return state.polls - before;
    };
    assert.equal(await pollsIn(60_000), 20);
    await pollsIn(120_000);
    assert.equal(await pollsIn(60_000), 12);
    await pollsIn(600_000);
    const slow = await pollsIn(60_000);
    assert.ok(slow <= 7, `${slow} looks`);
    poller.markActive();
    const fast = await pollsIn(60_000);
    assert.ok(fast >= 19, `${fast} looks`);
    poller.dispose();
  });

  it('slows down if its polls send many requests', async () => {
    let requests = 0;
    const { poller, state, pass } = watched(
      () => 'live',
      () => {
        requests += 100;
        return Promise.resolve();
      },
      { requests: () => requests },
    );
    poller.on = true;
    for (let passed = 0; passed < 240; passed++) await pass(1_000);
    assert.ok(state.polls >= 5 && requests <= 600 + 100, `${requests} requests in four minutes`);
    poller.dispose();
  });

  it("doesn't poll automatically if the interval is 0, but can be refreshed", async () => {
    let seconds = 0;
    const { poller, state, pass } = watched(() => 'live', undefined, { interval: () => seconds * 1_000 });
    poller.on = true;
    for (let i = 0; i < 10; i++) await pass(60_000);
    assert.equal(state.polls, 0);
    await poller.refresh(new AbortController().signal);
    assert.equal(state.polls, 1);
    assert.deepEqual(state.failures, [undefined]);
    seconds = 5;
    poller.reschedule();
    await pass(5_000);
    assert.equal(state.polls, 2);
    poller.dispose();
  });

  it('reports an error to the caller of a refresh, and a success to all listeners', async () => {
    const broken = new Error('no answer');
    const { poller, state } = watched(
      () => 'live',
      () => (state.polls === 1 ? Promise.reject(broken) : Promise.resolve()),
    );
    const { signal } = new AbortController();
    await assert.rejects(poller.refresh(signal), broken);
    await poller.refresh(signal);
    assert.deepEqual(state.failures, [broken, undefined]);
    poller.dispose();
  });

  it('keeps the result of a refresh if an earlier poll fails later', async () => {
    const completions: ((failure?: Error) => void)[] = [];
    const { poller, state, pass } = watched(
      () => 'live',
      () =>
        new Promise((resolve, reject) => {
          completions.push((failure) => {
            if (failure === undefined) resolve();
            else reject(failure);
          });
        }),
    );
    poller.on = true;
    await pass(PACE_MS.live);
    const refreshed = poller.refresh(new AbortController().signal);
    completions[1]?.();
    await refreshed;
    const success = poller.lastSuccess;
    await pass(1_000);
    completions[0]?.(new Error('503'));
    await pass(0);
    assert.deepEqual(state.failures, [undefined]);
    assert.equal(poller.lastSuccess, success);
    poller.dispose();
  });

  it('never runs two polls at the same time', async () => {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const { poller, state, pass } = watched(
      () => 'live',
      () => promise,
    );
    poller.on = true;
    await pass(PACE_MS.live);
    poller.reschedule();
    await pass(PACE_MS.live * 5);
    assert.equal(state.polls, 1);
    resolve();
    await pass(0);
    await pass(PACE_MS.live);
    assert.equal(state.polls, 2);
    poller.dispose();
  });
});
