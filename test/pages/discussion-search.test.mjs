// The search field for threads on the page of a merge request, used with the keyboard.
import assert from 'node:assert/strict';
import { COMMAND } from '../../src/presentation/shared/command-ids.ts';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('search in the threads of a merge request page', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const keyboard = () => pages.page.keyboard;
  const field = () => pages.page.getByRole('searchbox', { name: 'Search Threads' });
  const count = (text) =>
    pages.page.locator('form[role="search"]').getByRole('status').filter({ hasText: text });
  const threads = () => pages.page.locator('section[aria-labelledby="discussion"] article');

  it('shows the threads that match, and all of them after Escape', async () => {
    await pages.open(11);
    await field().focus();
    await threads().first().waitFor();
    const all = await threads().count();
    assert.ok(all > 1);
    await keyboard().type('dana rank');
    await count(new RegExp(`^1 of ${all} threads matches$`)).waitFor();
    await threads().filter({ hasText: 'What does a rank of zero mean?' }).waitFor();
    assert.equal(await threads().count(), 1);
    assert.deepEqual(await pages.tab.problems(), []);
    await keyboard().press('Escape');
    await count(/^$/).waitFor({ state: 'attached' });
    assert.equal(await threads().count(), all);
    assert.equal(await field().inputValue(), '');
    await pages.page.locator('input[type="search"]:focus').waitFor();
  });

  it('keeps the text when the page is rendered again, and expands resolved threads', async () => {
    await pages.open(11);
    await field().fill('docs olivia');
    await count(/^1 of \d+ threads matches$/).waitFor();
    await threads().getByText('Can we mention this in the docs?').waitFor();
    await pages.page.getByRole('textbox', { name: 'New Comment' }).fill('The docs say so.');
    await pages.page.getByRole('button', { name: 'Start Thread', exact: true }).click();
    await count(/^2 of \d+ threads match$/).waitFor();
    assert.equal(await field().inputValue(), 'docs olivia');
    await field().fill('no such text');
    await count(/^None of \d+ threads matches$/).waitFor();
    assert.equal(await threads().count(), 0);
  });

  it('is restored after a reload, and cleared when a comment that it hides is opened', async () => {
    const { notes } = await pages.api('POST', '/merge_requests/12/discussions', {
      body: 'Opened by its link',
    });
    await pages.open(12);
    await field().fill('no such text');
    await count(/^None of \d+ threads matches$/).waitFor();
    await pages.tab.stored(/no such text/);
    await pages.restart(12);
    await count(/^None of \d+ threads matches$/).waitFor();
    assert.equal(await field().inputValue(), 'no such text');
    const target = { kind: 'merge-request', mergeRequest: pages.world.key(12) };
    await pages.world.execute(COMMAND.openMergeRequest, { target, note: notes[0].id });
    await threads().filter({ hasText: 'Opened by its link' }).waitFor();
    assert.equal(await field().inputValue(), '');
  });
});
