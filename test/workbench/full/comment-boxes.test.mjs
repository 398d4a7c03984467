// Unsent text in the comment boxes of a diff.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { workbench } from '../harness.mjs';
import { step } from '../steps/step.mjs';

describe('unsent comment in a diff', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const widget = (text) =>
    window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
  const line = (text) =>
    window.page.locator('.part.editor .editor.modified .view-line').filter({ hasText: text }).first();
  /** The box of a new thread that contains a text, or any box of a new thread. */
  const box = (text = '') =>
    window.page
      .locator('.part.editor .review-widget')
      .filter({ has: window.page.getByText(text, { exact: true }) })
      .filter({ hasNot: window.page.locator('.review-comment') })
      .last();
  const thread = () => widget('The product has no sales yet');
  const openBoxAt = async (text) => {
    await line(text).click();
    await window.command('Comments: Add Comment on Current Selection');
    await window.page.locator('.review-widget .monaco-editor.focused').waitFor();
  };

  it('is restored in the same place until it is sent, also after a reload of the window', async () => {
    await step('restore the text in a box that is opened again at its line', async () => {
      execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', 'feature/search-facets']);
      await window.openContainer();
      await window.onlyView('Merge Requests');
      await window.unfold(row(/^Merge request 11,.* current branch/));
      await window.unfold(row(/^Discussions/));
      await window.openRow(row(/^Thread, unresolved, What does a rank of zero mean/), thread());
      await openBoxAt('export function search');
      await window.page.keyboard.type('Half a comment');
      // In VS Code 1.139, Escape does nothing in a comment box.
      await box('Half a comment').getByRole('button', { name: 'Collapse' }).click();
      await window.modal().getByRole('button', { name: 'Discard' }).click();
      await box('Half a comment').waitFor({ state: 'detached' });
      await openBoxAt('export function search');
      await box('Half a comment').waitFor();
      await window.shot('comment-box-again');
    });
    await step('reload the window, and restore the text at the selected line', async () => {
      await window.clickBetweenLines(thread().locator('.review-thread-reply-button'));
      await thread().locator('.comment-form .monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Half a reply');
      await window.kept(/Half a reply/);
      await window.remembered(/iid:11,/);
      await window.page.reload();
      await thread().waitFor();
      const offer = window.toast('You have an unsent comment on src/catalog/search.ts: "Half a comment".');
      // VS Code hides notifications after some time, so both are awaited first.
      await Promise.all([
        offer.waitFor(),
        window.toast('You have an unsent reply: "Half a reply".').waitFor(),
      ]);
      await line('export interface Query').click();
      await offer.getByRole('button', { name: 'Restore Comment' }).click();
      await box('Half a comment').waitFor();
      await box('Half a comment').getByRole('button', { name: 'Add Comment Now' }).click();
      await widget('Half a comment').getByText('Unresolved').waitFor();
      await window.command('Comments: Focus on Comments View');
      await window.page.locator('.comments-panel').getByText('[Ln 3]').waitFor();
    });
    await step('restore the reply in its thread, and remove it once it is sent', async () => {
      await window.clickBetweenLines(thread().locator('.review-thread-reply-button'));
      await thread().locator('.comment-form').getByText('Half a reply', { exact: true }).waitFor();
      await thread().getByRole('button', { name: 'Add Comment Now' }).click();
      await widget('Half a reply').locator('.review-comment').filter({ hasText: 'Half a reply' }).waitFor();
      await window.clickBetweenLines(thread().locator('.review-thread-reply-button'));
      await thread().locator('.comment-form .monaco-editor.focused').waitFor();
      const held = await thread().locator('.comment-form .view-lines').textContent();
      assert.equal(held, '');
    });
  });

  it('is previewed beside the diff while the user types', async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await window.unfold(row(/^Merge request 11,/));
    await window.unfold(row(/^Discussions/));
    await window.openRow(row(/^Thread, unresolved, What does a rank of zero mean/), thread());
    await openBoxAt('export function search');
    await window.page.keyboard.type('As in **!12**');
    await window.page.keyboard.press('Control+Shift+V');
    await window.editorTab(/^Preview: !11/).waitFor();
    const preview = window.panel().locator('.text-preview');
    await preview.locator('strong', { hasText: '!12' }).getByRole('link').waitFor();
    // VS Code moved the focus from the comment box, so nothing must be typed into the diff.
    await window.page.keyboard.type('lost');
    assert.equal(await box('As in **!12**').getByText('As in **!12**', { exact: true }).count(), 1);
    assert.equal(await line('lost').count(), 0);
    const typed = box('As in **!12**').locator('.monaco-editor');
    await typed.click();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.type(' :rocket:');
    await preview.getByText('🚀').waitFor();
    await window.page.keyboard.press('Control+Shift+V');
    await window.page.keyboard.type(' and more');
    await preview.getByText('and more').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('comment-box-preview');
  });
});
