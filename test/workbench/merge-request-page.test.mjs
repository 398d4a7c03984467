// The page of a merge request: contents and actions.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const heading = (window, name) => window.panel().getByRole('heading', { name });
const button = (window, name) => window.panel().getByRole('button', { name, exact: true }).first();

describe('merge request page', () => {
  const window = workbench({ theme: 'light', signedIn: 'maintainer' });

  it('shows the merge request, its state, and the next step', async () => {
    await openMergeRequest(window, 12);
    await heading(window, 'Pay with a gift card').waitFor();
    for (const name of [
      'Merge',
      'Description',
      'Assignees',
      'Reviewers',
      'Labels',
      'Milestone',
      'Time Tracking',
    ])
      await heading(window, name).waitFor();
    await window.panel().getByText('4 commits behind main').waitFor();
    await window.panel().getByText('#3 Gift card balance is lost after the first use').waitFor();
    await button(window, 'Merge...').waitFor();
    await window.shot('merge-request-light');
  });

  it('runs only its own script, and loads nothing from the network', async () => {
    await openMergeRequest(window, 12);
    const { ran, blocked } = await window
      .panel()
      .locator('body')
      .evaluate(async (body) => {
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
    await openMergeRequest(window, 12);
    assert.deepEqual(await window.panelProblems(), []);
    await button(window, 'Merge...').focus();
    await window.page.keyboard.press('Tab');
    const focused = await window.panel().locator(':focus').textContent();
    assert.match(focused, /Rebase|Approve/);
  });

  it('runs actions and shows their results', async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Mark as Draft').click();
    await window.panel().getByText('Merge blocked: merge request must not be a draft').waitFor();
    await button(window, 'Mark as Ready').click();
    await window.panel().getByText('Draft', { exact: true }).first().waitFor({ state: 'detached' });
    await button(window, 'Mark as Draft').waitFor();
  });

  it('shows how to continue a merge only while the message is open', async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Merge...').click();
    await window.quickRow('Edit Merge Commit Message...').first().click();
    const notification = window.toast('Save and close the message to continue merging !12.');
    await notification.waitFor();
    await window.page.locator('.editor-actions').getByRole('button', { name: 'Continue Merge' }).click();
    const merge = window.quickRow(/^Merge \w{8} into main/).first();
    await merge.waitFor();
    await notification.waitFor({ state: 'detached' });
    await window.quickInput().getByRole('textbox').first().press('Escape');
    await merge.waitFor({ state: 'hidden' });
  });

  it('continues the merge when the message file is closed after the notification was dismissed', async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Merge...').click();
    await window.quickRow('Edit Merge Commit Message...').first().click();
    const tab = window.page.getByRole('tab', { name: /Merge Commit Message/ });
    await tab.waitFor();
    await window.page.locator('.editor-actions').getByRole('button', { name: 'Continue Merge' }).waitFor();
    await window.page.getByText('See merge request acme/storefront!12').first().waitFor();
    await window.shot('merge-message-light');
    await window.command('Notifications: Clear All Notifications');
    await tab.click();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.type(' and more');
    await window.page.keyboard.press('Control+s');
    await window.page.keyboard.press('Control+w');
    await tab.waitFor({ state: 'detached' });
    const merge = window.quickRow(/^Merge \w{8} into main/).first();
    await merge.waitFor();
    await window.panel().getByRole('heading', { name: 'Description' }).click();
    await merge.waitFor();
    await window.shot('merge-continued-light');
    await window.quickInput().getByRole('textbox').first().press('Escape');
    await merge.waitFor({ state: 'hidden' });
  });

  it("doesn't mark the user's own changes as new", async () => {
    await openMergeRequest(window, 12);
    await button(window, 'Mark as Draft').click();
    await button(window, 'Mark as Ready').click();
    await button(window, 'Mark as Draft').waitFor();
    await window.openContainer();
    await window.onlyView('Merge Requests');
    const row = /^Merge request 12, Pay with a gift card, open,.* (?:just now|\d+ minutes? ago),/;
    await window.row(row, { view: 'Merge Requests' }).first().waitFor();
  });

  /** Opens two merge requests, the second one last. */
  const openBoth = async () => {
    await openMergeRequest(window, 12);
    await heading(window, 'Pay with a gift card').waitFor();
    await openMergeRequest(window, 11);
    await heading(window, 'Hide products without sales in the search').waitFor();
  };

  it('opens several merge requests in separate tabs', async () => {
    await openBoth();
    await window.editorTab(/!12/).waitFor();
    await window.editorTab(/!11/).waitFor();
    await window.panel().getByRole('checkbox', { name: 'Filter' }).waitFor();
    await window.editorTab(/!12/).click();
    // Later, a refresh of the data would also render the page.
    await heading(window, 'Pay with a gift card').waitFor({ timeout: 15_000 });
  });

  it('is restored after a reload of the window', async () => {
    await openBoth();
    await window.remembered(/iid:11\b/);
    await window.remembered(/mru:\[1,0\]/);
    await window.page.reload();
    await window.editorTab(/!11/).waitFor();
    await heading(window, 'Hide products without sales in the search').waitFor();
  });

  it('fits into a narrow column', async () => {
    await openMergeRequest(window, 12);
    await window.page.setViewportSize({ width: 760, height: 900 });
    const page = window.panel().locator('body');
    await page.waitFor();
    const [wide, seen] = await page.evaluate((body) => [body.scrollWidth, body.clientWidth]);
    assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
    await window.shot('merge-request-narrow-light');
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });

  it('has borders in high contrast themes', async () => {
    await window.changeTheme('high-contrast');
    await openMergeRequest(window, 14);
    await heading(window, 'Require Node 22').waitFor();
    await heading(window, 'Merge').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    const weightOf = (button) => button.evaluate((each) => Number(window.getComputedStyle(each).fontWeight));
    const primary = window.panel().locator('button.primary').first();
    assert.ok((await weightOf(primary)) >= 700);
    const segment = (name) => window.panel().getByRole('button', { name });
    assert.ok((await weightOf(segment('All Activity'))) >= 700);
    assert.ok((await weightOf(segment('Comments Only'))) < 700);
    await window.shot('merge-request-high-contrast');
  });
});
