import assert from 'node:assert/strict';
import { HIDDEN_ROW } from '../../../../src/ui/shared/trees/rendered-rows';
import { revealRow } from '../../../../src/ui/shared/trees/reveal-row';
import { TreeNode } from '../../../../src/ui/tree-node';
import { PassingClock } from '../../../api/helpers/clocks';

describe('revealing a row', () => {
  const node = (): TreeNode => new TreeNode('1', undefined, { kind: 'note', row: HIDDEN_ROW });
  /** A view that rejects the first calls, as VS Code does while rows change. */
  const busyView = (rejections: number): { calls: number; reveal(): Promise<void> } => ({
    calls: 0,
    reveal() {
      return ++this.calls > rejections
        ? Promise.resolve()
        : Promise.reject(new Error('Cannot resolve tree item for element 1'));
    },
  });

  it('is repeated until VS Code has requested the row', async () => {
    const view = busyView(2);
    const clock = new PassingClock();
    await revealRow(view, node(), { select: true }, { clock });
    assert.equal(view.calls, 3);
    assert.deepEqual(clock.waits, [250, 250]);
  });

  it('ends if the row is no longer wanted', async () => {
    const view = busyView(99);
    const options = { clock: new PassingClock(), isWanted: () => view.calls < 2 };
    await revealRow(view, node(), { select: true }, options);
    assert.equal(view.calls, 2);
  });

  it('fails after about three seconds, and immediately for a removed row', async () => {
    const view = busyView(99);
    const clock = new PassingClock();
    await assert.rejects(revealRow(view, node(), { select: true }, { clock }), /Cannot resolve/);
    assert.equal(clock.waits.length, 11);
    const { calls } = view;
    const removed = node();
    removed.release();
    await assert.rejects(revealRow(view, removed, { select: true }, { clock }), /Cannot resolve/);
    assert.equal(view.calls, calls + 1);
  });
});
