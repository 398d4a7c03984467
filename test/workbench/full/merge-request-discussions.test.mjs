// Threads of a merge request in editors: the next one in a diff, and the text that is used with the keyboard. The other
// tests of discussions need no editor: test/pages/merge-request-discussions.test.mjs.
import assert from 'node:assert/strict';
import { THEMES, workbench } from '../harness.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';

for (const theme of THEMES) {
  describe(`threads of a merge request in editors, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const line = (text) => window.page.locator('.part.editor .view-line').filter({ hasText: text }).first();
    const current = (text) =>
      window.page.locator('.part.statusbar').getByText(new RegExp(`^Ln ${text}, Col 1$`));

    it('opens the next unresolved thread in the diff', async () => {
      await openMergeRequest(window, 11);
      const section = window.panel().locator('section[aria-labelledby="discussion"]');
      await section.getByRole('button', { name: 'Next Unresolved Thread' }).click();
      await section
        .getByRole('button', { name: /^Open Thread on .*search\.ts/ })
        .first()
        .click();
      await window.editorTab(/search\.ts/).waitFor();
      await window.page.getByText('What does a rank').first().waitFor();
    });

    it('can be read, replied to, and resolved with the keyboard in a text', async () => {
      await openMergeRequest(window, 11);
      await window.command('Switchyard: Read Merge Request');
      await window.editorTab(/^!11 Hide products without sales/).waitFor();
      await line('What does a rank of zero mean?').waitFor();
      await window.page
        .locator('.codelens-decoration')
        .filter({ hasText: 'Submit Review...' })
        .waitFor({ timeout: 15000 });
      await line('Unresolved thread on src/catalog/search.ts:5').waitFor();
      await window.settle();
      await line('!11 Hide products').click();
      await window.page.keyboard.press('n');
      await current('(?!1$)\\d+').waitFor();
      await window.page.keyboard.press('r');
      await window.quickInput().getByText('Reply to: What does a rank').waitFor();
      await window.page.keyboard.type('It has no sales.');
      await window.page.keyboard.press('Enter');
      await line('It has no sales.').waitFor();
      await window.page.keyboard.press('Alt+Shift+E');
      await line('Resolved thread on src/catalog/search.ts:5').waitFor();
      await window.settle();
      await window.page.keyboard.press('s');
      const reply = window.panel().locator('textarea:focus');
      await reply.waitFor();
      assert.match(await reply.inputValue(), /^```suggestion:-0\+0\n.+\n```\n$/);
    });
  });
}
