import assert from 'node:assert/strict';
import { Semaphore } from '../../src/base/semaphore';

describe('Semaphore', () => {
  /** Returns a task that the test ends. */
  const work = () => {
    let end = (): void => undefined;
    let hasStarted = false;
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    return {
      run: () => {
        hasStarted = true;
        return done;
      },
      end: () => {
        end();
      },
      hasStarted: () => hasStarted,
    };
  };

  it('runs a limited number of tasks at a time, in order, and continues after a failed one', async () => {
    const turns = new Semaphore(2);
    const works = [work(), work(), work(), work()];
    const runs = works.map(({ run }) => turns.run(run));
    await Promise.resolve();
    const started = (): boolean[] => works.map((each) => each.hasStarted());
    assert.deepEqual(started(), [true, true, false, false]);
    works[1]?.end();
    await runs[1];
    await Promise.resolve();
    assert.deepEqual(started(), [true, true, true, false]);
    await assert.rejects(
      new Semaphore(1).run(() => Promise.reject(new Error('no'))),
      /no/,
    );
    for (const each of works) each.end();
    await Promise.all(runs);
    assert.deepEqual(started(), [true, true, true, true]);
  });

  it('skips a canceled task', async () => {
    const turns = new Semaphore(1);
    const [first, second, third] = [work(), work(), work()];
    const stop = new AbortController();
    const running = turns.run(first.run);
    const given = turns.run(second.run, stop.signal);
    const last = turns.run(third.run);
    stop.abort();
    await assert.rejects(given);
    first.end();
    third.end();
    await Promise.all([running, last]);
    assert.equal(second.hasStarted(), false);
    await assert.rejects(turns.run(second.run, stop.signal));
  });
});
