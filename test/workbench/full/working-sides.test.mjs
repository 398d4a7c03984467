// The file of the workspace in the diff of the checked-out branch, edited and commented on with the mouse and the keyboard.
import { execFileSync } from 'node:child_process';
import { THEMES, workbench } from '../harness.mjs';
import { hoverGutter } from '../steps/gutter.mjs';

const BRANCH = 'feature/search-facets';

for (const theme of THEMES) {
  describe(`diffs of the checked-out branch, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer', settings: { 'files.autoSave': 'off' } });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const widget = (text) =>
      window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
    const modified = () => window.page.locator('.part.editor .editor.modified');
    const line = (text) => modified().locator('.view-line').filter({ hasText: text }).first();
    const status = (name) => window.page.locator('.part.statusbar').getByRole('button', { name });
    const hasChanges = /^This file has local changes that aren't part of !11\. Select to suggest them\.$/;

    beforeEach(async () => {
      // Discards changes of other tests.
      execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', '--force', BRANCH]);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await window.unfold(row(/^Merge request 11,.* current branch/));
      await window.unfold(row(/^Discussions/));
      await window.openRow(
        row(/^Thread, unresolved, What does a rank of zero mean/),
        window.editorTab('search.ts (!11 base ↔ working tree)'),
      );
      await window.page
        .locator('.part.editor .title')
        .getByRole('button', { name: 'Mark as Viewed' })
        .waitFor();
      await widget('The product has no sales yet').waitFor();
    });

    /** Adds a line to the file, without saving it. */
    const edit = async () => {
      await line('export interface Query').click();
      await window.page.keyboard.press('End');
      await window.page.keyboard.press('Enter');
      await window.page.keyboard.type('readonly strict?: boolean;');
      await status(hasChanges).waitFor();
    };

    it('show the file of the workspace with its threads, and can be edited', async () => {
      await window.page.locator('.part.panel').getByText('Comments').waitFor({ state: 'hidden' });
      await window.settle();
      await window.shot(`working-side-${theme}`);
      await edit();
      await widget('The product has no sales yet').waitFor();
      await window.settle();
      await window.shot(`working-side-edited-${theme}`);
    });

    it('add a comment with a click in the gutter at the line of the head', async () => {
      await edit();
      await widget('The product has no sales yet').waitFor();
      await window.settle();
      const place = await hoverGutter(window.page, modified(), line('readonly words: string;'));
      await window.page.mouse.click(...place);
      await widget('Start discussion').locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Which words?');
      await widget('Start discussion').getByRole('button', { name: 'Add Comment Now' }).click();
      await widget('Which words?').getByText('Unresolved').waitFor();
      await row(
        /^Thread, unresolved, Which words\?, by Marek Novák, at src\/catalog\/search\.ts:4/,
      ).waitFor();
      await window.settle();
      await window.shot(`working-side-comment-${theme}`);
    });

    it('suggest the local changes from the status bar, discard them, and undo that', async () => {
      await edit();
      await status(hasChanges).click();
      await window.quickInput().getByText('Suggest My Edits').waitFor();
      await window.quickRow('readonly strict?: boolean;').waitFor();
      await window.shot(`working-side-suggest-${theme}`);
      await window.page.keyboard.press('Enter');
      const toast = window.toast('1 suggestion added to your review of !11.');
      await toast.waitFor();
      await widget('Suggested change').getByLabel('Pending', { exact: true }).waitFor();
      await window.settle();
      await window.shot(`working-side-suggested-${theme}`);
      await toast.getByRole('button', { name: 'Discard Local Changes...' }).click();
      await window.modal().getByText('Discard the changes in search.ts that you suggested?').waitFor();
      await window.modal().getByRole('button', { name: 'Discard Changes' }).click();
      await line('readonly strict?: boolean;').waitFor({ state: 'detached' });
      await status(hasChanges).waitFor({ state: 'detached' });
      await line('readonly words: string;').click();
      await window.page.keyboard.press('Control+Z');
      await line('readonly strict?: boolean;').waitFor();
    });

    it('lead to the file without a diff, which has the same threads', async () => {
      await window.command('Switchyard: Open File');
      await window.editorTab('search.ts', { exact: true }).last().waitFor();
      await widget('The product has no sales yet').waitFor();
      await window.page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'detached' });
      await window.settle();
      await window.shot(`working-file-${theme}`);
      await window.page.locator('.part.panel').getByText('Comments').waitFor({ state: 'hidden' });
    });
  });
}
