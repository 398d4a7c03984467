// Ctrl+F and reverting on the page of a merge request, which use widgets of VS Code. The other tests of its sections need
// no editor: test/pages/merge-request-sections.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';

describe('sections of the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const find = () => window.page.locator('.simple-find-part.visible');

  it('can be searched with Ctrl+F, also from a text box', async () => {
    await openMergeRequest(window, 11);
    await window.panel().getByRole('heading', { name: 'Description' }).click();
    await window.page.keyboard.press('Control+f');
    await find().waitFor();
    await window.page.keyboard.type('Activity');
    await window.page.keyboard.press('Enter');
    await window
      .panel()
      .locator('body')
      .evaluate(async () => {
        while (!/activity/i.test(String(document.getSelection())))
          await new Promise(window.requestAnimationFrame);
      });
    await window.page.keyboard.press('Escape');
    await find().waitFor({ state: 'hidden' });
    const box = window.panel().getByRole('textbox', { name: 'New Comment' });
    await box.click();
    await window.page.keyboard.type('Kept');
    await window.page.keyboard.press('Control+f');
    await find().waitFor();
    await find().getByRole('button', { name: /Close/ }).click();
    await find().waitFor({ state: 'hidden' });
    assert.equal(await box.inputValue(), 'Kept');
    await box.fill('');
  });

  it('revert a merged merge request with the keyboard', async () => {
    await openMergeRequest(window, 8);
    await window.panel().getByRole('button', { name: 'Revert...' }).focus();
    await window.page.keyboard.press('Enter');
    await window.quickRow('Create Merge Request').first().waitFor();
    await window.quickRow('Commit to main').first().waitFor();
    await window.page.keyboard.press('Enter');
    await window.editorTab(/Revert "Document how prices are rounded"/).waitFor();
    await window.panel().getByRole('heading', { name: 'Revert "Document how prices are rounded"' }).waitFor();
    await window.panel().getByText('This reverts merge request').waitFor();
  });
});
