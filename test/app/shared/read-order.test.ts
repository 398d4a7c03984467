import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readBetweenWrites, ReadOrder } from '../../../src/app/shared/read-order';

describe('order of reads', () => {
  it('accepts a read only if no later one was accepted, for each value', () => {
    const act = fc.record({ value: fc.constantFrom('a', 'b'), end: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const order = new ReadOrder();
        const open: { read: number; value: string }[] = [];
        const latest = new Map<string, number>();
        for (const { value, end } of acts) {
          open.push({ read: order.begin(), value });
          const [ended] = open.splice(end % open.length, 1);
          if (ended === undefined) continue;
          const isNewest = ended.read >= (latest.get(ended.value) ?? 0);
          assert.equal(order.accept(ended.read, ended.value), isNewest);
          if (isNewest) latest.set(ended.value, ended.read);
        }
      }),
    );
  });

  it('reads again while writes interrupt the read, at most twice', async () => {
    const reads = async (interrupted: readonly boolean[]) => {
      const server = { writeNumber: 0 };
      let count = 0;
      const { current } = await readBetweenWrites(server, () => {
        if (interrupted[count++] === true) server.writeNumber++;
        return Promise.resolve();
      });
      return { count, current };
    };
    assert.deepEqual(await reads([]), { count: 1, current: true });
    assert.deepEqual(await reads([true]), { count: 2, current: true });
    assert.deepEqual(await reads([true, true, true, true]), { count: 3, current: false });
  });
});
