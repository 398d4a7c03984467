import assert from 'node:assert/strict';
import { BusyMap } from '../../../src/app/shared/busy-map';

describe('actions in progress', () => {
  const busy = (running: string): Error => new Error(`${running} is in progress`);
  const two = (): Promise<number> => Promise.resolve(2);
  /** Starts an action that ends when the returned function is called. */
  const started = (map: BusyMap<string>, changed?: () => void) => {
    let end = (): void => assert.fail('the action has not started');
    const act = (): Promise<number> =>
      new Promise((resolve) => {
        end = () => {
          resolve(1);
        };
      });
    const result = map.run('a', 'merge', { busy, act, ...(changed === undefined ? {} : { changed }) });
    return {
      result,
      end: (): void => {
        end();
      },
    };
  };

  it('rejects another action with the same key until the first one ends', async () => {
    const map = new BusyMap<string>();
    const first = started(map);
    assert.deepEqual([map.has('a'), map.get('a')], [true, 'merge']);
    await assert.rejects(map.run('a', 'close', { busy, act: two }), { message: 'merge is in progress' });
    assert.equal(map.get('a'), 'merge', 'the rejected action changed nothing');
    first.end();
    assert.equal(await first.result, 1);
    assert.deepEqual([map.has('a'), map.get('a')], [false, undefined]);
    assert.equal(await map.run('a', 'close', { busy, act: two }), 2);
  });

  it('performs actions with other keys at the same time', async () => {
    const map = new BusyMap<string>();
    const first = started(map);
    assert.equal(await map.run('b', 'merge', { busy, act: two }), 2);
    assert.equal(map.has('a'), true);
    first.end();
    await first.result;
  });

  it('ends an action that fails', async () => {
    const map = new BusyMap<string>();
    const act = (): Promise<never> => Promise.reject(new Error('refused'));
    await assert.rejects(map.run('a', 'merge', { busy, act }), { message: 'refused' });
    assert.equal(map.has('a'), false);
  });

  it('reports the start and the end of an action, but not a rejected one', async () => {
    const map = new BusyMap<string>();
    const reports: boolean[] = [];
    const changed = (): void => {
      reports.push(map.has('a'));
    };
    const first = started(map, changed);
    await assert.rejects(map.run('a', 'close', { busy, changed, act: two }));
    first.end();
    await first.result;
    assert.deepEqual(reports, [true, false]);
  });
});
