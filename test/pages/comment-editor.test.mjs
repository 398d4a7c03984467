// Writing comments on the page of a merge request: typing, preview, completion, edit, delete, and discard.
import assert from 'node:assert/strict';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('writing comments on the merge request page', () => {
  const pages = mergeRequestPages({ role: 'owner' });
  const panel = () => pages.page;
  const keyboard = () => pages.page.keyboard;
  const newComment = () => panel().getByRole('textbox', { name: 'New Comment' });
  const options = () => panel().getByRole('option');
  const comment = (text) => panel().getByRole('article').filter({ hasText: text });
  const bodies = async () => {
    const discussions = await pages.api('GET', '/merge_requests/11/discussions?per_page=100');
    return discussions.flatMap(({ notes }) => notes.map(({ body }) => body));
  };
  /** Adds a comment as another user or as the signed-in one. */
  const addComment = (role, body) => pages.api('POST', '/merge_requests/11/notes', { body }, role);
  const open = async () => {
    await pages.open(11);
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
    assert.deepEqual(await pages.tab.problems(), []);
    await panel().getByRole('tab', { name: 'Write' }).first().click();
    await panel().locator('textarea:focus').waitFor();
    await keyboard().press('Control+Enter');
    await comment('A bold claim.').waitFor();
    assert.equal((await bodies()).at(-1), 'A **bold** claim.\n\n- and a list');
    assert.equal(await newComment().inputValue(), '');
  });

  it('starts a review with Ctrl+Shift+Enter, and then adds to it with Ctrl+Enter', async () => {
    await pages.open(14);
    await newComment().fill('First pending');
    await newComment().press('Control+Shift+Enter');
    await panel()
      .getByText(/^1 pending comment\. Only you/)
      .first()
      .waitFor();
    await newComment().fill('Second pending');
    await panel().getByRole('button', { name: 'Add to Review', exact: true }).waitFor();
    await newComment().press('Control+Enter');
    await panel()
      .getByText(/^2 pending comments\. Only you/)
      .first()
      .waitFor();
    await newComment().fill('Public');
    await newComment().press('Control+Shift+Enter');
    await comment('Public').waitFor();
    const drafts = await pages.api('GET', '/merge_requests/14/draft_notes');
    assert.deepEqual(
      drafts.map(({ note }) => note),
      ['First pending', 'Second pending'],
    );
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
    assert.deepEqual(await pages.tab.problems(), []);
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
    const { prompts } = pages.world;
    await newComment().fill('Unfinished');
    await newComment().click();
    await keyboard().press('Escape');
    await pages.tab.until(() => prompts.confirmed.length === 1);
    assert.match(prompts.confirmed[0].message, /Discard this comment\?/);
    assert.equal(await newComment().inputValue(), 'Unfinished');
    prompts.allow();
    await newComment().click();
    await keyboard().press('Escape');
    await panel().locator('textarea:placeholder-shown').first().waitFor();
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
    await pages.world.discussions.refresh(pages.world.key(11));
    await comment('From another person.').waitFor();
    assert.equal(await reply.inputValue(), 'Half a re');
    await pages.panel.hide();
    await pages.panel.unhide();
    await reply.waitFor();
    assert.equal(await reply.inputValue(), 'Half a re');
    await reply.focus();
    await keyboard().press('Control+Enter');
    await reply.waitFor({ state: 'detached' });
    await comment('Half a re').waitFor();
    assert.ok((await bodies()).includes('Half a re'));
  });

  /** Pastes a file into the text box, as the browser does for files of the operating system. */
  const pasteFile = (name) =>
    newComment().evaluate((box, filename) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['pixels'], filename));
      box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }, name);

  it('adds an internal note by keyboard, and marks it', async () => {
    await open();
    await newComment().fill('Only for members');
    const choice = panel().getByRole('checkbox', { name: /^Internal/ });
    await choice.focus();
    await keyboard().press('Space');
    await panel().getByRole('button', { name: 'Add Internal Note' }).waitFor();
    assert.equal(await choice.isChecked(), true);
    assert.deepEqual(await pages.tab.problems(), []);
    await newComment().focus();
    await keyboard().press('Control+Enter');
    await comment('Only for members').locator('.badge', { hasText: 'internal' }).waitFor();
    await panel().getByRole('button', { name: 'Comment', exact: true }).waitFor();
    assert.equal(await choice.isChecked(), false);
  });

  it('cancels an upload by keyboard', async () => {
    await open();
    await newComment().fill('Text');
    pages.sandbox.faults.add({ kind: 'slow', ms: 60_000, method: 'POST', path: '**/uploads', next: 1 });
    await pasteFile('shot.png');
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
    pages.world.prompts.allow();
    await comment('A humble claim.')
      .getByRole('button', { name: /^Delete Comment/ })
      .click();
    await comment('A humble claim.').waitFor({ state: 'detached' });
    assert.match(pages.world.prompts.confirmed[0].message, /Delete this comment\?/);
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
