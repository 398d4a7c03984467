import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { blobIds } from '../../../src/ui/git/editor/files';
import { gitProgram } from '../../../src/ui/git/editor/program';
import { changing } from './helpers/changing';

describe('changed binary files', () => {
  const world = changing();
  const { inFolder, changesOf, cloned, commit, asked: requestCount } = world;

  it('are compared by their content if a clone has both versions', async () => {
    let runs = 0;
    const plain = changesOf();
    const local = changesOf((requested) => {
      runs++;
      return blobIds(gitProgram('git', inFolder('.')).bytes, requested);
    });
    const comparisons = async (
      { changes, mergeRequests, at, review }: ReturnType<typeof changesOf>,
      from: number,
    ) => {
      review(from);
      await mergeRequests.refresh(at);
      const { files } = await changes.whole(at);
      return files.map(({ path, comparison }) => `${path} ${comparison}`);
    };
    await cloned();
    await commit('map.bin', 'a\0b');
    await plain.mergeRequests.refresh(plain.at);
    const [first] = await plain.changes.versions(plain.at);
    await commit('later.md', '# Later\n');
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/repository/files/**' });
    assert.deepEqual(await comparisons(plain, first?.id ?? 0), ['later.md new', 'map.bin unsure']);
    // Without a clone, the files are requested from the server in the background.
    while (!world.sandbox.requests().some(({ path }) => path.includes('/repository/files/')))
      await new Promise((resolve) => setImmediate(resolve));
    world.sandbox.faults.clear();
    const before = requestCount();
    assert.deepEqual(await comparisons(local, first?.id ?? 0), ['later.md new']);
    await local.changes.whole(local.at);
    assert.equal(runs, 1, 'git is asked once for two versions');
    assert.ok(
      world.sandbox
        .requests()
        .slice(before)
        .every(({ path }) => !path.includes('/repository/')),
    );
    await commit('map.bin', 'a\0c');
    assert.deepEqual(await comparisons(local, first?.id ?? 0), ['later.md new', 'map.bin changed']);
  });

  it('are compared as soon as a clone has both versions', async () => {
    let isFetched = false;
    const { changes, mergeRequests, at, review } = changesOf((requested) =>
      isFetched
        ? blobIds(gitProgram('git', inFolder('.')).bytes, requested)
        : Promise.resolve(requested.map(() => undefined)),
    );
    await cloned();
    await commit('map.bin', 'a\0b');
    await mergeRequests.refresh(at);
    const [first] = await changes.versions(at);
    await commit('later.md', '# Later\n');
    review(first?.id ?? 0);
    await mergeRequests.refresh(at);
    const paths = async () => (await changes.whole(at)).files.map(({ path }) => path);
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/repository/files/**' });
    assert.deepEqual(await paths(), ['later.md', 'map.bin']);
    isFetched = true;
    assert.deepEqual(await paths(), ['later.md']);
  });

  it('are compared by the IDs of the server, which are read once and for at most ten files', async () => {
    const { changes, mergeRequests, at, review } = changesOf();
    await cloned();
    const names = Array.from({ length: 12 }, (_, index) => `map-${String(index).padStart(2, '0')}.bin`);
    for (const name of names) await writeFile(inFolder(name), `${name}\0`);
    await commit('map-00.bin', 'a\0b');
    await mergeRequests.refresh(at);
    const [first] = await changes.versions(at);
    review(first?.id ?? 0);
    await commit('map-01.bin', 'a\0c');
    const before = requestCount();
    await mergeRequests.refresh(at);
    const comparisons = async () =>
      (await changes.whole(at)).files.map(({ path, comparison }) => [path, comparison]);
    const expected = [
      ['map-01.bin', 'changed'],
      ['map-10.bin', 'unsure'],
      ['map-11.bin', 'unsure'],
    ];
    for (;;) {
      const next = new Promise((resolve) => changes.onDidChange(resolve));
      if ((await comparisons()).length === expected.length) break;
      // The list is available before the responses of the server.
      await next;
    }
    assert.deepEqual(await comparisons(), expected);
    const files = world.sandbox
      .requests()
      .slice(before)
      .filter(({ path }) => path.includes('/repository/files/'));
    assert.equal(files.length, 20, 'two requests for each of ten files');
  });
});
