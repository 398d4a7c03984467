// Links to comments (#note_5) that the page of a merge request doesn't show.
import assert from 'node:assert/strict';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

const PROJECT = '/acme/storefront';
const IID = 15;
/** More than a page of the activity shows, and more replies than a thread shows. */
const [COMMENTS, REPLIES] = [60, 30];

describe('links to comments', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const panel = () => pages.page;
  const address = (note, iid = IID) => `${pages.sandbox.url}${PROJECT}/-/merge_requests/${iid}#note_${note}`;
  const focusedComment = (note) => panel().locator(`#thread-${note}:focus`);
  let first;
  let reply;

  const send = (method, path, body) =>
    pages.api(method, `/merge_requests/${path}`, body === undefined ? undefined : { body }, 'developer');

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
    await pages.open(IID);
    await panel().getByText('Comment 59.').waitFor();
  };

  it('show a comment that is older than those on the page', async () => {
    await openPage();
    assert.equal(await panel().getByText('The first of many.').count(), 0);
    await panel().getByRole('link', { name: 'the first' }).click();
    await focusedComment(first.id).waitFor();
    await panel().getByText('The first of many.').waitFor();
    await panel().getByRole('button', { name: 'Load More' }).waitFor();
    const outline = await focusedComment(first.id).evaluate(
      (by) => globalThis.getComputedStyle(by).outlineStyle,
    );
    assert.equal(outline, 'solid', 'the comment is marked after a click');
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it("show a reply that isn't displayed in its shortened thread", async () => {
    await openPage();
    await panel().getByRole('link', { name: 'a reply' }).press('Enter');
    await focusedComment(reply.id).waitFor();
    await panel().getByText('Reply 2.').waitFor();
  });

  it('show why a comment is not displayed', async () => {
    await openPage();
    await panel().getByRole('link', { name: 'a deleted one' }).click();
    const { messages } = pages.world.prompts;
    await pages.tab.until(() => messages.length > 0);
    const why = "It may have been deleted, or you don't have access to it.";
    assert.equal(messages[0].message, `Couldn't find the comment in !${IID}. ${why}`);
  });

  it('expand a resolved thread', async () => {
    const threads = await send('GET', '12/discussions?per_page=100');
    const [resolved] = threads.flatMap(({ notes }) => notes).filter((note) => note.resolved);
    await send('POST', '12/notes', `See [the answer](${address(resolved.id, 12)}).`);
    await pages.open(12);
    await panel().getByText('See the answer.').waitFor();
    assert.ok(!(await panel().locator(`#thread-${resolved.id}`).isVisible()));
    await panel().getByRole('link', { name: 'the answer' }).click();
    await focusedComment(resolved.id).waitFor();
    assert.ok(await panel().locator(`#thread-${resolved.id}`).isVisible());
  });
});
