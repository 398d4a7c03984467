// Resolving the conflicts of a merge request after a reload of the window, and with a rebase.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { workbench } from '../harness.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';

describe('conflicts of a merge request that are resolved later or differently', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
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

  it('are continued in the same merge editor after the window was reloaded', async () => {
    await openMergeRequest(window, 16);
    await pageButton('Resolve Conflicts...').click();
    await merging('price.ts').waitFor();
    await completeMerge().waitFor();
    await window.kept(/conflict-resolution:\{[^}]*iid:16/);
    await window.remembered(/Merging: price\.ts|mergeEditor/);
    await window.page.reload();
    const toast = window.toast("The conflicts of !16 aren't resolved yet.");
    await toast.getByRole('button', { name: 'Continue' }).click();
    await merging('price.ts').waitFor();
    await completeMerge().waitFor();
    // The file may have been saved without markers, but isn't resolved.
    assert.equal(await question('as resolved?').count(), 0);
    await acceptIncoming();
    await completeMerge().click();
    await question('to feature/price-table?').waitFor();
    await window.page.keyboard.press('Escape');
    await window.toast("The conflicts are resolved, but feature/price-table isn't pushed yet.").waitFor();

    await window.command('Switchyard: Abort Resolving Conflicts');
    await question('Abort resolving the conflicts of !16?').waitFor();
    await window.modal().getByRole('button', { name: 'Abort' }).click();
    await window.statusItem('Conflicts').waitFor({ state: 'detached' });
    assert.equal(state(), before);
  });

  it('are resolved with a rebase instead, if the user selects it', async () => {
    await openMergeRequest(window, 16);
    await pageButton('Resolve Conflicts...').click();
    await merging('price.ts').waitFor();
    await window.toast('1 file of !16 conflicts.').getByRole('button', { name: 'Rebase Instead' }).click();
    await question('Rebase feature/price-table onto main instead?').waitFor();
    await window.modal().getByRole('button', { name: 'Rebase Instead' }).click();
    await window.toast('1 file of !16 conflicts.').getByRole('button', { name: 'Merge Instead' }).waitFor();
    await merging('price.ts').waitFor();
    await window.command('Switchyard: Abort Resolving Conflicts');
    await window.modal().getByRole('button', { name: 'Abort' }).click();
    await window.statusItem('Conflicts').waitFor({ state: 'detached' });
    assert.equal(state(), before);
  });
});
