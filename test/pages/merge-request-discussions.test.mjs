// Discussions on the page of a merge request: reading, replying, and resolving with mouse and keyboard.
import assert from 'node:assert/strict';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('discussions on the merge request page', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const button = (name) => pages.page.getByRole('button', { name });
  const threadOf = (name) => pages.page.getByRole('article', { name });
  const box = (name) => pages.page.getByRole('textbox', { name });

  /** Writes a comment in a text box of the page, and selects a button of it. */
  const write = async (name, text, act) => {
    await box(name).fill(text);
    const form = pages.page.getByRole('form', { name });
    await form.getByRole('button', { name: act, exact: true }).click();
  };
  const wire = async (iid) => {
    const all = await pages.api('GET', `/merge_requests/${iid}/discussions?per_page=100`);
    // Without system notes, such as "resolved all threads".
    return all.filter(({ notes }) => notes.some(({ system }) => !system));
  };

  // Tests that add comments use other merge requests than the tests that read them.

  it('shows discussions below the description, and threads on code with their lines', async () => {
    await pages.open(11);
    await pages.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await threadOf(/Olivia Okafor .* resolved/)
      .getByText('Can we mention this in the docs?')
      .waitFor();
    await pages.page.getByText('1 unresolved thread').waitFor();
    const onCode = threadOf(/^Dana Lindqvist .* unresolved src\/catalog\/search\.ts:5$/);
    await onCode.getByText('What does a rank of zero mean?').waitFor();
    await onCode.getByText('readonly limit?: number;').waitFor();
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it('shows new threads and replies', async () => {
    await pages.open(12);
    await write('New Comment', 'Is `least` a **rank**?', 'Start Thread');
    const thread = threadOf(/Olivia Okafor just now unresolved/);
    await thread.getByText('rank', { exact: true }).waitFor();
    await thread.getByRole('button', { name: /^Reply to/ }).click();
    await write(/^Reply to .*least/, 'It is.', 'Reply');
    await thread.getByRole('list', { name: 'Replies' }).getByText('It is.').waitFor();
    const last = (await wire(12)).at(-1);
    assert.deepEqual(
      last.notes.map(({ body }) => body),
      ['Is `least` a **rank**?', 'It is.'],
    );
  });

  it('resolves and unresolves a thread by keyboard, and keeps the focus on the button', async () => {
    await pages.api('POST', '/merge_requests/14/discussions', { body: 'Is least a rank?' });
    await pages.open(14);
    await button(/^Resolve Thread by Olivia Okafor: Is least/).focus();
    await pages.page.keyboard.press('Enter');
    const reopen = button(/^Unresolve Thread by Olivia Okafor: Is least/);
    await reopen.waitFor();
    assert.match(await pages.page.locator(':focus').getAttribute('aria-label'), /^Unresolve .* Is least/);
    assert.ok((await wire(14)).at(-1).notes.every(({ resolved }) => resolved));
    await pages.page.keyboard.press('Enter');
    await button(/^Resolve Thread by Olivia Okafor: Is least/).waitFor();
  });

  it('keeps an unsent comment, shows its state, and sends it again', async () => {
    await pages.open(16);
    pages.sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/discussions' });
    await write('New Comment', 'And the facets?', 'Start Thread');
    await pages.page.getByRole('heading', { name: 'Unconfirmed Comments' }).waitFor();
    assert.match(pages.world.failures.splice(0).join(' '), /didn't confirm the request/);
    assert.equal(await box('New Comment').inputValue(), '');
    await pages.page.getByText('And the facets?').waitFor();
    assert.deepEqual(await pages.tab.problems(), []);
    pages.sandbox.faults.clear();
    await button('Send Again: And the facets?').focus();
    await pages.page.keyboard.press('Enter');
    await threadOf(/Olivia Okafor .* unresolved/)
      .getByText('And the facets?')
      .waitFor();
    await pages.page.getByRole('heading', { name: 'Unconfirmed Comments' }).waitFor({ state: 'detached' });
  });

  it('adds a comment without a thread', async () => {
    await pages.open(18);
    await write('New Comment', 'Nice work.', 'Comment');
    const comment = pages.page.getByRole('article').filter({ hasText: 'Nice work.' });
    await comment.getByText('Nice work.').waitFor();
    const note = (await wire(18)).at(-1).notes[0];
    assert.deepEqual([note.body, note.resolvable], ['Nice work.', false]);
    assert.doesNotMatch((await comment.first().getAttribute('aria-label')) ?? '', /resolved/);
  });

  it('fits into 300 pixels', async () => {
    await pages.open(11);
    await threadOf(/^Dana Lindqvist .* unresolved src/).waitFor();
    await pages.tab.resize(300);
    const { content, visible } = await pages.tab.widths();
    assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
  });
});
