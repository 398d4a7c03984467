// The form of a review on the page of a merge request: pending comments, summary, verdict, and submitting.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { hoverGutter } from './steps/gutter.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';
import { apiOf, countedActs } from './steps/review-acts.mjs';

/** Outer width in pixels of the window, by width of the page. */
const WINDOW_WIDTH = { 300: 655, 450: 805 };

for (const theme of ['dark', 'light', 'high-contrast']) {
  describe(`form of a review, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const panel = () => window.panel();
    const { addPending } = apiOf(window);

    it('fits into narrow editors', async () => {
      await addPending(12, { note: 'Why five?', file: 'src/checkout/pay.ts', line: 3 });
      await addPending(12, { note: 'Please add a test for **expired** cards.' });
      await openMergeRequest(window, 12);
      await panel().getByRole('button', { name: 'Submit Review...' }).first().click();
      await panel()
        .getByText(/^2 pending comments\. Only you/)
        .first()
        .waitFor();
      await panel().locator('textarea:focus').waitFor();
      await window.page.keyboard.type('Almost there.');
      assert.deepEqual(await window.panelProblems(), []);
      await window.shot(`review-form-${theme}`);
      for (const [width, outer] of Object.entries(WINDOW_WIDTH)) {
        await window.page.setViewportSize({ width: outer, height: 900 });
        const form = panel().locator('section[aria-labelledby="review-heading"]');
        const page = panel().locator('body');
        const [wide, seen] = await page.evaluate((body) => [body.scrollWidth, body.clientWidth]);
        assert.ok(Math.abs(seen - Number(width)) <= 5, `${seen} pixels`);
        assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
        await form.getByRole('heading', { name: 'Submit Review' }).scrollIntoViewIfNeeded();
        await window.shot(`review-form-${width}-${theme}`);
        await form.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
        await window.shot(`review-form-end-${width}-${theme}`);
      }
      await window.page.setViewportSize({ width: 1400, height: 900 });
    });
  });
}

describe('writing and submitting a review', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const panel = () => window.panel();
  const keyboard = () => window.page.keyboard;
  const summary = () => panel().getByRole('textbox', { name: /^Summary of your review/ });
  const verdict = (name) => panel().getByRole('radio', { name });
  const { addPending, pending, bodies } = apiOf(window);
  const openForm = async (iid) => {
    await openMergeRequest(window, iid);
    await panel().getByText('Activity').first().waitFor();
    await keyboard().press('Alt+Shift+1');
    await panel().locator('#review-summary-text:focus').waitFor();
    await summary().fill('');
  };

  it('edits, opens, and discards pending comments', async () => {
    await addPending(12, { note: 'Typpo', file: 'src/checkout/pay.ts', line: 3 });
    await addPending(12, { note: 'Not needed' });
    await openForm(12);
    await panel().getByRole('button', { name: 'Edit Pending Comment: Typpo' }).click();
    const editor = panel().getByRole('textbox', { name: 'Edit Pending Comment: Typpo' });
    await editor.fill('Typo');
    await keyboard().press('Control+Enter');
    await panel().getByRole('button', { name: 'Edit Pending Comment: Typo' }).waitFor();
    await panel().getByRole('button', { name: 'Discard Pending Comment: Not needed' }).click();
    await window.modal().getByRole('button', { name: 'Discard' }).click();
    await panel()
      .getByText(/^1 pending comment\. Only you/)
      .first()
      .waitFor();
    assert.deepEqual(await pending(12), ['Typo']);
    await panel().getByRole('button', { name: 'Open Diff at src/checkout/pay.ts:3' }).click();
    await window.editorTab(/pay\.ts/).waitFor();
  });

  it('previews and completes the summary', async () => {
    await openForm(12);
    await keyboard().type('Ask @da');
    await panel().getByRole('option').filter({ hasText: '@dana' }).waitFor();
    await keyboard().press('Enter');
    await keyboard().type('**first**.');
    const form = panel().getByRole('form', { name: /^Summary of your review/ });
    await form.getByRole('tab', { name: 'Preview' }).click();
    await form.locator('strong', { hasText: 'first' }).waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    await form.getByRole('tab', { name: 'Write' }).click();
  });

  it('keeps the summary and the verdict after Escape, after a reload, and if the server fails', async () => {
    await openForm(12);
    await keyboard().type('Line one');
    await keyboard().press('Enter');
    await keyboard().type('Line two');
    await verdict(/^Comment /).focus();
    await keyboard().press('ArrowDown');
    assert.ok(await verdict(/^Approve /).isChecked());
    await keyboard().press('Escape');
    await panel().locator('#submit-review:focus').waitFor();
    assert.equal(await summary().count(), 0);
    await keyboard().press('Enter');
    await panel().locator('#review-summary-text:focus').waitFor();
    const isKept = async () => {
      assert.equal(await summary().inputValue(), 'Line one\nLine two');
      assert.ok(await verdict(/^Approve /).isChecked());
    };
    await isKept();
    await window.kept(/name:review,text:Line onenLine two,verdict:approve/);
    await window.remembered(/iid(%3D|=|:)12/);
    await window.page.reload();
    await summary().waitFor();
    await isKept();
    await window.sandbox.fault({ kind: 'status', status: 403, method: 'POST', path: '**/bulk_publish' });
    await summary().focus();
    await keyboard().press('Control+Enter');
    await panel().locator('#review-problem', { hasText: "Couldn't submit the review." }).waitFor();
    await isKept();
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('review-form-problem');
    await window.sandbox.clearFaults();
    await keyboard().press('Control+Enter');
    await panel().locator('#submit-review:focus').waitFor();
    assert.ok((await bodies(12)).includes('Line one\nLine two'));
  });

  it('explains why nothing can be submitted, and why a verdict is unavailable', async () => {
    await openForm(11);
    await keyboard().press('Control+Enter');
    await panel().getByText('Enter a summary. You have no pending comments.').waitFor();
    assert.ok(await verdict(/^Request Changes Only reviewers can request changes\.$/).isDisabled());
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('review-form-unavailable');
  });

  it('opens the next review after it was submitted', async () => {
    await openForm(12);
    await keyboard().type('Done.');
    await panel().getByRole('button', { name: 'Submit and Open Next Review' }).click();
    await window
      .editorTab(/^!(?!12 )\d+ /)
      .and(window.page.locator('[aria-selected="true"]'))
      .waitFor();
    assert.ok((await bodies(12)).includes('Done.'));
  });
});

describe('number of keys and clicks of a review', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const panel = () => window.panel();
  const { addPending, addThread, approvers, bodies, pending, reviewerStates, threads } = apiOf(window);
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

  it('is three for resolving three threads', async () => {
    const names = ['First of three', 'Second of three', 'Third of three'];
    for (const body of names) await addThread(14, body);
    await openMergeRequest(window, 14);
    const counted = acts();
    for (const name of names)
      await counted.click(panel().getByRole('button', { name: new RegExp(`^Resolve Thread by .*${name}`) }));
    for (const name of names)
      await panel()
        .getByRole('button', { name: new RegExp(`^Unresolve Thread by .*${name}`) })
        .waitFor();
    assert.ok(counted.count <= 3, `${counted.count}`);
    const resolved = (await threads(14)).filter(({ notes }) => names.includes(notes[0].body));
    assert.ok(resolved.length === 3 && resolved.every(({ notes }) => notes[0].resolved));
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
