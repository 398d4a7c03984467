// Discussions on the page of a merge request: reading, replying, and resolving with mouse and keyboard.
import assert from 'node:assert/strict';
import { THEMES, workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const STORE = '/api/v4/projects/acme%2Fstorefront/merge_requests';

const button = (window, name) => window.panel().getByRole('button', { name });
const threadOf = (window, name) => window.panel().getByRole('article', { name });

const box = (window, name) => window.panel().getByRole('textbox', { name });

/** Writes a comment in a text box of the page, and selects a button of it. */
async function write(window, { name, text, act }) {
  await box(window, name).fill(text);
  const form = window.panel().getByRole('form', { name });
  await form.getByRole('button', { name: act, exact: true }).click();
}

describe('discussions on the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const wire = async (iid) => {
    const response = await fetch(`${window.sandbox.url}${STORE}/${iid}/discussions?per_page=100`, {
      headers: { 'private-token': window.sandbox.tokens.owner },
    });
    // Without system notes, such as "resolved all threads".
    return (await response.json()).filter(({ notes }) => notes.some(({ system }) => !system));
  };

  // Tests that add comments use other merge requests than the tests that read them.

  it('shows discussions below the description, and threads on code with their lines', async () => {
    await openMergeRequest(window, 11);
    await window.panel().getByRole('heading', { name: 'Activity' }).waitFor();
    await threadOf(window, /Olivia Okafor .* resolved/)
      .getByText('Can we mention this in the docs?')
      .waitFor();
    await window.panel().getByText('1 unresolved thread').waitFor();
    const onCode = threadOf(window, /^Dana Lindqvist .* unresolved src\/catalog\/search\.ts:5$/);
    await onCode.getByText('What does a rank of zero mean?').waitFor();
    await onCode.getByText('readonly limit?: number;').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
  });

  it('shows new threads and replies', async () => {
    await openMergeRequest(window, 12);
    await write(window, { name: 'New Comment', text: 'Is `least` a **rank**?', act: 'Start Thread' });
    const thread = threadOf(window, /Olivia Okafor just now unresolved/);
    await thread.getByText('rank', { exact: true }).waitFor();
    await thread.getByRole('button', { name: /^Reply to/ }).click();
    await write(window, { name: /^Reply to .*least/, text: 'It is.', act: 'Reply' });
    await thread.getByRole('list', { name: 'Replies' }).getByText('It is.').waitFor();
    const last = (await wire(12)).at(-1);
    assert.deepEqual(
      last.notes.map(({ body }) => body),
      ['Is `least` a **rank**?', 'It is.'],
    );
  });

  it('resolves and unresolves a thread by keyboard, and keeps the focus on the button', async () => {
    const response = await fetch(`${window.sandbox.url}${STORE}/14/discussions`, {
      method: 'POST',
      headers: { 'private-token': window.sandbox.tokens.owner, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'Is least a rank?' }),
    });
    assert.ok(response.ok, `${response.status}`);
    await openMergeRequest(window, 14);
    await button(window, /^Resolve Thread by Olivia Okafor: Is least/).focus();
    await window.page.keyboard.press('Enter');
    const reopen = button(window, /^Unresolve Thread by Olivia Okafor: Is least/);
    await reopen.waitFor();
    assert.match(await window.panel().locator(':focus').getAttribute('aria-label'), /^Unresolve .* Is least/);
    assert.ok((await wire(14)).at(-1).notes.every(({ resolved }) => resolved));
    await window.page.keyboard.press('Enter');
    await button(window, /^Resolve Thread by Olivia Okafor: Is least/).waitFor();
    await window.shot('merge-request-discussions');
  });

  it('keeps an unsent comment, shows its state, and sends it again', async () => {
    await openMergeRequest(window, 16);
    await window.sandbox.fault({ kind: 'status', status: 500, method: 'POST', path: '**/discussions' });
    await write(window, { name: 'New Comment', text: 'And the facets?', act: 'Start Thread' });
    await window.panel().getByRole('heading', { name: 'Unconfirmed Comments' }).waitFor();
    assert.equal(await box(window, 'New Comment').inputValue(), '');
    await window.panel().getByText('And the facets?').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('merge-request-discussions-unsent');
    await window.sandbox.clearFaults();
    await button(window, 'Send Again: And the facets?').focus();
    await window.page.keyboard.press('Enter');
    await threadOf(window, /Olivia Okafor .* unresolved/)
      .getByText('And the facets?')
      .waitFor();
    await window
      .panel()
      .getByRole('heading', { name: 'Unconfirmed Comments' })
      .waitFor({ state: 'detached' });
  });

  it('adds a comment without a thread', async () => {
    await openMergeRequest(window, 18);
    await write(window, { name: 'New Comment', text: 'Nice work.', act: 'Comment' });
    const comment = window.panel().getByRole('article').filter({ hasText: 'Nice work.' });
    await comment.getByText('Nice work.').waitFor();
    const note = (await wire(18)).at(-1).notes[0];
    assert.deepEqual([note.body, note.resolvable], ['Nice work.', false]);
    assert.doesNotMatch((await comment.first().getAttribute('aria-label')) ?? '', /resolved/);
  });

  it('fits into 300 pixels', async () => {
    await openMergeRequest(window, 11);
    const body = window.panel().locator('body');
    await window.page.setViewportSize({ width: 655, height: 900 });
    await body.waitFor();
    const [wide, seen] = await body.evaluate((page) => [page.scrollWidth, page.clientWidth]);
    assert.ok(seen <= 305, `${seen} is narrow`);
    assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
    await box(window, 'New Comment').scrollIntoViewIfNeeded();
    await window.shot('merge-request-discussions-narrow');
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('opens the next unresolved thread in the diff', async () => {
    await openMergeRequest(window, 11);
    const section = window.panel().locator('section[aria-labelledby="discussion"]');
    await section.getByRole('button', { name: 'Next Unresolved Thread' }).click();
    await window.editorTab(/search\.ts/).waitFor();
    await window.page.getByText('What does a rank').first().waitFor();
  });
});

for (const theme of THEMES) {
  describe(`a merge request as text, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const line = (text) => window.page.locator('.part.editor .view-line').filter({ hasText: text }).first();
    const current = (text) =>
      window.page.locator('.part.statusbar').getByText(new RegExp(`^Ln ${text}, Col 1$`));

    it('is read, replied to, and resolved with the keyboard', async () => {
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
      await window.shot(`merge-request-text-${theme}`);
      await line('!11 Hide products').click();
      await window.page.keyboard.press('n');
      await current('(?!1$)\\d+').waitFor();
      await window.page.keyboard.press('r');
      await window.quickInput().getByText('Reply to: What does a rank').waitFor();
      await window.page.keyboard.type('It has no sales.');
      await window.page.keyboard.press('Enter');
      await line('It has no sales.').waitFor();
      await window.page.keyboard.press('e');
      await line('Resolved thread on src/catalog/search.ts:5').waitFor();
      await window.settle();
      await window.shot(`merge-request-text-resolved-${theme}`);
      await window.page.keyboard.press('s');
      const reply = window.panel().locator('textarea:focus');
      await reply.waitFor();
      assert.match(await reply.inputValue(), /^```suggestion:-0\+0\n.+\n```\n$/);
      await window.shot(`merge-request-text-suggestion-${theme}`);
    });
  });
}
