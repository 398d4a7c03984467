// Activity on the page of a merge request: recorded changes, filter, comparison of pushes, and what is new.
import assert from 'node:assert/strict';
import { COMMAND } from '../../src/presentation/shared/command-ids.ts';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('activity on the merge request page', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const button = (name) => pages.page.getByRole('button', { name });
  const text = (shown) => pages.page.getByText(shown).first();
  /** Opens a page, which shows all activity, oldest first. */
  const openActivity = async (iid) => {
    await pages.open(iid);
    await pages.page.locator('[aria-pressed="true"]', { hasText: 'All Activity' }).waitFor();
    await button('Show Newest First').waitFor();
  };

  it('shows comments and changes, and expands long runs of changes by keyboard', async () => {
    await openActivity(12);
    await pages.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await text('approved this merge request').waitFor();
    await text('I tried it on staging.').waitFor();
    await pages.page.locator('summary', { hasText: 'Show 9 events' }).focus();
    await pages.page.keyboard.press('Enter');
    await pages.page
      .getByRole('listitem')
      .filter({ hasText: /added the label/ })
      .first()
      .waitFor();
    await text('changed the title from').waitFor();
    await text('Hide 9 events').waitFor();
    assert.equal(await pages.page.getByText('last visit').count(), 0, 'nothing is new');
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it('can be limited to comments or history, and keeps the focus', async () => {
    await openActivity(12);
    await button('Comments Only').focus();
    await pages.page.keyboard.press('Enter');
    await text('approved this merge request').waitFor({ state: 'detached' });
    assert.equal(await pages.page.locator(':focus').textContent(), 'Comments Only');
    assert.equal(await button('Comments Only').getAttribute('aria-pressed'), 'true');
    await button('History Only').click();
    await text('approved this merge request').waitFor();
    await text('I tried it on staging.').waitFor({ state: 'detached' });
    await button('Show Newest First').click();
    await button('Show Oldest First').waitFor();
    const first = pages.page.locator('.comment-list > li').first();
    assert.match(await first.textContent(), /of time spent/);
  });

  it('remembers the filter, and marks what others wrote since the last visit', async () => {
    // Only this test opens this merge request.
    await openActivity(14);
    assert.equal(await pages.page.getByText('last visit').count(), 0, 'this is the first visit');
    await button('History Only').click();
    await button('Show Newest First').click();
    await button('Show Oldest First').waitFor();
    await pages.close();
    pages.sandbox.advance(60_000);
    await pages.api('POST', '/merge_requests/14/notes', { body: 'Please take a look.' }, 'developer');
    await pages.api('PUT', '/merge_requests/14', { add_labels: 'bug' }, 'developer');
    await pages.open(14);
    assert.equal(await button('History Only').getAttribute('aria-pressed'), 'true');
    await button('All Activity').click();
    await button('Show Oldest First').click();
    await pages.page.getByRole('heading', { name: 'New since your last visit' }).waitFor();
    const items = await pages.page.locator('.comment-list > li').allTextContents();
    const divider = items.findIndex((item) => item.includes('New since your last visit'));
    assert.match(items[divider + 1] ?? '', /Please take a look\./);
    assert.match(items.slice(divider).join(' '), /added the label\s+bug/);
  });

  it('fits into 300 pixels', async () => {
    await openActivity(12);
    await text('approved this merge request').waitFor();
    await pages.tab.resize(300);
    const { content, visible } = await pages.tab.widths();
    assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
  });

  it('compares the versions before and after a push', async () => {
    await openActivity(12);
    await button('Compare Versions: added 1 commit').last().click();
    await pages.tab.until(() => pages.world.executed.length === 1);
    const [{ id, argument }] = pages.world.executed;
    assert.equal(id, COMMAND.compareVersions);
    assert.deepEqual(argument.target, { kind: 'merge-request', mergeRequest: pages.world.key(12) });
    assert.ok(argument.open && argument.version.id > 0 && /^[\da-f]{40}$/.test(argument.version.startSha));
  });
});
