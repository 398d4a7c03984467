// Keys and clicks of a review that need an editor: key bindings, the gutter, and the next review. The other tests of the
// form need no editor: test/pages/review-form.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { hoverGutter } from '../steps/gutter.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';
import { apiOf, countedActs } from '../steps/review-acts.mjs';

describe('number of keys and clicks of a review', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const panel = () => window.panel();
  const { addPending, approvers, bodies, pending, reviewerStates } = apiOf(window);
  const acts = () => countedActs(window);

  for (const [verdict, key, state] of [
    ['a comment', 'Alt+Shift+1', 'reviewed'],
    ['a request for changes', 'Alt+Shift+3', 'requested_changes'],
    ['an approval', 'Alt+Shift+2', 'approved'],
  ])
    it(`is two for submitting ${verdict} with a summary and pending comments`, async () => {
      await addPending(12, { note: `For ${verdict}` });
      await openMergeRequest(window, 12);
      await panel().getByRole('button', { name: 'Submit Review...' }).first().waitFor();
      const counted = acts();
      await counted.press(key);
      await panel().locator('#review-summary-text:focus').waitFor();
      await counted.type(`Summary of ${verdict}.`);
      await counted.press('Control+Enter');
      await panel().locator('#submit-review:focus').waitFor();
      assert.ok(counted.count <= 2, `${counted.count}`);
      const sent = await bodies(12);
      assert.ok(sent.includes(`Summary of ${verdict}.`) && sent.includes(`For ${verdict}`));
      assert.deepEqual(await pending(12), []);
      assert.equal((await approvers(12)).includes('marek'), key === 'Alt+Shift+2');
      assert.equal((await reviewerStates(12)).get('marek'), state);
    });

  it('is two per comment for three lines', async () => {
    // All lines fit, with the threads below them.
    await window.page.setViewportSize({ width: 1400, height: 1600 });
    await openMergeRequest(window, 11);
    await window.command('Switchyard: Go to Next Unresolved Thread');
    await window.page.locator('.review-widget').filter({ hasText: 'What does a rank' }).first().waitFor();
    const modified = window.page.locator('.part.editor .editor.modified');
    for (const text of ['export interface Query', 'readonly words: string', 'return products']) {
      await window.settle();
      const line = modified.locator('.view-line').filter({ hasText: text }).first();
      const [x, y] = await hoverGutter(window.page, modified, line);
      const counted = acts();
      await counted.clickAt(x, y);
      await window.page.locator('.review-widget .monaco-editor.focused').waitFor();
      await counted.type(`About ${text}`);
      await counted.press('Control+Enter');
      await window.page
        .locator('.review-widget .comment-body')
        .filter({ hasText: `About ${text}` })
        .waitFor();
      assert.ok(counted.count <= 2, `${counted.count}`);
    }
    const sent = (await bodies(11)).filter((body) => body.startsWith('About '));
    assert.equal(sent.length, 3);
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('is one for finding and opening the next review', async () => {
    await openMergeRequest(window, 11);
    const counted = acts();
    await counted.press('Alt+Shift+N');
    await window
      .editorTab(/^!(?!11 )\d+ /)
      .and(window.page.locator('[aria-selected="true"]'))
      .waitFor();
    assert.equal(counted.count, 1);
  });
});
