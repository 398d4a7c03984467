import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { type Pace, PACE_MS, Poller, type PollerDeps } from '../../../src/app/shared/poller';
import { ManualClock } from '../../api/helpers/clocks';

/** A poller whose looks are counted, on a clock that stands. */
function watched(
  pace: () => Pace = () => 'live',
  look: () => Promise<void> = () => Promise.resolve(),
  more: Partial<PollerDeps> = {},
) {
  const clock = new ManualClock();
  const state = { looks: 0, failures: [] as unknown[] };
  const poller = new Poller({
    clock,
    poll: () => {
      state.looks++;
      return look();
    },
    pace,
    ...more,
  });
  poller.onDidPoll((failure) => state.failures.push(failure));
  return {
    poller,
    state,
    /** Lets the time pass and everything that follows from it happen. */
    pass: async (ms: number) => {
      clock.advance(ms);
      for (let i = 0; i < 5; i++) await turn();
    },
  };
}

describe('poller', () => {
  it('does nothing until it is switched on, and nothing at once then', async () => {
    const { poller, state, pass } = watched();
    await pass(PACE_MS.idle);
    assert.equal(state.looks, 0);
    poller.on = true;
    await pass(0);
    assert.equal(state.looks, 0);
    poller.dispose();
  });

  it('looks again and again in its pace', async () => {
    const { poller, state, pass } = watched();
    poller.on = true;
    for (let i = 0; i < 3; i++) await pass(PACE_MS.live);
    assert.equal(state.looks, 3);
    poller.dispose();
  });

  it('does not look while it is off, and looks at once when the time has passed meanwhile', async () => {
    const { poller, state, pass } = watched(() => 'idle');
    poller.on = true;
    await pass(1_000);
    poller.on = false;
    await pass(PACE_MS.idle * 3);
    assert.equal(state.looks, 0);
    poller.on = true;
    await pass(0);
    assert.equal(state.looks, 1);
    poller.dispose();
  });

  it('takes a new pace when it is nudged', async () => {
    let pace: Pace = 'idle';
    const { poller, state, pass } = watched(() => pace);
    poller.on = true;
    await pass(PACE_MS.live);
    assert.equal(state.looks, 0);
    pace = 'live';
    poller.reschedule();
    await pass(0);
    assert.equal(state.looks, 1);
    poller.dispose();
  });

  it('tells a failure and goes on', async () => {
    const broken = new Error('no answer');
    const { poller, state, pass } = watched(
      () => 'live',
      () => (state.looks === 1 ? Promise.reject(broken) : Promise.resolve()),
    );
    poller.on = true;
    await pass(PACE_MS.live);
    await pass(PACE_MS.live);
    assert.deepEqual(state.failures, [broken], 'and takes more time than before');
    await pass(PACE_MS.live);
    assert.deepEqual(state.failures, [broken, undefined]);
    poller.dispose();
  });

  it('counts a look that was broken off as none', async () => {
    const { poller, state, pass } = watched(() => 'idle');
    poller.on = true;
    await pass(PACE_MS.idle);
    assert.equal(state.looks, 1);
    poller.on = false;
    poller.on = true;
    await pass(PACE_MS.idle);
    assert.equal(state.looks, 2);
    poller.dispose();
  });

  it('takes its time when a person only watches for long, and hurries again when they do something', async () => {
    const { poller, state, pass } = watched();
    poller.on = true;
    const looksIn = async (ms: number): Promise<number> => {
      const before = state.looks;
      for (let passed = 0; passed < ms; passed += 1_000) await pass(1_000);
      return state.looks - before;
    };
    assert.equal(await looksIn(60_000), 20);
    await looksIn(120_000);
    assert.equal(await looksIn(60_000), 12);
    await looksIn(600_000);
    const slow = await looksIn(60_000);
    assert.ok(slow <= 7, `${slow} looks`);
    poller.markActive();
    const fast = await looksIn(60_000);
    assert.ok(fast >= 19, `${fast} looks`);
    poller.dispose();
  });

  it('looks as seldom as what it asks for demands', async () => {
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
    assert.ok(state.looks >= 5 && requests <= 600 + 100, `${requests} requests in four minutes`);
    poller.dispose();
  });

  it('never looks by itself where it is switched off, and still when asked to', async () => {
    let seconds = 0;
    const { poller, state, pass } = watched(() => 'live', undefined, { interval: () => seconds * 1_000 });
    poller.on = true;
    for (let i = 0; i < 10; i++) await pass(60_000);
    assert.equal(state.looks, 0);
    await poller.refresh(new AbortController().signal);
    assert.equal(state.looks, 1);
    assert.deepEqual(state.failures, [undefined]);
    seconds = 5;
    poller.reschedule();
    await pass(5_000);
    assert.equal(state.looks, 2);
    poller.dispose();
  });

  it('tells whoever asked it to look what it failed with, and everybody when it went well again', async () => {
    const broken = new Error('no answer');
    const { poller, state } = watched(
      () => 'live',
      () => (state.looks === 1 ? Promise.reject(broken) : Promise.resolve()),
    );
    const { signal } = new AbortController();
    await assert.rejects(poller.refresh(signal), broken);
    await poller.refresh(signal);
    assert.deepEqual(state.failures, [broken, undefined]);
    poller.dispose();
  });

  it('keeps the result of a refresh where an earlier look fails later', async () => {
    const answers: ((failure?: Error) => void)[] = [];
    const { poller, state, pass } = watched(
      () => 'live',
      () =>
        new Promise((resolve, reject) => {
          answers.push((failure) => {
            if (failure === undefined) resolve();
            else reject(failure);
          });
        }),
    );
    poller.on = true;
    await pass(PACE_MS.live);
    const refreshed = poller.refresh(new AbortController().signal);
    answers[1]?.();
    await refreshed;
    const success = poller.lastSuccess;
    await pass(1_000);
    answers[0]?.(new Error('503'));
    await pass(0);
    assert.deepEqual(state.failures, [undefined]);
    assert.equal(poller.lastSuccess, success);
    poller.dispose();
  });

  it('never looks twice at the same time', async () => {
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
    assert.equal(state.looks, 1);
    resolve();
    await pass(0);
    await pass(PACE_MS.live);
    assert.equal(state.looks, 2);
    poller.dispose();
  });
});
