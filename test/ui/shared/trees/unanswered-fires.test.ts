import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { UnansweredFires } from '../../../../src/ui/shared/trees/unanswered-fires';
import { ManualClock } from '../../../api/helpers/clocks';

describe('fired rows', () => {
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

  it("are fired again if the editor doesn't request their children", async () => {
    fires.fired(['asked', 'lost']);
    fires.settled('asked');
    assert.deepEqual(again, []);
    await pass(3_000);
    assert.deepEqual(again, [['lost']]);
    fires.settled('lost');
    await pass(10_000);
    assert.deepEqual(again, [['lost']]);
  });

  it('are fired again a limited number of times', async () => {
    fires.fired(['closed']);
    for (let times = 0; times < 10; times++) await pass(3_000);
    assert.equal(again.length, 3);
    assert.equal(clock.waiting, 0, 'nothing waits when nothing is expected');
  });

  it('have the full timeout from the last time they were fired', async () => {
    fires.fired(['early']);
    await pass(2_000);
    fires.fired(['late', 'early']);
    await pass(1_000);
    assert.deepEqual(again, []);
    await pass(3_000);
    assert.deepEqual(again, [['early', 'late']]);
  });

  it('are tracked again after all children were requested', async () => {
    fires.fired(['first']);
    fires.settled('first');
    await pass(3_000);
    fires.fired(['second']);
    await pass(3_000);
    assert.deepEqual(again, [['second']]);
  });

  it('are cleared when the tree is disposed', async () => {
    fires.fired(['row']);
    end.abort();
    await pass(10_000);
    assert.deepEqual(again, []);
    assert.equal(clock.waiting, 0);
  });
});
