// The page of a merge request: contents and actions.
import assert from 'node:assert/strict';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

describe('merge request page', () => {
  const pages = mergeRequestPages({ theme: 'light' });
  const heading = (name) => pages.page.getByRole('heading', { name });
  const button = (name) => pages.page.getByRole('button', { name, exact: true }).first();

  it('shows the merge request, its state, and the next step', async () => {
    await pages.open(12);
    await heading('Pay with a gift card').waitFor();
    for (const name of [
      'Merge',
      'Description',
      'Assignees',
      'Reviewers',
      'Labels',
      'Milestone',
      'Time Tracking',
    ])
      await heading(name).waitFor();
    await pages.page.getByText('4 commits behind main').waitFor();
    await pages.page.getByText('#3 Gift card balance is lost after the first use').waitFor();
    await button('Merge...').waitFor();
  });

  it('runs only its own script, and loads nothing from the network', async () => {
    await pages.open(12);
    const { ran, blocked } = await pages.page.locator('body').evaluate(async (body) => {
      const seen = new Set();
      document.addEventListener('securitypolicyviolation', (event) => seen.add(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      const image = document.createElement('img');
      image.src = 'http://127.0.0.1:9/image.png';
      body.append(script, image);
      await window.fetch('http://127.0.0.1:9/').catch(() => undefined);
      while (seen.size < 3) await new Promise(window.requestAnimationFrame);
      script.remove();
      image.remove();
      return { ran: window.ran === true, blocked: [...seen].sort() };
    });
    assert.deepEqual(
      { ran, blocked },
      { ran: false, blocked: ['connect-src', 'img-src', 'script-src-elem'] },
    );
  });

  it('is accessible by keyboard and screen reader', async () => {
    await pages.open(12);
    assert.deepEqual(await pages.tab.problems(), []);
    await button('Merge...').focus();
    await pages.page.keyboard.press('Tab');
    const focused = await pages.page.locator(':focus').textContent();
    assert.match(focused, /Rebase|Approve/);
  });

  it('runs actions and shows their results', async () => {
    await pages.open(12);
    await button('Mark as Draft').click();
    await pages.page.getByText('Merge blocked: merge request must not be a draft').waitFor();
    await button('Mark as Ready').click();
    await pages.page.getByText('Draft', { exact: true }).first().waitFor({ state: 'detached' });
    await button('Mark as Draft').waitFor();
  });

  it('fits into a narrow column', async () => {
    await pages.open(12);
    await heading('Time Tracking').waitFor();
    await pages.tab.resize(400);
    const { content, visible } = await pages.tab.widths();
    assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
  });

  it('has borders in high contrast themes', async () => {
    await pages.tab.changeTheme('high-contrast');
    await pages.open(14);
    await heading('Require Node 22').waitFor();
    await heading('Merge').waitFor();
    assert.deepEqual(await pages.tab.problems(), []);
    const weightOf = (button) => button.evaluate((each) => Number(window.getComputedStyle(each).fontWeight));
    const primary = pages.page.locator('button.primary').first();
    assert.ok((await weightOf(primary)) >= 700);
    const segment = (name) => pages.page.getByRole('button', { name });
    assert.ok((await weightOf(segment('All Activity'))) >= 700);
    assert.ok((await weightOf(segment('Comments Only'))) < 700);
  });
});
