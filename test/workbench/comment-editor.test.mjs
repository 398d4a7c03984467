// Writing comments on the page of a merge request: typing, preview, completion, edit, delete, and discard.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const MERGE_REQUEST = '/api/v4/projects/acme%2Fstorefront/merge_requests/11';

describe('writing comments on the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const panel = () => window.panel();
  const keyboard = () => window.page.keyboard;
  const newComment = () => panel().getByRole('textbox', { name: 'New Comment' });
  const options = () => panel().getByRole('option');
  const comment = (text) => panel().getByRole('article').filter({ hasText: text });
  const bodies = async () => {
    const response = await fetch(`${window.sandbox.url}${MERGE_REQUEST}/discussions?per_page=100`, {
      headers: { 'private-token': window.sandbox.tokens.owner },
    });
    return (await response.json()).flatMap(({ notes }) => notes.map(({ body }) => body));
  };

  /** Adds a comment as another user or as the signed-in one. */
  const addComment = async (role, body) => {
    const response = await fetch(`${window.sandbox.url}${MERGE_REQUEST}/notes`, {
      method: 'POST',
      headers: { 'private-token': window.sandbox.tokens[role], 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    assert.ok(response.ok, `${response.status}`);
  };
  const open = async () => {
    await openMergeRequest(window, 11);
    await newComment().fill('');
  };

  it('types several lines, previews them, and sends them with Ctrl+Enter', async () => {
    await open();
    await newComment().click();
    await keyboard().type('A **bold** claim.');
    await keyboard().press('Enter');
    await keyboard().press('Enter');
    await keyboard().type('- and a list');
    await panel().getByRole('tab', { name: 'Preview' }).first().click();
    const preview = panel().getByRole('tabpanel', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'bold' }).waitFor();
    await preview.locator('li', { hasText: 'and a list' }).waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('comment-editor-preview');
    await panel().getByRole('tab', { name: 'Write' }).first().click();
    await panel().locator('textarea:focus').waitFor();
    await keyboard().press('Control+Enter');
    await comment('A bold claim.').waitFor();
    assert.equal((await bodies()).at(-1), 'A **bold** claim.\n\n- and a list');
    assert.equal(await newComment().inputValue(), '');
  });

  it('formats the selected text, and removes the format if it is already formatted', async () => {
    await open();
    await newComment().click();
    await keyboard().type('word');
    await keyboard().press('Control+A');
    await keyboard().press('Control+B');
    assert.equal(await newComment().inputValue(), '**word**');
    await keyboard().press('Control+B');
    assert.equal(await newComment().inputValue(), 'word');
    const toolbar = panel().getByRole('toolbar', { name: /New Comment/ });
    await toolbar.getByRole('button', { name: 'Bold' }).focus();
    for (let count = 0; count < 6; count++) await keyboard().press('ArrowRight');
    await keyboard().press('Enter');
    assert.equal(await newComment().inputValue(), '- [ ] word');
  });

  it('completes names by keyboard', async () => {
    await open();
    await newComment().click();
    await keyboard().type('Ask @da');
    await options().filter({ hasText: '@dana' }).waitFor();
    assert.equal(
      await newComment().getAttribute('aria-activedescendant'),
      await options().first().getAttribute('id'),
    );
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('comment-editor-completion');
    await keyboard().press('Enter');
    assert.equal(await newComment().inputValue(), 'Ask @dana ');
    await keyboard().type('about :rock');
    await options().filter({ hasText: 'rocket' }).waitFor();
    await keyboard().press('Tab');
    await keyboard().type('and !12');
    await options().filter({ hasText: 'Pay with a gift card' }).waitFor();
    await keyboard().press('Enter');
    assert.equal(await newComment().inputValue(), 'Ask @dana about :rocket: and !12 ');
    await keyboard().type('~');
    await options().first().waitFor();
    await keyboard().press('Escape');
    await options().first().waitFor({ state: 'detached' });
    assert.equal(await newComment().inputValue(), 'Ask @dana about :rocket: and !12 ~');
  });

  it('suggests quick actions at the start of a line', async () => {
    await open();
    await newComment().click();
    await keyboard().type('a /ap');
    await keyboard().press('Enter');
    await keyboard().type('/est');
    await options().filter({ hasText: '/estimate' }).waitFor();
    await keyboard().press('Tab');
    assert.equal(await newComment().inputValue(), 'a /ap\n/estimate ');
  });

  it('asks before Escape discards a text', async () => {
    await open();
    await newComment().fill('Unfinished');
    await newComment().click();
    await keyboard().press('Escape');
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'Discard this comment?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await newComment().inputValue(), 'Unfinished');
    await newComment().click();
    await keyboard().press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await window.panel().locator('textarea:placeholder-shown').first().waitFor();
    assert.equal(await newComment().inputValue(), '');
  });

  it('keeps a text while the page is refreshed or hidden', async () => {
    await open();
    await comment('Can we mention this in the docs?')
      .getByRole('button', { name: /^Reply to/ })
      .click();
    const reply = panel().getByRole('textbox', { name: /^Reply to .*Can we mention/ });
    await panel().locator('textarea:focus').waitFor();
    await keyboard().type('Half a re');
    await addComment('developer', 'From another person.');
    await window.command('Switchyard: Refresh Merge Requests').catch(() => undefined);
    await comment('From another person.').waitFor();
    assert.equal(await reply.inputValue(), 'Half a re');
    await window.command('File: New Untitled Text File');
    await window.page.locator('.tab.active').filter({ hasText: 'Untitled' }).waitFor();
    await window.page.locator('.tab').filter({ hasText: '!11' }).click();
    await reply.waitFor();
    assert.equal(await reply.inputValue(), 'Half a re');
    await reply.focus();
    await keyboard().press('Control+Enter');
    await reply.waitFor({ state: 'detached' });
    await comment('Half a re').waitFor();
    assert.ok((await bodies()).includes('Half a re'));
  });

  /** Pastes or drops a file on the text box, as the browser does for files of the operating system. */
  const giveFile = (kind, name) =>
    newComment().evaluate(
      (box, [type, filename]) => {
        const data = new DataTransfer();
        data.items.add(new File(['pixels'], filename));
        const given = { bubbles: true, cancelable: true };
        box.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...given, clipboardData: data })
            : new DragEvent(type, { ...given, dataTransfer: data }),
        );
      },
      [kind, name],
    );
  const attached = async () => (await newComment().inputValue()).replaceAll(/[\da-f]{32}/g, 'SECRET');

  it('uploads pasted and dropped files, and inserts them where the cursor was', async () => {
    await open();
    await newComment().fill('Before: after');
    for (let left = 0; left < ' after'.length; left++) await keyboard().press('ArrowLeft');
    await window.sandbox.fault({ kind: 'slow', ms: 1_500, method: 'POST', path: '**/uploads', next: 1 });
    await giveFile('paste', 'shot.png');
    await panel().getByText('Uploading shot.png…').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('comment-editor-uploading');
    // The text can't be sent yet, but it can be changed.
    await keyboard().press('Control+Enter');
    await keyboard().press('Home');
    await keyboard().type('>> ');
    await panel().getByText('Attached shot.png.').first().waitFor();
    assert.equal(await attached(), '>> Before: ![shot](/uploads/SECRET/shot.png) after');
    await keyboard().press('Control+z');
    assert.equal(await attached(), '>> Before: after');
    await keyboard().press('End');
    await giveFile('dragover', 'notes.txt');
    await giveFile('drop', 'notes.txt');
    await panel().getByText('Attached notes.txt.').first().waitFor();
    assert.equal(await attached(), '>> Before: after [notes.txt](/uploads/SECRET/notes.txt)');
    await keyboard().press('Control+Enter');
    await comment('Before: after notes.txt').waitFor();
    assert.equal(await newComment().inputValue(), '');
  });

  it('adds an internal note by keyboard, and marks it', async () => {
    await open();
    await newComment().fill('Only for members');
    const choice = panel().getByRole('checkbox', { name: /^Internal/ });
    await choice.focus();
    await keyboard().press('Space');
    await panel().getByRole('button', { name: 'Add Internal Note' }).waitFor();
    assert.equal(await choice.isChecked(), true);
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('comment-editor-internal');
    await newComment().focus();
    await keyboard().press('Control+Enter');
    await comment('Only for members').locator('.badge', { hasText: 'internal' }).waitFor();
    await panel().getByRole('button', { name: 'Comment', exact: true }).waitFor();
    assert.equal(await choice.isChecked(), false);
  });

  it('cancels an upload by keyboard', async () => {
    await open();
    await newComment().fill('Text');
    await window.sandbox.fault({ kind: 'slow', ms: 60_000, method: 'POST', path: '**/uploads', next: 1 });
    await giveFile('paste', 'shot.png');
    await panel().getByRole('button', { name: 'Cancel uploading shot.png' }).press('Enter');
    await panel().getByText('Uploading shot.png…').waitFor({ state: 'detached' });
    await panel().locator('textarea:focus').waitFor();
    assert.equal(await newComment().inputValue(), 'Text');
  });

  it('edits and deletes an own comment', async () => {
    await addComment('owner', 'A *strong* claim.\n\n- and its list');
    await open();
    await comment('A strong claim.')
      .getByRole('button', { name: /^Edit Comment/ })
      .click();
    const edit = panel().getByRole('textbox', { name: /^Edit Comment/ });
    await panel().locator('textarea:focus').waitFor();
    assert.equal(await edit.inputValue(), 'A *strong* claim.\n\n- and its list');
    await edit.fill('A humble claim.');
    await panel()
      .getByRole('form', { name: /^Edit Comment/ })
      .getByRole('button', { name: 'Save' })
      .click();
    await comment('A humble claim.').getByText('A humble claim.').waitFor();
    await edit.waitFor({ state: 'detached' });
    assert.ok((await bodies()).includes('A humble claim.'));
    await comment('A humble claim.')
      .getByRole('button', { name: /^Delete Comment/ })
      .click();
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'Delete this comment?' });
    await dialog.getByRole('button', { name: 'Delete Comment' }).click();
    await comment('A humble claim.').waitFor({ state: 'detached' });
    assert.ok(!(await bodies()).includes('A humble claim.'));
  });

  it('adds and removes a reaction by keyboard', async () => {
    await addComment('developer', 'Another opinion.');
    await open();
    const others = comment('Another opinion.');
    assert.equal(await others.getByRole('button', { name: /^Edit Comment/ }).count(), 0);
    await others.getByRole('button', { name: /^Add Reaction: .*Another opinion/ }).focus();
    await keyboard().press('Enter');
    await others.getByRole('button', { name: /tada$/ }).focus();
    await keyboard().press('Enter');
    const given = others.getByRole('button', { name: /tada: Olivia Okafor/, pressed: true });
    await given.focus();
    await keyboard().press('Enter');
    await given.waitFor({ state: 'detached' });
  });
});
