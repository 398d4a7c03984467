import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { continueResolution } from '../../../../src/ui/merge-requests/commands/conflict-steps';
import { startResolving, wayOf } from '../../../../src/ui/merge-requests/commands/conflict-way';
import { BRANCH, CONFLICTING, withResolving } from '../../../app/git/helpers/resolving';
import { playing } from './helpers/playing-conflicts';

const FILE = 'src/cart/price.ts';
const TEXTS = { [FILE]: 'resolved\n' };

describe('the way to resolve conflicts', () => {
  const { inClone, checkedOut, resolving, sandbox, snapshot } = withResolving();

  it('depends on the merge method of the project', () => {
    const methods = ['merge', 'rebase_merge', 'ff', 'other', null, undefined];
    assert.deepEqual(methods.map(wayOf), ['merge', 'rebase', 'rebase', 'merge', 'merge', 'merge']);
  });

  for (const place of ['worktree', 'checkout'] as const) {
    it(`can be changed after the start in a ${place}, with confirmation`, async () => {
      const parts = await resolving();
      const { prepared, store, current, merging, resolution, mergeRequest } = parts;
      const hasConflicts = async () => {
        await mergeRequest(CONFLICTING);
        sandbox().advance(3_600_000);
        return (await mergeRequest(CONFLICTING)).has_conflicts;
      };
      assert.equal(await hasConflicts(), true);
      if (place === 'checkout') await checkedOut();
      await inClone('status');
      const before = await snapshot();
      const { prompts, deps, toTheEnd } = playing(parts, { texts: TEXTS });
      await startResolving(deps, await prepared(), 'merge');
      const started = prompts.messages.at(-1);
      assert.match(started?.message ?? '', /^1 file of !16 conflicts\. /);
      assert.deepEqual(
        started?.actions.map(({ title }) => title),
        place === 'worktree'
          ? ['Complete Merge', 'Rebase Instead...', 'Abort...']
          : ['Continue', 'Rebase Instead...', 'Abort...'],
      );
      const instead = started.actions.find(({ title }) => title === 'Rebase Instead...');
      const rebased = new Promise<void>((done) => {
        store.onDidChange(() => {
          if (store.current?.way === 'rebase') done();
        });
      });
      prompts.allow(false);
      await instead?.run();
      assert.equal(prompts.confirmed.length, 1);
      assert.equal(current().way, 'merge');
      prompts.allow();
      await Promise.all([rebased, instead?.run()]);
      const again = await prompts.nextMessage();
      assert.equal(again.actions.at(-2)?.title, 'Merge Instead...');
      assert.deepEqual(prompts.confirmed.at(-1), {
        message: `Rebase ${BRANCH} onto main instead?`,
        detail:
          'Rewrites the commits and force-pushes them. You resolve the conflicts of each commit.\n\nFiles that you have resolved are discarded.',
        action: 'Rebase Instead',
      });
      const { operation } = await merging.progress(resolution.repositoryOf(current()));
      assert.equal(operation, 'rebase');
      if (place === 'worktree') assert.deepEqual(await snapshot(), before);
      await toTheEnd();
      assert.equal(store.current, undefined);
      assert.equal(await hasConflicts(), false);
      // The message is still shown.
      await instead?.run();
      assert.equal(prompts.messages.at(-1)?.message, 'No conflicts are being resolved in this workspace.');
    });
  }

  it('asks about files without conflict markers only if the user continues and no merge editor shows them', async () => {
    const parts = await resolving();
    const { prepared, current, resolution, at } = parts;
    const { prompts, deps } = playing(parts, { texts: TEXTS });
    await startResolving(deps, await prepared(), 'merge');
    // As with automatic saving, before the conflict is resolved.
    await writeFile(at(FILE), 'base\n');
    prompts.allow(false);
    await continueResolution(deps, current(), { edited: true });
    assert.deepEqual(prompts.confirmed, []);
    assert.equal(prompts.mentioned.at(-1), `${FILE} (1 of 1)`, 'shows the file again');
    const close = () => deps.editors.close(resolution.repositoryOf(current()), [FILE], { opens: true });
    await close();
    await continueResolution(deps, current(), { edited: false });
    assert.deepEqual(prompts.confirmed, [], 'another file was completed');
    await close();
    await continueResolution(deps, current(), { edited: true });
    assert.deepEqual(prompts.confirmed, [
      {
        message: 'Mark 1 file as resolved?',
        detail: `The file contains no conflict markers and will be staged:\n${FILE}`,
        action: 'Mark as Resolved',
      },
    ]);
  });
});
