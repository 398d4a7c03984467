// The form of a review on the page of a merge request: pending comments, summary, verdict, and submitting.
import assert from 'node:assert/strict';
import { COMMAND } from '../../src/presentation/shared/command-ids.ts';
import { apiOf, countedActs } from '../workbench/steps/review-acts.mjs';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('layout of the form of a review', () => {
  const pages = mergeRequestPages();
  const panel = () => pages.page;

  before(async () => {
    const { addPending } = apiOf(pages);
    await addPending(12, { note: 'Why five?', file: 'src/checkout/pay.ts', line: 3 });
    await addPending(12, { note: 'Please add a test for **expired** cards.' });
  });

  for (const theme of ['dark', 'light', 'high-contrast'])
    it(`fits into narrow editors, ${theme} theme`, async () => {
      await pages.tab.changeTheme(theme);
      await pages.open(12);
      await panel().getByRole('button', { name: 'Submit Review...' }).first().click();
      await panel()
        .getByText(/^2 pending comments\. Only you/)
        .first()
        .waitFor();
      await panel().locator('textarea:focus').waitFor();
      await pages.page.keyboard.type('Almost there.');
      assert.deepEqual(await pages.tab.problems(), []);
      for (const width of [300, 450]) {
        await pages.tab.resize(width);
        const { content, visible } = await pages.tab.widths();
        assert.equal(visible, width);
        assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
      }
    });
});

describe('writing and submitting a review', () => {
  const pages = mergeRequestPages();
  const panel = () => pages.page;
  const keyboard = () => pages.page.keyboard;
  const summary = () => panel().getByRole('textbox', { name: /^Summary of your review/ });
  const verdict = (name) => panel().getByRole('radio', { name });
  const { addPending, addThread, bodies, pending, threads } = apiOf(pages);
  const openForm = async (iid) => {
    await pages.open(iid);
    const target = { kind: 'merge-request', mergeRequest: pages.world.key(iid) };
    await pages.world.execute(COMMAND.submitReview, { target });
    await panel().locator('#review-summary-text:focus').waitFor();
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
    pages.world.prompts.allow();
    await panel().getByRole('button', { name: 'Discard Pending Comment: Not needed' }).click();
    await panel()
      .getByText(/^1 pending comment\. Only you/)
      .first()
      .waitFor();
    assert.deepEqual(await pending(12), ['Typo']);
    await panel().getByRole('button', { name: 'Open Diff at src/checkout/pay.ts:3' }).click();
    const opened = () => pages.world.executed.find(({ id }) => id === COMMAND.openThread);
    await pages.tab.until(() => opened() !== undefined);
    assert.equal(opened().argument.target.kind, 'draft');
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
    assert.deepEqual(await pages.tab.problems(), []);
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
    const stored = () => JSON.stringify([...pages.world.memory.held]);
    await pages.tab.until(() => /Line one\\nLine two","verdict":"approve"/.test(stored()));
    await pages.restart(12);
    await summary().waitFor();
    await isKept();
    pages.sandbox.faults.add({ kind: 'status', status: 403, method: 'POST', path: '**/bulk_publish' });
    await summary().focus();
    await keyboard().press('Control+Enter');
    await panel().locator('#review-problem', { hasText: "Couldn't submit the review." }).waitFor();
    await isKept();
    assert.deepEqual(await pages.tab.problems(), []);
    assert.match(pages.world.failures.splice(0).join(' '), /^Couldn't submit the review\./);
    pages.sandbox.faults.clear();
    await keyboard().press('Control+Enter');
    await panel().locator('#submit-review:focus').waitFor();
    assert.ok((await bodies(12)).includes('Line one\nLine two'));
  });

  it('explains why nothing can be submitted, and why a verdict is unavailable', async () => {
    await openForm(11);
    await keyboard().press('Control+Enter');
    await panel().getByText('Enter a summary. You have no pending comments.').waitFor();
    assert.ok(await verdict(/^Request Changes Only reviewers can request changes\.$/).isDisabled());
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it('can open the next review after it was submitted', async () => {
    await openForm(12);
    await keyboard().type('Done.');
    await panel().getByRole('button', { name: 'Submit and Open Next Review' }).click();
    const next = () => pages.world.executed.find(({ id }) => id === COMMAND.reviewNext);
    await pages.tab.until(() => next() !== undefined);
    assert.deepEqual(next().argument.target, { kind: 'merge-request', mergeRequest: pages.world.key(12) });
    assert.ok((await bodies(12)).includes('Done.'));
  });

  it('resolves three threads with three clicks', async () => {
    const names = ['First of three', 'Second of three', 'Third of three'];
    for (const body of names) await addThread(14, body);
    await pages.open(14);
    const counted = countedActs(pages);
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
});
