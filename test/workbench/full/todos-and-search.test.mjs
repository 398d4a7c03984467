// To-do items and the search for merge requests, by mouse and keyboard.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { step } from '../steps/step.mjs';

describe('to-do items and search', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const found = (text) => window.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  const input = () => window.page.locator('.quick-input-widget input[type="text"]').first();

  // The page of a merge request has the focus after it was opened, and doesn't pass F1 on.
  const search = async () => {
    await window.view('Merge Requests').focus();
    await window.command('Switchyard: Search Merge Requests...');
  };

  beforeEach(async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
  });

  it('lists to-do items, marks one as done by its button, and adds it again', async () => {
    await window.unfold(row(/^To-Do Items/));
    await step('mark an item as done', async () => {
      const item = row(/^To-do item Hide products .+, mentioned you, Olivia Okafor, /);
      await item.waitFor();
      await row(/^To-Do Items, 4/).waitFor();
      await window.settle();
      await window.shot('to-do-items-dark');
      await item.hover();
      await item.getByRole('button', { name: 'Mark To-Do Item as Done' }).click();
      await item.waitFor({ state: 'detached' });
      await row(/^To-Do Items, 3/).waitFor();
    });
    await step('add it again by the button of the notification', async () => {
      await window.page.getByRole('button', { name: 'Add Again' }).first().click();
      await row(/^To-do item Hide products .+, added by you, /).waitFor();
    });
  });

  it('opens the merge request of an item from its row', async () => {
    await window.unfold(row(/^To-Do Items/));
    await window.openRow(
      row(/^To-do item Pay with a gift card, review requested, /),
      window.editorTab(/!12/).first(),
    );
  });

  it('searches while the user types, opens a result with Enter, and keeps a search as a row', async () => {
    await search();
    await input().fill('discounts');
    await found('!16').first().waitFor();
    await window.shot('search-merge-requests-dark');
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('tab', { name: /!16/ }).first().waitFor();
    await search();
    await input().fill('discounts');
    await found('Keep "discounts"').first().click();
    await window.unfold(row(/^Project acme\/storefront/));
    await row(/^Search: discounts/).waitFor();
    await row(/^Search: discounts/).hover();
    await row(/^Search: discounts/)
      .getByRole('button', { name: 'Remove Search' })
      .click();
    await row(/^Search: discounts/).waitFor({ state: 'detached' });
    assert.equal(await row(/^Search: discounts/).count(), 0);
  });
});
