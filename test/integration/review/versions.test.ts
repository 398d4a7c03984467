import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { journey } from '../helpers/fresh';
import { sandbox, until } from '../helpers/harness';
import { BRANCH, linesOf, TARGET, versionsInView } from './versions-setup';

const run = vscode.commands.executeCommand;

describe('versions of a merge request in the view', () => {
  const world = versionsInView();
  const { git, commit, push, open, show, row, section, labels, key, changes, rangeText } = world;

  // Each push creates a version, and each step continues from the versions before it.
  journey('follows pushes, rebases, and reviews', (step) => {
    step('shows all changes if no version has been reviewed', async () => {
      assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
      await run('switchyard.showChangesSinceReview', await section());
      assert.match(
        world.it.script.messages.at(-1)?.message ?? '',
        /haven't marked this merge request as reviewed/,
      );
      assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
    });

    step('stores the reviewed version, and shows that there are no changes since', async () => {
      await run('switchyard.markReviewed', await section());
      assert.equal(
        world.it.script.mentioned.at(-1),
        `Version 1 of !${world.iid} marked as reviewed. This isn't sent to the server.`,
      );
      assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
      await run('switchyard.showChangesSinceReview', await section());
      assert.equal(
        world.it.script.messages.at(-1)?.message,
        'No changes since your last review (version 1).',
      );
    });

    step('shows the changes of a new commit since the last review', async () => {
      commit('Say it better', { 'vouchers/new.ts': linesOf(10, { 5: 'const better = true;' }) });
      await push();
      assert.deepEqual(await labels(), ['Since Last Review', 'new.ts']);
      await until(async () => (await rangeText()) === 'Since Last Review: versions 1 → 2 · 1 commit', {
        description: 'the row tells how much was pushed',
      });
    });

    step('shows all changes on request, and returns to the changes since the last review', async () => {
      await run('switchyard.showAllChanges', await section());
      assert.deepEqual(await labels(), ['list.ts', 'new.ts', 'rates.ts']);
      assert.equal(world.it.script.mentioned.at(-1), 'Showing all changes.');
      await run('switchyard.showChangesSinceReview', await section());
      assert.equal(world.it.script.mentioned.at(-1), 'Showing changes from version 1 to 2.');
      assert.deepEqual(await labels(), ['Since Last Review', 'new.ts']);
    });

    step('shows a force-push that replaced commits', async () => {
      commit('Say it best', { 'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 2;' }) }, '--amend');
      await push();
      await run('switchyard.markReviewed', await section());
      commit('Say it best', { 'vouchers/later.ts': linesOf(3) }, '--amend');
      await push();
      await run('switchyard.showChangesSinceReview', await section());
      assert.match(
        world.it.script.messages.at(-1)?.message ?? '',
        /^The branch was force-pushed, replacing earlier commits\.$/,
      );
      assert.deepEqual(await labels(), ['Since Last Review', 'later.ts']);
      await until(async () => (await rangeText()) === 'Since Last Review: versions 3 → 4 · force-pushed', {
        description: 'the row tells it too',
      });
    });

    step(
      "shows files that were only rebased separately, and only the author's changes of other files",
      async () => {
        await run('switchyard.markReviewed', await section());
        git('checkout', '-q', TARGET);
        commit('Meanwhile', { 'vouchers/list.ts': `// First\n${linesOf(40, { 18: 'const other = 18;' })}` });
        commit('Meanwhile', { 'vouchers/rates.ts': linesOf(40, { 30: 'const theirs = 30;' }) });
        git('push', '-q', 'origin', TARGET);
        git('checkout', '-q', BRANCH);
        git('rebase', '-q', TARGET);
        commit('Raise rates', {
          'vouchers/rates.ts': linesOf(40, { 10: 'const rate = 3;', 30: 'const theirs = 30;' }),
        });
        await push();
        assert.deepEqual(await labels(), ['Since Last Review', 'rates.ts', 'Only Rebased']);
        assert.deepEqual(await labels('Only Rebased'), ['list.ts']);
        await run('switchyard.showChangesSinceReview', await section());
        assert.match(
          world.it.script.messages.at(-1)?.message ?? '',
          /^The branch was rebased onto [0-9a-f]{8} and force-pushed\.$/,
        );

        await run('switchyard.openFileDiff', await row(await section(), 'rates.ts'));
        const tab = await until(() => vscode.window.tabGroups.activeTabGroup.activeTab);
        const { input } = tab;
        assert.ok(input instanceof vscode.TabInputTextDiff);
        const [old, now] = await Promise.all(
          [input.original, input.modified].map(async (uri) =>
            (await vscode.workspace.openTextDocument(uri)).getText(),
          ),
        );
        assert.equal(old, linesOf(40, { 10: 'const rate = 2;', 30: 'const theirs = 30;' }));
        assert.equal(now, linesOf(40, { 10: 'const rate = 3;', 30: 'const theirs = 30;' }));
        assert.equal(tab.label, `rates.ts (!${world.iid} version 4 ↔ version 5)`);
      },
    );

    step('compares two selected versions, and marks the last reviewed and the replaced ones', async () => {
      const picks = [
        (all: readonly string[]) => all.indexOf('Version 4'),
        (all: readonly string[]) => all.indexOf('Version 2'),
      ];
      world.it.script.choose((all) => picks.shift()?.(all) ?? -1);
      const before = world.it.script.offered.length;
      await run('switchyard.compareVersions', await section());
      const [later = [], earlier = []] = world.it.script.offered.slice(before);
      assert.deepEqual(
        later.map(({ label }) => label),
        [5, 4, 3, 2, 1].map((number) => `Version ${number}`),
      );
      assert.deepEqual(
        earlier.map(({ label }) => label),
        ['Version 3', 'Version 2', 'Version 1', 'Base'],
      );
      assert.match(later[0]?.description ?? '', /^[0-9a-f]{8} · .*latest/);
      assert.deepEqual(
        later.filter(({ description }) => description?.includes('last reviewed')).map(({ label }) => label),
        ['Version 4'],
      );
      assert.match(earlier[0]?.description ?? '', /replaced by a force push$/);
      assert.match(earlier[1]?.description ?? '', /replaced by a force push$/);
      assert.doesNotMatch(earlier[2]?.description ?? '', /force push/, 'version 1 is still in the branch');
      assert.match(await rangeText(), /^Between Two Versions: versions 2 → 4\b/);
      assert.deepEqual(await labels(), ['Between Two Versions', 'later.ts', 'rates.ts']);
    });

    step('opens all selected changes in one editor from the active diff', async () => {
      await run('switchyard.openFileDiff', await row(await section(), 'rates.ts'));
      await run('switchyard.showChangesSinceReview');
      const title = `Changes (!${world.iid} version 4 ↔ version 5)`;
      await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(title), {
        description: `${title} is in front`,
      });
      await run('workbench.action.closeAllEditors');
    });

    step('compares a version with its base', async () => {
      const picks = [
        (all: readonly string[]) => all.indexOf('Version 2'),
        (all: readonly string[]) => all.indexOf('Base'),
      ];
      world.it.script.choose((all) => picks.shift()?.(all) ?? -1);
      await run('switchyard.compareVersions', await section());
      assert.match(await rangeText(), /^Older Version: version 2 of 5\b/);
      assert.deepEqual(await labels(), ['Older Version', 'list.ts', 'new.ts', 'rates.ts']);
      assert.match(show(await section()).description, /^3 newer versions · /);

      await run('switchyard.openFileDiff', await row(await section(), 'rates.ts'));
      const label = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
      await until(() => label() === `rates.ts (!${world.iid} base ↔ version 2)`);
      const review = await world.it.parts.mergeRequestFeature.load();
      const notes = () => vscode.window.visibleTextEditors.map((editor) => review.diffNotes.noteIn(editor));
      await until(() => notes().includes('version 5 exists'), { description: 'the diff has a note' });
      await run('switchyard.openLatestVersion');
      await until(() => label() === `rates.ts (!${world.iid} base ↔ version 5)`);
      await until(() => notes().every((note) => note === ''), { description: 'the note is gone' });
      await run('workbench.action.closeAllEditors');

      await run('switchyard.showAllChanges', await section());
      assert.deepEqual(await labels(), ['later.ts', 'list.ts', 'new.ts', 'rates.ts']);
    });

    step('follows the latest version after all changes were selected', async () => {
      commit('Say more', { 'vouchers/more.ts': linesOf(3) });
      await push();
      assert.deepEqual(await labels(), ['later.ts', 'list.ts', 'more.ts', 'new.ts', 'rates.ts']);
      assert.doesNotMatch(show(await section()).description, /newer/);
    });

    step(
      'keeps two selected versions, shows that there is a newer one, and shows it on request',
      async () => {
        const picks = [
          (all: readonly string[]) => all.indexOf('Version 6'),
          (all: readonly string[]) => all.indexOf('Version 5'),
        ];
        world.it.script.choose((all) => picks.shift()?.(all) ?? -1);
        await run('switchyard.compareVersions', await section());
        assert.deepEqual(await labels(), ['Between Two Versions', 'more.ts']);
        commit('Say even more', { 'vouchers/even.ts': linesOf(3) });
        git('push', '-q', 'origin', BRANCH);
        await sandbox.advance(10_000);
        await until(
          async () => {
            await run('switchyard.refreshMergeRequests');
            await open(await section());
            return (await rangeText()).startsWith('Between Two Versions: versions 5 → 6 · 1 newer version');
          },
          { timeout: 30_000, description: 'the row tells of the newer version' },
        );
        assert.match(show(await section()).description, /^1 newer version · /);
        assert.ok(show(await section()).words.includes('newer'));
        await run('switchyard.showLatestVersion', await section());
        assert.equal(world.it.script.mentioned.at(-1), 'Showing changes from version 5 to 7.');
        assert.deepEqual(await labels(), ['Between Two Versions', 'even.ts', 'more.ts']);
        await run('switchyard.showLatestVersion', await section());
        assert.equal(world.it.script.mentioned.at(-1), 'Already showing version 7 (latest).');
        await run('switchyard.showAllChanges', await section());
      },
    );

    step('is marked as reviewed once every file is viewed', async () => {
      const { reviewed } = (await world.it.parts.mergeRequestView.load()).review;
      const versions = await (await changes()).versions(key());
      assert.notEqual(reviewed.last(key())?.version, versions[0]?.id);
      const files = await open(await section());
      await run('switchyard.markViewed', files[0], files.slice(0, -1));
      assert.notEqual(reviewed.last(key())?.version, versions[0]?.id, 'one is left');
      await run('switchyard.markViewed', files.at(-1));
      await until(() => reviewed.last(key())?.version === versions[0]?.id);
    });

    step("is marked as reviewed by the user's approval", async () => {
      const { reviewed } = (await world.it.parts.mergeRequestView.load()).review;
      commit('One more thing', { 'vouchers/last.ts': linesOf(3) });
      await push();
      const [newest] = await (await changes()).versions(key());
      assert.notEqual(reviewed.last(key())?.version, newest?.id);
      await run('switchyard.approveMergeRequest', { target: { kind: 'merge-request', mergeRequest: key() } });
      await until(() => reviewed.last(key())?.version === newest?.id);
    });
  });
});
