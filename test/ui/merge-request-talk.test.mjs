// What is said about a merge request, on its page: read, answered and settled with mouse and keyboard.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';

const STORE = '/api/v4/projects/acme%2Fstorefront/merge_requests';

/** Opens a page the way that needs no view: by its number. */
async function openByNumber(window, iid) {
  await window.page.locator('.part.sidebar .composite.title').click();
  await window.command('Switchyard: Go to Pipeline, Job, or Merge Request');
  await window.quickInput().getByText('Go to Pipeline, Job, or Merge Request').waitFor();
  await window.quickInput().getByRole('textbox').first().fill(`!${iid}`);
  await window.quickRow(`!${iid} `).first().waitFor();
  await window.page.keyboard.press('Enter');
  await window.panel().getByText(`!${iid}`, { exact: true }).waitFor();
}

const button = (window, name) => window.panel().getByRole('button', { name });
const threadOf = (window, name) => window.panel().getByRole('article', { name });

/** Answers the question of a line that a button asks. */
async function answer(window, title, text) {
  await window.quickInput().getByText(title).first().waitFor();
  await window.quickInput().getByRole('textbox').first().fill(text);
  await window.page.keyboard.press('Enter');
}

describe('what is said, on the page of a merge request', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const wire = async (iid) => {
    const response = await fetch(`${window.sandbox.url}${STORE}/${iid}/discussions?per_page=100`, {
      headers: { 'private-token': window.sandbox.tokens.owner },
    });
    return response.json();
  };

  it('stands below the description; threads at lines are told in a line', async () => {
    await openByNumber(window, 11);
    await window.panel().getByRole('heading', { name: 'Discussions' }).waitFor();
    await threadOf(window, /Olivia Okafor .* resolved/)
      .getByText('Can we mention this in the docs?')
      .waitFor();
    await window.panel().getByText('1 thread on the diff · 1 unresolved').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
  });

  it('grows by what is written, and by what answers it', async () => {
    await button(window, 'Start Thread...').click();
    await answer(window, 'Start Thread', 'Is `least` a **rank**?');
    const thread = threadOf(window, /Olivia Okafor just now unresolved/);
    await thread.getByText('rank', { exact: true }).waitFor();
    await thread.getByRole('button', { name: /^Reply to/ }).click();
    await answer(window, 'Reply', 'It is.');
    await thread.getByRole('list', { name: 'Replies' }).getByText('It is.').waitFor();
    const last = (await wire(11)).at(-1);
    assert.deepEqual(
      last.notes.map(({ body }) => body),
      ['Is `least` a **rank**?', 'It is.'],
    );
  });

  it('is resolved and reopened by keyboard, and the button keeps the focus', async () => {
    await button(window, /^Resolve Thread by Olivia Okafor: Is least/).focus();
    await window.page.keyboard.press('Enter');
    const reopen = button(window, /^Unresolve Thread by Olivia Okafor: Is least/);
    await reopen.waitFor();
    assert.match(await window.panel().locator(':focus').getAttribute('aria-label'), /^Unresolve .* Is least/);
    assert.ok((await wire(11)).at(-1).notes.every(({ resolved }) => resolved));
    await window.page.keyboard.press('Enter');
    await button(window, /^Resolve Thread by Olivia Okafor: Is least/).waitFor();
    await window.shot('merge-request-talk');
  });

  it('keeps what was not sent, says so, and sends it again', async () => {
    await window.sandbox.fault({ kind: 'status', status: 500, method: 'POST', path: '**/discussions' });
    await button(window, 'Start Thread...').click();
    await answer(window, 'Start Thread', 'And the facets?');
    await window.panel().getByRole('heading', { name: 'Unconfirmed Comments' }).waitFor();
    await window.panel().getByText('And the facets?').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('merge-request-talk-unsent');
    await window.sandbox.clearFaults();
    await button(window, 'Send Again: And the facets?').click();
    await threadOf(window, /Olivia Okafor just now unresolved/)
      .getByText('And the facets?')
      .waitFor();
    await window
      .panel()
      .getByRole('heading', { name: 'Unconfirmed Comments' })
      .waitFor({ state: 'detached' });
  });

  it('takes a comment that begins no thread', async () => {
    await button(window, 'Add Comment...').click();
    await answer(window, 'Add Comment', 'Nice work.');
    const comment = window.panel().getByRole('article').filter({ hasText: 'Nice work.' });
    await comment.getByText('Nice work.').waitFor();
    const note = (await wire(11)).at(-1).notes[0];
    assert.deepEqual([note.body, note.resolvable], ['Nice work.', false]);
    assert.doesNotMatch((await comment.first().getAttribute('aria-label')) ?? '', /resolved/);
  });

  it('fits into 300 pixels', async () => {
    const body = window.panel().locator('body');
    await window.page.setViewportSize({ width: 655, height: 900 });
    await body.waitFor();
    const [wide, seen] = await body.evaluate((page) => [page.scrollWidth, page.clientWidth]);
    assert.ok(seen <= 305, `${seen} is narrow`);
    assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
    await button(window, 'Add Comment...').scrollIntoViewIfNeeded();
    await window.shot('merge-request-talk-narrow');
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('leads to the next unresolved thread at its lines', async () => {
    const section = window.panel().locator('section[aria-labelledby="discussion"]');
    await section.getByRole('button', { name: 'Next Unresolved Thread' }).click();
    await window.editorTab(/search\.ts/).waitFor();
    await window.page.getByText('What does a rank').first().waitFor();
  });
});
