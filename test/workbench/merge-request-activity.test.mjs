// Activity on the page of a merge request: recorded changes, filter, comparison of pushes, and what is new.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const STORE = '/api/v4/projects/acme%2Fstorefront/merge_requests';

const button = (window, name) => window.panel().getByRole('button', { name });
const text = (window, shown) => window.panel().getByText(shown).first();

/** Opens a merge request page with all activity, oldest first, which are the initial settings of pages. */
async function openActivity(window, iid) {
  await openMergeRequest(window, iid);
  const shown = (name) => button(window, name);
  await shown('All Activity').waitFor();
  if ((await shown('All Activity').getAttribute('aria-pressed')) !== 'true')
    await shown('All Activity').click();
  await window.panel().locator('[aria-pressed="true"]', { hasText: 'All Activity' }).waitFor();
  if (await shown('Show Oldest First').isVisible()) await shown('Show Oldest First').click();
  await shown('Show Newest First').waitFor();
}

/** Sends a request as another user. */
async function asDeveloper(window, method, path, body) {
  const response = await fetch(`${window.sandbox.url}${STORE}/${path}`, {
    method,
    headers: { 'private-token': window.sandbox.tokens.developer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${response.status}`);
}

describe('activity on the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });

  it('shows comments and changes, and expands long runs of changes by keyboard', async () => {
    await openActivity(window, 12);
    await window.panel().getByRole('heading', { name: 'Activity' }).waitFor();
    await text(window, 'approved this merge request').waitFor();
    await text(window, 'I tried it on staging.').waitFor();
    await window.panel().locator('summary', { hasText: 'Show 9 events' }).focus();
    await window.page.keyboard.press('Enter');
    await window
      .panel()
      .getByRole('listitem')
      .filter({ hasText: /added the label/ })
      .first()
      .waitFor();
    await text(window, 'changed the title from').waitFor();
    await text(window, 'Hide 9 events').waitFor();
    assert.equal(await window.panel().getByText('last visit').count(), 0, 'nothing is new');
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('merge-request-activity');
  });

  it('can be limited to comments or history, and keeps the focus', async () => {
    await openActivity(window, 12);
    await button(window, 'Comments Only').focus();
    await window.page.keyboard.press('Enter');
    await text(window, 'approved this merge request').waitFor({ state: 'detached' });
    assert.equal(await window.panel().locator(':focus').textContent(), 'Comments Only');
    assert.equal(await button(window, 'Comments Only').getAttribute('aria-pressed'), 'true');
    await button(window, 'History Only').click();
    await text(window, 'approved this merge request').waitFor();
    await text(window, 'I tried it on staging.').waitFor({ state: 'detached' });
    await button(window, 'Show Newest First').click();
    await button(window, 'Show Oldest First').waitFor();
    const first = window.panel().locator('.talk > li').first();
    assert.match(await first.textContent(), /of time spent/);
  });

  it('remembers the filter, and marks what others wrote since the last visit', async () => {
    // Only this test opens this merge request.
    await openActivity(window, 14);
    assert.equal(await window.panel().getByText('last visit').count(), 0, 'this is the first visit');
    await button(window, 'History Only').click();
    await button(window, 'Show Newest First').click();
    await button(window, 'Show Oldest First').waitFor();
    await window.command('View: Close Editor');
    await window.editorTab(/!14/).waitFor({ state: 'detached' });
    await asDeveloper(window, 'POST', '14/notes', { body: 'Please take a look.' });
    await asDeveloper(window, 'PUT', '14', { add_labels: 'bug' });
    await openMergeRequest(window, 14);
    assert.equal(await button(window, 'History Only').getAttribute('aria-pressed'), 'true');
    await button(window, 'All Activity').click();
    await button(window, 'Show Oldest First').click();
    await window.panel().getByRole('heading', { name: 'New since your last visit' }).waitFor();
    const items = await window.panel().locator('.talk > li').allTextContents();
    const divider = items.findIndex((item) => item.includes('New since your last visit'));
    assert.match(items[divider + 1] ?? '', /Please take a look\./);
    assert.match(items.slice(divider).join(' '), /added the label\s+bug/);
    await window.panel().getByRole('heading', { name: 'New since' }).scrollIntoViewIfNeeded();
    await window.shot('merge-request-activity-new');
  });

  it('fits into 300 pixels', async () => {
    await openActivity(window, 12);
    const body = window.panel().locator('body');
    await window.page.setViewportSize({ width: 655, height: 900 });
    await body.waitFor();
    const [wide, seen] = await body.evaluate((page) => [page.scrollWidth, page.clientWidth]);
    assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
    await window.shot('merge-request-activity-narrow');
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('compares the versions before and after a push', async () => {
    await openActivity(window, 12);
    await button(window, 'Compare Versions: added 1 commit').last().click();
    await window
      .editorTab(/!12.*(Version|version)|Changes/)
      .first()
      .waitFor();
    await window.shot('merge-request-activity-compare');
  });
});
