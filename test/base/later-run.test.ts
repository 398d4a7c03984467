import assert from 'node:assert/strict';
import { LaterRun } from '../../src/base/later-run';
import { nextTurn } from '../../src/base/slices';

describe('LaterRun', () => {
  it('runs once for all calls of a turn, and again for calls after that', async () => {
    let runs = 0;
    const later = new LaterRun(() => runs++);
    for (let count = 0; count < 40; count++) later.schedule();
    assert.equal(runs, 0);
    await nextTurn();
    assert.equal(runs, 1);
    await nextTurn();
    assert.equal(runs, 1);
    later.schedule();
    await nextTurn();
    assert.equal(runs, 2);
  });

  it('runs in another turn if the work schedules it again', async () => {
    let runs = 0;
    const later: LaterRun = new LaterRun(() => {
      if (++runs < 3) later.schedule();
    });
    later.schedule();
    for (const expected of [1, 2, 3, 3]) {
      await nextTurn();
      assert.equal(runs, expected);
    }
  });

  it('runs at once when flushed, but not again, and not if it is not scheduled', async () => {
    let runs = 0;
    const later = new LaterRun(() => runs++);
    later.flush();
    assert.equal(runs, 0);
    later.schedule();
    later.flush();
    assert.equal(runs, 1);
    await nextTurn();
    assert.equal(runs, 1);
  });

  it("doesn't run after it is disposed", async () => {
    const later = new LaterRun(() => assert.fail('it ran'));
    later.schedule();
    later.dispose();
    await nextTurn();
  });
});
