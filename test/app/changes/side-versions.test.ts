import assert from 'node:assert/strict';
import { textOf } from '../../builders/review';
import { lines, numbered, sideFiles } from './helpers/side-files';

describe('sides of a file between versions', () => {
  const world = sideFiles();
  const { inFolder, inShop, put, reader, hidden } = world;

  describe('of a rebased branch', () => {
    /** Changes the same file in the target, rebases the branch, and adds another change to it. */
    async function rebased(own: (long: string[]) => void): Promise<void> {
      await inShop('checkout', '--quiet', '--force', world.ground);
      const target = numbered(1, 60);
      target[20] = 'line 21 came with the target';
      await put('kinds/long.txt', lines(target));
      await put('kinds/elsewhere.txt', 'new in the target\n');
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--message', 'The target moves on');
      await inShop('push', '--quiet', 'origin', world.ground);
      await inShop('checkout', '--quiet', '--force', world.kinds);
      await inShop('rebase', '--quiet', world.ground);
      const long = (await inShop('show', 'HEAD:kinds/long.txt')).split('\n');
      own(long);
      await put('kinds/long.txt', lines(long));
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--amend', '--no-edit');
      await inShop('push', '--quiet', '--force', 'origin', world.kinds);
    }
    const versionsOf = async ({ changes }: Awaited<ReturnType<typeof reader>>) => {
      const [newest, before] = await changes.versions(world.key);
      assert.ok(newest && before);
      return { from: before.id, to: newest.id };
    };

    for (const kind of ['a clone', 'the server'] as const) {
      it(`show only the author's changes with content from ${kind}`, async () => {
        await rebased((long) => {
          long[54] = 'changed after the rebase';
        });
        const setup = await reader(...(kind === 'a clone' ? [inFolder('shop')] : []));
        const of = await setup.sides(world.key, 'kinds/long.txt', await versionsOf(setup));
        assert.deepEqual([of.old.form, of.new.form], ['rebased', 'file']);
        const [old, now] = await Promise.all([setup.content.read(of.old), setup.content.read(of.new)]);
        const [before, after] = [textOf(old).split('\n'), textOf(now).split('\n')];
        const differing = before.flatMap((line, index) => (line === after[index] ? [] : [index + 1]));
        assert.deepEqual([differing, before.length], [[55], after.length]);
        assert.equal(before[20], 'line 21 came with the target');
        assert.equal(old.note, undefined);
      });
    }

    it('mark conflicts between a change and the rebase', async () => {
      await inShop('checkout', '--quiet', '--force', world.ground);
      const target = numbered(1, 60);
      target[4] = 'line 5 of the target';
      await put('kinds/long.txt', lines(target));
      await inShop('add', 'kinds');
      await inShop('commit', '--quiet', '--message', 'The target moves on');
      await inShop('push', '--quiet', 'origin', world.ground);
      const theirs = await inShop('rev-parse', `${world.kinds}^{tree}`);
      const squashed = await inShop('commit-tree', theirs, '-p', world.ground, '-m', 'All again');
      await inShop('push', '--quiet', '--force', 'origin', `${squashed}:${world.kinds}`);
      const setup = await reader();
      const of = await setup
        .sides(world.key, 'kinds/new.txt', await versionsOf(setup))
        .catch(() => undefined);
      assert.equal(of, undefined, 'what is the same is not shown');
      const { old } = await setup.sides(world.key, 'kinds/long.txt', await versionsOf(setup));
      const text = await setup.content.read(old);
      assert.equal(text.note, 'conflicts');
      assert.match(textOf(text), /^<{7} .*\nline 5 of the target\n={7}\nline 5 is other\n>{7} /m);
    });

    it("show the previous content if a text can't be read, with a note", async () => {
      await rebased((long) => {
        long[54] = 'changed after the rebase';
      });
      const setup = await reader();
      const of = await setup.sides(world.key, 'kinds/long.txt', await versionsOf(setup));
      hidden();
      const old = await setup.content.read(of.old);
      assert.deepEqual([old.source, old.note], ['hunks', 'not-rebased']);
      assert.equal(textOf(old).split('\n')[4], 'line 5 is other');
      assert.equal((await setup.content.read(of.new)).source, 'hunks');
    });
  });
});
