import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { PACE_MS, Poller, type Pace } from '../../src/app/poller';
import { ManualClock } from '../api/helpers/clocks';

/** A poller whose looks are counted, on a clock that stands. */
function watched(pace: () => Pace = () => 'live', look: () => Promise<void> = () => Promise.resolve()) {
  const clock = new ManualClock();
  const state = { looks: 0, failures: [] as unknown[] };
  const poller = new Poller({
    clock,
    look: () => {
      state.looks++;
      return look();
    },
    pace,
  });
  poller.onDidLook((failure) => state.failures.push(failure));
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
    poller.nudge();
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
    poller.nudge();
    await pass(PACE_MS.live * 5);
    assert.equal(state.looks, 1);
    resolve();
    await pass(0);
    await pass(PACE_MS.live);
    assert.equal(state.looks, 2);
    poller.dispose();
  });
});
