import assert from 'node:assert/strict';
import { Semaphore } from '../../src/base/semaphore';

describe('turns', () => {
  /** A work that is ended by hand. */
  const work = () => {
    let end = (): void => undefined;
    let begun = false;
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    return {
      run: () => {
        begun = true;
        return done;
      },
      end: () => {
        end();
      },
      begun: () => begun,
    };
  };

  it('are given in order, so many at once, and passed on even by what fails', async () => {
    const turns = new Semaphore(2);
    const works = [work(), work(), work(), work()];
    const runs = works.map(({ run }) => turns.run(run));
    await Promise.resolve();
    const begun = (): boolean[] => works.map((each) => each.begun());
    assert.deepEqual(begun(), [true, true, false, false]);
    works[1]?.end();
    await runs[1];
    await Promise.resolve();
    assert.deepEqual(begun(), [true, true, true, false]);
    await assert.rejects(
      new Semaphore(1).run(() => Promise.reject(new Error('no'))),
      /no/,
    );
    for (const each of works) each.end();
    await Promise.all(runs);
    assert.deepEqual(begun(), [true, true, true, true]);
  });

  it('are given up by who waits no longer', async () => {
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
    assert.equal(second.begun(), false);
    await assert.rejects(turns.run(second.run, stop.signal));
  });
});
