import assert from 'node:assert/strict';
import { idleTimeout } from '../../src/base/idle-timeout';
import { ManualClock } from '../api/helpers/clocks';

describe('idleTimeout', () => {
  const start = () => {
    const clock = new ManualClock();
    let expired = 0;
    const watch = idleTimeout(clock, 100, () => (expired += 1));
    const pass = async (ms: number): Promise<number> => {
      clock.advance(ms);
      await new Promise((resolve) => setImmediate(resolve));
      return expired;
    };
    return { clock, watch, pass };
  };

  it('expires once after its duration', async () => {
    const { pass, clock } = start();
    assert.equal(await pass(99), 0);
    assert.equal(await pass(1), 1);
    assert.equal(await pass(1000), 1);
    assert.equal(clock.waiting, 0);
  });

  it('restarts its duration, with one timer', async () => {
    const { pass, watch, clock } = start();
    for (let count = 0; count < 5; count += 1) {
      assert.equal(await pass(99), 0);
      watch.restart();
      assert.equal(clock.waiting, 1);
    }
    assert.equal(await pass(100), 1);
  });

  it("doesn't count time while it is paused", async () => {
    const { pass, watch } = start();
    watch.pause();
    assert.equal(await pass(1000), 0);
    watch.restart();
    assert.equal(await pass(99), 0);
    assert.equal(await pass(100), 1);
  });

  it('leaves no timer when it ends', async () => {
    const { pass, watch, clock } = start();
    watch.end();
    watch.end();
    assert.equal(clock.waiting, 0);
    assert.equal(await pass(1000), 0);
  });
});
