// Comments in a diff, as a person writes and reads them with the mouse.
import { execFileSync } from 'node:child_process';
import { THEMES, workbench } from './harness.mjs';

const BRANCH = 'feature/search-facets';

for (const theme of THEMES) {
  describe(`comments in the diff of a merge request, in a ${theme} window`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const open = (name) => window.unfold(row(name));
    /** The thread, or the box, at a place in the diff that says something. */
    const widget = (text) =>
      window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
    const modified = () => window.page.locator('.part.editor .editor.modified');
    const line = (text) => modified().locator('.view-line').filter({ hasText: text }).first();

    it('are read where they stand, from a row', async () => {
      execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', BRANCH]);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      // The same merge request stands in a list too, and alone there until the branch was noticed.
      await open(/^Merge request 11,.* current branch/);
      await open(/^Discussions/);
      await row(/^Thread, unresolved, What does a rank of zero mean/).click();
      await window.editorTab('search.ts (!11 base ↔ version 2)').waitFor();
      await widget('The product has no sales yet').waitFor();
    });

    it('show what was given to them, and take an emoji with a click', async () => {
      const reaction = (name) => widget('The product has no sales yet').getByRole('button', { name }).first();
      await reaction('Toggle reaction, 2 reactions with 👍').click();
      await reaction('Toggle reaction, 1 reaction with 👍').click();
      await reaction('Toggle reaction, 2 reactions with 👍').waitFor();
    });

    it('are written with a click in the gutter', async () => {
      const box = await line('export interface Query').boundingBox();
      await window.page.mouse.move(box.x - 20, box.y + box.height / 2);
      await modified().locator('.line-hover').first().waitFor();
      await window.page.mouse.click(box.x - 20, box.y + box.height / 2);
      await widget('Start a Review').locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Are products with a rank of zero **hidden**?');
      await window.shot(`review-comment-box-${theme}`);
      await widget('Start a Review').getByRole('button', { name: 'Add Comment Now' }).click();
      await widget('Are products with a rank of zero hidden?').getByText('Unresolved').waitFor();
      await row(
        /^Thread, unresolved, Are products with a rank of zero hidden\?, by Marek Novák, at src\/catalog\/search\.ts:3/,
      ).waitFor();
      await window.settle();
      await window.shot(`review-comment-${theme}`);
    });

    it('are kept as drafts, and published with one button', async () => {
      const thread = widget('Are products with a rank of zero hidden?');
      await window.clickBetweenLines(thread.locator('.review-thread-reply-button'));
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Suggested below');
      await thread.getByRole('button', { name: 'Start a Review' }).click();
      await thread.getByText('Pending', { exact: true }).waitFor();
      await row(/^1 pending comment, not submitted/).waitFor();
      await thread.getByRole('button', { name: 'Submit Review' }).click();
      await thread.getByText('Pending', { exact: true }).waitFor({ state: 'detached' });
    });

    it('suggest a change with the lines that are selected, and the change is made in the file', async () => {
      await line('readonly words: string;').click();
      await window.command('Switchyard: Insert Suggestion');
      const box = widget('Start a Review');
      await box.locator('.view-line').filter({ hasText: 'suggestion:-0+0' }).waitFor();
      await box.locator('.view-line').filter({ hasText: 'readonly words: string;' }).click();
      await window.page.keyboard.press('Home');
      await window.page.keyboard.press('Shift+End');
      await window.page.keyboard.type('readonly words: Words;');
      await box.getByRole('button', { name: 'Add Comment Now' }).click();
      const thread = widget('Suggested change');
      await thread.getByText('readonly words: Words;').waitFor();
      await window.settle();
      await window.shot(`review-suggestion-${theme}`);
      await thread.getByRole('button', { name: 'Apply Suggestion' }).click();
      await window.modal().getByText('readonly words: Words;').waitFor();
      await window.shot(`review-suggestion-preview-${theme}`);
      await window.modal().getByRole('button', { name: 'Apply Suggestion', exact: true }).click();
      await window.editorTab('search.ts', { exact: true }).last().waitFor();
      await window.page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'detached' });
      await window.page
        .locator('.part.editor .view-line')
        .filter({ hasText: 'readonly words: Words;' })
        .first()
        .waitFor();
      await window.shot(`review-suggestion-applied-${theme}`);
    });
  });
}
