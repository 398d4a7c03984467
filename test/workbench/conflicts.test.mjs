// Resolving the conflicts of a merge request, from its page until it can be merged.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { THEMES, workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';
import { conflictingFees } from './worlds/conflicts-world.mjs';

for (const theme of THEMES) {
  describe(`conflicts of a merge request, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const git = (...args) =>
      execFileSync('git', ['-C', window.workspace, ...args], { encoding: 'utf8' }).trim();
    const pageButton = (name) => window.panel().getByRole('button', { name, exact: true }).first();
    const completeMerge = () =>
      window.page.locator('.part.editor').getByRole('button', { name: /^Complete Merge/ });
    const question = (text) => window.modal().filter({ hasText: text });
    const merging = (file) => window.editorTab(new RegExp(`^Merging: ${file.replace('.', '\\.')}`));
    const acceptIncoming = () => window.command('Merge Editor: Accept All Incoming Changes from Left');
    const state = () => [git('status', '--branch', '--porcelain'), git('stash', 'list')].join('\n');
    let before;

    beforeEach(() => {
      for (const each of ['name', 'email']) git('config', `user.${each}`, 'mara');
      before = state();
    });

    it('are listed as files, opened one after the other, and pushed in three steps', async () => {
      const { iid, source, target } = await conflictingFees(window);
      await openMergeRequest(window, iid);
      await pageButton('Fetch Branches').click();
      await window.panel().getByText('2 conflicting files').waitFor();
      await window.panel().getByText('src/fees/transfer.ts').waitFor();
      assert.deepEqual(await window.panelProblems(), []);

      // The first step.
      await pageButton('Resolve Conflicts...').click();
      await merging('card.ts').waitFor();
      await window.toast(`2 files of !${iid} conflict.`).waitFor();
      await window.statusItem('Conflicts: 2 of 2 files left').waitFor();
      await completeMerge().waitFor();
      await window.settle();
      await acceptIncoming();
      // One act for each file.
      await completeMerge().click();
      await merging('transfer.ts').waitFor();
      await window.statusItem('Conflicts: 1 of 2 files left').waitFor();
      await merging('card.ts').waitFor({ state: 'detached' });
      await window.settle();
      await acceptIncoming();
      await window.page.keyboard.press('Control+Enter');
      await question(`to ${source}?`).waitFor();
      await question(`Merge branch '${target}' into '${source}'`).waitFor();
      // The last step.
      await window.modal().getByRole('button', { name: 'Push' }).click();

      await window.editorTab(new RegExp(`^!${iid} `)).waitFor();
      await window.statusItem('Conflicts').waitFor({ state: 'detached' });
      await window.sandbox.advance(3_600_000);
      await pageButton('Merge...').waitFor();
      await window.panel().getByText('conflicting files').waitFor({ state: 'detached' });
      assert.equal(state(), before);
    });
  });
}
