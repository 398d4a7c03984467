import assert from 'node:assert/strict';
import { waitForSelection } from '../../../../src/ui/shared/trees/wait-for-selection';
import { PassingClock } from '../../../api/helpers/clocks';

describe('the selection of a view after an empty event', () => {
  /** A view whose selection is empty at first, as in VS Code while it reads rows again. */
  const readingView = (empty: number): { reads: number; readonly selection: readonly string[] } => ({
    reads: 0,
    get selection() {
      return ++this.reads > empty ? ['row'] : [];
    },
  });

  it('is the row that VS Code reports later', async () => {
    const clock = new PassingClock();
    assert.equal(await waitForSelection(readingView(2), clock, () => true), 'row');
    assert.deepEqual(clock.waits, [100, 100, 100]);
  });

  it('is not read after a later event', async () => {
    const view = readingView(2);
    assert.equal(await waitForSelection(view, new PassingClock(), () => view.reads < 1), undefined);
    assert.equal(view.reads, 1);
  });

  it('is empty if nothing is selected for three seconds', async () => {
    const clock = new PassingClock();
    assert.equal(await waitForSelection(readingView(99), clock, () => true), undefined);
    assert.equal(clock.waits.length, 30);
  });
});
