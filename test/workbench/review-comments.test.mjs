// Comments in a diff, written and read with the mouse.
import { execFileSync } from 'node:child_process';
import { untilEffect } from '../../scripts/lib/page-actions.mjs';
import { itInFull, THEMES, workbench } from './harness.mjs';
import { hoverGutter } from './steps/gutter.mjs';
import { inSlowWindow } from './window/slow-window.mjs';

const BRANCH = 'feature/search-facets';
/** How much slower a slow window is. */
const SLOW = 6;
const REQUESTS = '/api/v4/projects/1/merge_requests';

for (const theme of THEMES) {
  describe(`comments in the diff of a merge request, ${theme} theme`, () => {
    // Both sides are read-only, also on the checked-out branch.
    const settings = { 'switchyard.review.useWorkspaceFiles': false };
    const window = workbench({ theme, settings, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
    const open = (name) => window.unfold(row(name));
    /** The thread or comment box in the diff that contains a text. */
    const widget = (text) =>
      window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
    const modified = () => window.page.locator('.part.editor .editor.modified');
    const line = (text) => modified().locator('.view-line').filter({ hasText: text }).first();

    /** Sends a request as a user. */
    const ask = async (role, target, body) => {
      const { url, tokens } = window.sandbox;
      const response = await fetch(`${url}${REQUESTS}/${target}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'private-token': tokens[role], 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    };
    /** Starts a thread as a user. `lines` has the line on both sides, or only on the side of the branch. */
    const addThread = async (role, iid, { file, lines, body }) => {
      const { diff_refs: refs } = await ask(role, String(iid));
      const position = { ...refs, position_type: 'text', old_path: file, new_path: file, ...lines };
      await ask(role, `${iid}/discussions`, { body, position });
    };

    // Threads that tests change. Each test uses another line.
    before(async () => {
      const file = 'src/catalog/search.ts';
      for (const [lines, body] of [
        [{ old_line: 6, new_line: 7 }, 'Should this be documented?'],
        [{ old_line: 8, new_line: 9 }, 'Is the order stable?'],
      ])
        await addThread('maintainer', 11, { file, lines, body });
      const suggestion = '```suggestion\n/** Returns the amount that is left to pay. */\n```';
      await addThread('developer', 12, {
        file: 'src/checkout/pay.ts',
        lines: { new_line: 3 },
        body: suggestion,
      });
    });

    beforeEach(async () => {
      // Discards changes of other tests.
      execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', '--force', BRANCH]);
      await window.openContainer();
      await window.onlyView('Merge Requests');
    });

    const openThread = async () => {
      // The same merge request is also in a list, and is only in that list until the branch is detected.
      await open(/^Merge request 11,.* current branch/);
      await open(/^Discussions/);
      await window.openRow(
        row(/^Thread, unresolved, What does a rank of zero mean/),
        window.editorTab('search.ts (!11 base ↔ version 2)'),
      );
      await widget('The product has no sales yet').waitFor();
    };

    it('opens a thread at its line from its row', async () => {
      await openThread();
      // VS Code would open it for the first file with comments.
      await window.page.locator('.part.panel').getByText('Comments').waitFor({ state: 'hidden' });
    });

    it('expands a thread from its row after the user collapsed it', async () => {
      await openThread();
      const thread = widget('The product has no sales yet');
      await thread.getByRole('button', { name: 'Collapse' }).first().click();
      await thread.waitFor({ state: 'hidden' });
      await window.openRow(row(/^Thread, unresolved, What does a rank of zero mean/), thread);
    });

    it('shows reactions, and toggles one with a click', async () => {
      await openThread();
      const reaction = (name) => widget('The product has no sales yet').getByRole('button', { name }).first();
      await reaction('Toggle reaction, 2 reactions with 👍').click();
      await reaction('Toggle reaction, 1 reaction with 👍').click();
      await reaction('Toggle reaction, 2 reactions with 👍').waitFor();
    });

    it('adds a comment with a click in the gutter', async () => {
      await openThread();
      const place = await hoverGutter(window.page, modified(), line('export interface Query'));
      await window.page.mouse.click(...place);
      await widget('Start discussion').locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Are products with a rank of zero **hidden**?');
      await window.page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['pixels'], 'rank.png', { type: 'image/png' }));
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
        document.activeElement.dispatchEvent(paste);
      });
      const attached = widget('Start discussion').locator('.view-line').filter({ hasText: '/uploads/' });
      await attached.waitFor();
      await window.page.keyboard.press('Control+z');
      await attached.waitFor({ state: 'detached' });
      await widget('Start discussion').getByRole('button', { name: 'Add Comment Now' }).click();
      await widget('Are products with a rank of zero hidden?').getByText('Unresolved').waitFor();
      await row(
        /^Thread, unresolved, Are products with a rank of zero hidden\?, by Marek Novák, at src\/catalog\/search\.ts:3/,
      ).waitFor();
    });

    const untilResolved = async (expected) => {
      for (;;) {
        const discussions = await ask('maintainer', '11/discussions?per_page=100');
        const notes = discussions.flatMap(({ notes }) => notes);
        if (notes.find(({ body }) => body === 'Is the order stable?').resolved === expected) return;
      }
    };

    it('resolves the thread on the line of the cursor with a key, and replies to it', async () => {
      await openThread();
      const thread = widget('Is the order stable?');
      // Selecting the row scrolls to the thread, because other open threads can move its line out of view.
      await window.openRow(row(/^Thread, unresolved, Is the order stable\?/), thread);
      // The thread of the selected row isn't collapsed by an update that is late.
      await row(/^Thread, unresolved, Is the order stable\?/).click();
      await line('Products whose title holds').click();
      // More than once in a slow window, because a late confirmation of the editor once collapsed the thread again.
      await inSlowWindow(window.page, SLOW, async () => {
        for (let round = 0; round < 5; round += 1) {
          await window.page.keyboard.press('Alt+Shift+E');
          await untilResolved(true);
          await window.page.keyboard.press('Alt+Shift+Z');
          await untilResolved(false);
        }
      });
      await thread.waitFor();
      await window.page.keyboard.press('r');
      await window.quickInput().getByText('Reply to: Is the order').waitFor();
      await window.page.keyboard.type('Only in search results.');
      await window.page.keyboard.press('Enter');
      await thread.getByText('Only in search results.').waitFor();
    });

    it('keeps pending comments, and submits them from the status bar with a summary', async () => {
      await openThread();
      const thread = widget('Should this be documented?');
      await window.openRow(row(/^Thread, unresolved, Should this be documented\?/), thread);
      await window.clickBetweenLines(thread.locator('.review-thread-reply-button'));
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      await window.page.keyboard.type('Suggested below');
      await thread.getByRole('button', { name: 'Start a Review' }).waitFor();
      await window.page.keyboard.press('Control+Shift+Enter');
      await row(/^1 pending comment, not submitted/).waitFor();
      await thread.getByText('Pending', { exact: true }).waitFor();
      await window.clickBetweenLines(thread.locator('.review-thread-reply-button'));
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      await window.page.keyboard.type('And once more');
      await thread.getByRole('button', { name: 'Add to Review' }).waitFor();
      await window.page.keyboard.press('Control+Enter');
      // The server keeps one pending reply per thread.
      await window.modal().getByRole('button', { name: 'Append', exact: true }).click();
      await thread.getByText('And once more').waitFor();
      const page = window.panel();
      const item = window.page.getByRole('button', { name: /^1 pending comment\. Submit your review of !/ });
      // The item is drawn again when the comment has changed, which can drop a click.
      await untilEffect(
        (timeout) => item.click({ timeout }),
        (timeout) => page.locator('#review-summary-text:focus').waitFor({ timeout }),
      );
      await page.getByText('Suggested below').first().waitFor();
      await window.page.keyboard.type('Two questions.');
      await window.page.keyboard.press('Control+Enter');
      await row(/^1 pending comment, not submitted/).waitFor({ state: 'detached' });
      await window.editorTab('search.ts (!11 base ↔ version 2)').click();
      await thread.getByText('Pending', { exact: true }).waitFor({ state: 'detached' });
    });

    it('suggests a change of the selected lines, and applies it to the file', async () => {
      await openThread();
      await line('readonly words: string;').click();
      await window.command('Switchyard: Insert Suggestion');
      const box = widget('Start discussion');
      await box.locator('.view-line').filter({ hasText: 'suggestion:-0+0' }).waitFor();
      await box.locator('.selected-text').first().waitFor();
      await window.page.keyboard.type('  readonly words: Words;');
      await box.getByRole('button', { name: 'Add Comment Now' }).click();
      const thread = widget('Suggested change');
      await thread.getByText('readonly words: Words;').waitFor();
      await thread.getByRole('button', { name: 'Apply Suggestion...' }).click();
      await window.quickRow(`Commit to ${BRANCH}`).waitFor();
      await window.quickRow('Apply to Checked-Out File').click();
      await window.modal().getByText('readonly words: Words;').waitFor();
      await window.modal().getByRole('button', { name: 'Apply Suggestion', exact: true }).click();
      await window.editorTab('search.ts', { exact: true }).last().waitFor();
      await window.page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'detached' });
      await window.page
        .locator('.part.editor .view-line')
        .filter({ hasText: 'readonly words: Words;' })
        .first()
        .waitFor();
    });

    itInFull('shows all lines of a long suggestion in a preview before it is applied', async () => {
      const suggested = "import type { Article } from './article';";
      await openThread();
      await line('import type { Product }').click();
      await window.command('Switchyard: Insert Suggestion');
      const box = widget('Start discussion');
      await box.locator('.view-line').filter({ hasText: 'import type { Product }' }).click();
      await window.page.keyboard.press('Home');
      await window.page.keyboard.press('Shift+End');
      await window.page.keyboard.insertText(`${suggested}${' '.repeat(200)}// A type`);
      await box.getByRole('button', { name: 'Add Comment Now' }).click();
      const thread = widget(suggested);
      await thread.getByRole('button', { name: 'Apply Suggestion...' }).click();
      await window.quickRow('Apply to Checked-Out File').click();
      const selected = window.page.locator('.part.panel .edit-checkbox').first();
      await selected.waitFor();
      const apply = window.page.getByRole('button', { name: 'Apply', exact: true });
      await apply.click();
      await window.statusItem('Suggestion not applied to src/catalog/search.ts').waitFor();
      await openThread();
      await thread.getByRole('button', { name: 'Apply Suggestion...' }).click();
      await window.quickRow('Apply to Checked-Out File').click();
      await selected.click();
      await apply.click();
      await window.page.locator('.part.editor .view-line').filter({ hasText: suggested }).first().waitFor();
    });

    itInFull('commits a suggestion in a batch from the status bar', async () => {
      await window.collapseAll('Merge Requests', row(/^Needs Your Attention, /));
      await open(/^Needs Your Attention, /);
      await open(/^To Review, /);
      await open(/^Merge request 12,/);
      await open(/^Discussions/);
      const thread = widget('Returns the amount');
      await window.openRow(row(/^Thread, unresolved, .*Returns the amount/), thread);
      await window.clickBetweenLines(thread.getByRole('button', { name: 'Add Suggestion to Batch' }));
      await thread.getByText('In batch of 1').waitFor();
      await window.page
        .getByRole('button', { name: /^1 suggestion in the batch of !12\. Apply the suggestions\.$/ })
        .click();
      await window.quickInput().getByText('Message of the commit to feature/gift-cards.').waitFor();
      await window.page.keyboard.press('Home');
      await window.page.keyboard.press('Shift+End');
      await window.page.keyboard.type('Describe the result');
      await window.page.keyboard.press('Enter');
      await row(/^Thread, resolved, .*Returns the amount/).waitFor();
      const [commit] = await ask('developer', '12/commits');
      if (!commit.message.startsWith('Describe the result\n\nCo-authored-by: Dana'))
        throw new Error(commit.message);
    });
  });
}
