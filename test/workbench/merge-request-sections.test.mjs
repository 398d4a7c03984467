// Sections of the merge request page by mouse and keyboard: bar, changes, search, and actions after a merge.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

const STORE = '/api/v4/projects/acme%2Fstorefront';

describe('sections of the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const api = async (method, path, body) => {
    const response = await fetch(`${window.sandbox.url}${STORE}${path}`, {
      method,
      headers: { 'private-token': window.sandbox.tokens.owner, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.json();
  };
  const bar = () => window.panel().getByRole('region', { name: 'Summary' });
  const file = (path) => window.panel().getByRole('button', { name: new RegExp(`^${path},`) });
  const summary = (text) => window.panel().locator('summary', { hasText: text });
  const find = () => window.page.locator('.simple-find-part.visible');

  it('have a bar with title, state, and next step above them, which covers no focused element', async () => {
    await openMergeRequest(window, 11);
    const title = window.panel().getByRole('heading', { level: 1 });
    await title.waitFor();
    await window.panel().getByRole('heading', { name: 'Activity' }).waitFor();
    await bar().waitFor({ state: 'hidden' });
    await title.hover();
    const before = await window
      .panel()
      .locator('body')
      .evaluate((body) => body.scrollHeight);
    await window.page.mouse.wheel(0, 900);
    await bar().waitFor();
    await bar().getByText('Hide products without sales in the search').waitFor();
    await bar().getByText('Open', { exact: true }).waitFor();
    assert.equal(await bar().locator('[data-act]').count(), 1);
    assert.equal(
      await window
        .panel()
        .locator('body')
        .evaluate((body) => body.scrollHeight),
      before,
    );
    assert.deepEqual(await window.panelProblems(), []);
    // Backward with the keyboard, to elements above the visible part.
    const button = window.panel().locator('.overview .talk button').last();
    await button.focus();
    for (let step = 0; step < 12; step++) {
      await window.page.keyboard.press('Shift+Tab');
      const focused = window.panel().locator(':focus');
      const top = await focused.evaluate((element) => element.getBoundingClientRect().top);
      const edge = (await bar().isVisible()) ? 43 : 0;
      assert.ok(top >= edge, `${await focused.textContent()} at ${top}`);
    }
    await bar()
      .getByRole('button', { name: /Hide products/ })
      .click();
    await bar().waitFor({ state: 'hidden' });
    assert.equal(
      await window
        .panel()
        .locator(':focus')
        .evaluate((element) => element.id),
      'title',
    );
  });

  it('load the changes when they are expanded, and open a diff with the keyboard and with the mouse', async () => {
    await openMergeRequest(window, 11);
    await summary('Changes').focus();
    await window.page.keyboard.press('Enter');
    const first = window.panel().locator('.file .path').first();
    await first.waitFor();
    const path = await first.textContent();
    await window.page.keyboard.press('Tab');
    await window.page.keyboard.press('Space');
    await window
      .panel()
      .getByRole('checkbox', { name: `Viewed: ${path}`, checked: true })
      .waitFor();
    await window.shot('merge-request-changes-dark');
    await window.page.keyboard.press('Tab');
    await window.page.keyboard.press('Enter');
    const tab = window.editorTab(new RegExp(path.split('/').at(-1).replaceAll('.', '\\.')));
    await tab.waitFor();
    await window.page.keyboard.press('Control+w');
    await tab.waitFor({ state: 'detached' });
    await window
      .panel()
      .getByRole('checkbox', { name: `Viewed: ${path}` })
      .click();
    await window
      .panel()
      .getByRole('checkbox', { name: `Viewed: ${path}`, checked: false })
      .waitFor();
    await file(path.replaceAll('.', '\\.')).click();
    await tab.waitFor();
    await window.page.keyboard.press('Control+w');
    assert.deepEqual(await window.panelProblems(), []);
  });

  it('can be searched with Ctrl+F, also from a text box', async () => {
    await openMergeRequest(window, 11);
    await window.panel().getByRole('heading', { name: 'Description' }).click();
    await window.page.keyboard.press('Control+f');
    await find().waitFor();
    await window.page.keyboard.type('Activity');
    await window.page.keyboard.press('Enter');
    await window
      .panel()
      .locator('body')
      .evaluate(async () => {
        while (!/activity/i.test(String(document.getSelection())))
          await new Promise(window.requestAnimationFrame);
      });
    await window.page.keyboard.press('Escape');
    await find().waitFor({ state: 'hidden' });
    const box = window.panel().getByRole('textbox', { name: 'New Comment' });
    await box.click();
    await window.page.keyboard.type('Kept');
    await window.page.keyboard.press('Control+f');
    await find().waitFor();
    await find().getByRole('button', { name: /Close/ }).click();
    await find().waitFor({ state: 'hidden' });
    assert.equal(await box.inputValue(), 'Kept');
    await box.fill('');
  });

  it('show the source branch of a merged merge request, and delete it after confirmation', async () => {
    await api('PUT', '/merge_requests/12/merge', { should_remove_source_branch: false });
    await openMergeRequest(window, 12);
    await window.panel().getByText('Merge commit:').waitFor();
    await window.panel().getByText('Source branch not deleted:').waitFor();
    await window.shot('merge-request-merged-dark');
    assert.deepEqual(await window.panelProblems(), []);
    await window.panel().getByRole('button', { name: 'Delete Source Branch...' }).click();
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.getByText(/Delete the source branch ".*" of !12\?/).waitFor();
    await dialog.getByRole('button', { name: 'Delete Branch' }).click();
    await window.panel().getByText('Source branch deleted', { exact: true }).waitFor();
  });

  it('show who still has to approve, in high contrast and in a narrow column', async () => {
    await openMergeRequest(window, 18);
    await window.panel().getByText('All eligible users', { exact: true }).waitFor();
    await window
      .panel()
      .getByText(/Approved by .* · Can be approved by/)
      .waitFor();
    await window.changeTheme('high-contrast');
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('merge-request-approval-rules-high-contrast');
    await window.page.setViewportSize({ width: 640, height: 900 });
    const [wide, seen] = await window
      .panel()
      .locator('body')
      .evaluate((body) => [body.scrollWidth, body.clientWidth]);
    assert.ok(wide <= seen, `nothing is cut off: ${wide} of ${seen}`);
    await window.shot('merge-request-approval-rules-narrow');
  });

  it('revert a merged merge request with the keyboard', async () => {
    await openMergeRequest(window, 8);
    await window.panel().getByRole('button', { name: 'Revert...' }).focus();
    await window.page.keyboard.press('Enter');
    await window.quickRow('Create Merge Request').first().waitFor();
    await window.quickRow('Commit to main').first().waitFor();
    await window.page.keyboard.press('Enter');
    await window.editorTab(/Revert "Document how prices are rounded"/).waitFor();
    await window.panel().getByRole('heading', { name: 'Revert "Document how prices are rounded"' }).waitFor();
    await window.panel().getByText('This reverts merge request').waitFor();
  });
});
