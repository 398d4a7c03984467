import assert from 'node:assert/strict';
import { finish, finishInSlices, type Steps } from '../../src/base/slices';

function* counted(count: number, onStep: (step: number) => void = () => undefined): Steps<number> {
  for (let step = 0; step < count; step++) {
    onStep(step);
    yield;
  }
  return count;
}

/** Keeps the step busy for longer than a slice. */
function busy(): void {
  const ends = performance.now() + 10;
  while (performance.now() < ends);
}

describe('steps', () => {
  it('finish at once', () => {
    assert.equal(finish(counted(3)), 3);
  });

  it('finish in slices with the same result', async () => {
    assert.deepEqual(await finishInSlices(counted(3), () => true), { value: 3 });
  });

  it('let other tasks run after a long step', async () => {
    let others = 0;
    const tick = (): void => {
      others++;
      timer = setImmediate(tick);
    };
    let timer = setImmediate(tick);
    const result = await finishInSlices(counted(3, busy), () => true);
    clearImmediate(timer);
    assert.deepEqual(result, { value: 3 });
    assert.ok(others >= 3, `${others} tasks`);
  });

  it('stop when the result is no longer needed', async () => {
    const done: number[] = [];
    const steps = counted(3, (step) => {
      done.push(step);
      busy();
    });
    assert.equal(await finishInSlices(steps, () => false), undefined);
    assert.deepEqual(done, [0]);
  });

  it('reject with the error of a step', async () => {
    const steps = counted(2, () => {
      throw new Error('broken');
    });
    await assert.rejects(
      finishInSlices(steps, () => true),
      /broken/,
    );
  });
});
