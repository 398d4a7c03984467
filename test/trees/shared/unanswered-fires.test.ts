import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { UnansweredFires } from '../../../src/trees/shared/unanswered-fires';
import { ManualClock } from '../../api/helpers/clocks';

describe('rows that were fired', () => {
  let clock: ManualClock;
  let end: AbortController;
  let again: (readonly string[])[];
  let fires: UnansweredFires<string>;
  beforeEach(() => {
    clock = new ManualClock();
    end = new AbortController();
    again = [];
    fires = new UnansweredFires(clock, (nodes) => again.push(nodes), end.signal);
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await setImmediate();
  };

  it('are fired again where the editor does not ask for their children', async () => {
    fires.fired(['asked', 'lost']);
    fires.answered('asked');
    assert.deepEqual(again, []);
    await pass(3_000);
    assert.deepEqual(again, [['lost']]);
    fires.answered('lost');
    await pass(10_000);
    assert.deepEqual(again, [['lost']]);
  });

  it('are not fired again for ever', async () => {
    fires.fired(['closed']);
    for (let times = 0; times < 10; times++) await pass(3_000);
    assert.equal(again.length, 3);
    assert.equal(clock.waiting, 0, 'nothing waits when nothing is expected');
  });

  it('have the whole time from when they were fired last', async () => {
    fires.fired(['early']);
    await pass(2_000);
    fires.fired(['late', 'early']);
    await pass(1_000);
    assert.deepEqual(again, []);
    await pass(3_000);
    assert.deepEqual(again, [['early', 'late']]);
  });

  it('are watched again after all were answered', async () => {
    fires.fired(['first']);
    fires.answered('first');
    await pass(3_000);
    fires.fired(['second']);
    await pass(3_000);
    assert.deepEqual(again, [['second']]);
  });

  it('are forgotten when the tree ends', async () => {
    fires.fired(['row']);
    end.abort();
    await pass(10_000);
    assert.deepEqual(again, []);
    assert.equal(clock.waiting, 0);
  });
});
