// The search field for threads on the page of a merge request, used with the keyboard.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const REQUESTS = '/api/v4/projects/acme%2Fstorefront/merge_requests';

describe('search in the threads of a merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const keyboard = () => window.page.keyboard;
  const field = () => window.panel().getByRole('searchbox', { name: 'Search Threads' });
  const count = (text) =>
    window.panel().locator('form[role="search"]').getByRole('status').filter({ hasText: text });
  const threads = () => window.panel().locator('section[aria-labelledby="discussion"] article');

  const addThread = async (iid, body) => {
    const response = await fetch(`${window.sandbox.url}${REQUESTS}/${iid}/discussions`, {
      method: 'POST',
      headers: { 'private-token': window.sandbox.tokens.developer, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    assert.ok(response.ok);
  };

  it('shows the threads that match, and all of them after Escape', async () => {
    await openMergeRequest(window, 11);
    await field().focus();
    await threads().first().waitFor();
    const all = await threads().count();
    assert.ok(all > 1);
    await keyboard().type('dana rank');
    await count(new RegExp(`^1 of ${all} threads matches$`)).waitFor();
    await threads().filter({ hasText: 'What does a rank of zero mean?' }).waitFor();
    assert.equal(await threads().count(), 1);
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('thread-search');
    await keyboard().press('Escape');
    await count(/^$/).waitFor({ state: 'attached' });
    assert.equal(await threads().count(), all);
    assert.equal(await field().inputValue(), '');
    await window.panel().locator('input[type="search"]:focus').waitFor();
  });

  it('keeps the text when the page is rendered again, and expands resolved threads', async () => {
    await openMergeRequest(window, 11);
    await field().fill('docs olivia');
    await count(/^1 of \d+ threads matches$/).waitFor();
    await threads().getByText('Can we mention this in the docs?').waitFor();
    await window.panel().getByRole('textbox', { name: 'New Comment' }).fill('The docs say so.');
    await window.panel().getByRole('button', { name: 'Start Thread', exact: true }).click();
    await count(/^2 of \d+ threads match$/).waitFor();
    assert.equal(await field().inputValue(), 'docs olivia');
    await field().fill('no such text');
    await count(/^None of \d+ threads matches$/).waitFor();
    assert.equal(await threads().count(), 0);
  });

  it('is restored after a reload, and cleared when a comment that it hides is opened', async () => {
    await openMergeRequest(window, 12);
    await addThread(12, 'Opened by its link');
    await field().waitFor();
    await field().fill('no such text');
    await count(/^None of \d+ threads matches$/).waitFor();
    await window.remembered(/no such text/);
    await window.page.reload();
    await count(/^None of \d+ threads matches$/).waitFor();
    assert.equal(await field().inputValue(), 'no such text');
    await window.command('Switchyard: Open Thread...');
    await window.quickRow('Opened by its link').click();
    await threads().filter({ hasText: 'Opened by its link' }).waitFor();
    assert.equal(await field().inputValue(), '');
  });
});
