// URLs of comments (#note_5) that are opened with a command. The links on the page need no editor:
// test/pages/comment-links.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';

const PROJECT = '/acme/storefront';
const IID = 15;
/** More than a page of the activity shows, and more replies than a thread shows. */
const [COMMENTS, REPLIES] = [60, 30];

describe('links to comments', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const panel = () => window.panel();
  const address = (note, iid = IID) => `${window.sandbox.url}${PROJECT}/-/merge_requests/${iid}#note_${note}`;
  const focusedComment = (note) => panel().locator(`#thread-${note}:focus`);
  let first;
  let reply;

  const send = async (method, path, body) => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/acme%2Fstorefront/merge_requests/${path}`, {
      method,
      headers: { 'private-token': tokens.developer, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };

  before(async () => {
    first = await send('POST', `${IID}/notes`, 'The first of many.');
    for (let index = 0; index < COMMENTS; index++) await send('POST', `${IID}/notes`, `Comment ${index}.`);
    const thread = await send('POST', `${IID}/discussions`, 'A long thread.');
    for (let index = 0; index < REPLIES; index++) {
      const added = await send('POST', `${IID}/discussions/${thread.id}/notes`, `Reply ${index}.`);
      if (index === 2) reply = added;
    }
    const deleted = await send('POST', `${IID}/notes`, 'Deleted soon.');
    await send('DELETE', `${IID}/notes/${deleted.id}`);
    await send(
      'POST',
      `${IID}/notes`,
      `See [the first](${address(first.id)}), [a reply](${address(reply.id)}), and [a deleted one](${address(deleted.id)}).`,
    );
  });

  const openPage = async () => {
    await openMergeRequest(window, IID);
    await panel().getByText('Comment 59.').waitFor();
  };

  it('show a comment that the filter or a search hides, when a URL is opened', async () => {
    await openPage();
    await panel().getByRole('button', { name: 'History Only' }).click();
    await panel().getByText('Comment 59.').waitFor({ state: 'detached' });
    await panel().getByRole('searchbox', { name: 'Search Threads' }).fill('no such text');
    await panel()
      .getByText(/^None of \d+ threads matches$/)
      .waitFor();
    await openAddress(address(reply.id));
    await focusedComment(reply.id).waitFor();
    assert.equal(await panel().getByRole('searchbox', { name: 'Search Threads' }).inputValue(), '');
  });

  it('explain why a page cannot be opened, and offer the browser', async () => {
    const url = `${window.sandbox.url}${PROJECT}/-/merge_requests/999999#note_1`;
    await window.command('Switchyard: Go to Pipeline, Job, or Merge Request');
    await window.quickInput().getByPlaceholder('Enter a number').fill(url);
    await window.quickRow("doesn't exist on 127.0.0.1").waitFor();
    const opening = window.page.context().waitForEvent('page');
    await window.quickRow('Open in Browser').click();
    const opened = await opening;
    await opened.waitForURL(/\/merge_requests\/999999/);
    await opened.close();
  });

  /** Opens a URL in "Go to Pipeline, Job, or Merge Request...". */
  async function openAddress(url) {
    await window.command('Switchyard: Go to Pipeline, Job, or Merge Request');
    await window.quickInput().getByPlaceholder('Enter a number').fill(url);
    await window.quickRow(`!${IID} `).first().waitFor();
    await window.page.keyboard.press('Enter');
  }
});
