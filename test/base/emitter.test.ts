import assert from 'node:assert/strict';
import fc from 'fast-check';
import { onBackgroundFailure } from '../../src/base/background';
import { Emitter } from '../../src/base/emitter';
import { nextTurn } from '../../src/base/slices';

describe('Emitter', () => {
  it('calls every listener once per event, even if some throw or are removed, and reports each error', async () => {
    const listener = fc.constantFrom('hears' as const, 'throws' as const, 'leaves' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(listener, { maxLength: 12 }), fc.nat(4), async (kinds, events) => {
        const failures: unknown[] = [];
        const reporting = onBackgroundFailure((error) => failures.push(error));
        const emitter = new Emitter<number>();
        const heard = kinds.map((): number[] => []);
        kinds.forEach((kind, index) => {
          const subscription = emitter.event((value) => {
            heard[index]?.push(value);
            if (kind === 'throws') throw new Error(`${index} ${value}`);
            if (kind === 'leaves') subscription.dispose();
          });
        });
        const sent = Array.from({ length: events }, (_, index) => index);
        for (const value of sent) emitter.fire(value);
        await nextTurn();
        reporting.dispose();
        assert.deepEqual(
          heard,
          kinds.map((kind) => (kind === 'leaves' ? sent.slice(0, 1) : sent)),
        );
        assert.equal(failures.length, kinds.filter((kind) => kind === 'throws').length * events);
      }),
    );
  });
});
