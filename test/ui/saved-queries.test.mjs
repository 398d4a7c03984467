// The form of a saved query.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workbench } from './harness.mjs';

describe('form of a saved query', () => {
  const window = workbench({ theme: 'high-contrast', signedIn: 'owner' });
  const page = () => window.page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
  const field = (name) => page().locator(`[data-field="${name}"]`).locator('input, select, textarea').first();
  const error = (name, text = /./) => page().locator(`[data-error-of="${name}"]`, { hasText: text });
  const button = (name) => page().getByRole('button', { name, exact: true });

  it('requires a name to save', async () => {
    await window.openContainer();
    await window.command('Switchyard: New Merge Request Query...');
    await button('Save').click();
    await error('name', 'Enter a name').waitFor();
    await field('name').fill('Bugs');
    await window.shot('query-new-high-contrast');
  });

  it('shows an error at both of two exclusive filters while the user types', async () => {
    await field('author_username').fill('olivia');
    await page().locator('summary', { hasText: 'By ID' }).click();
    await field('author_id').fill('2');
    await error('author_id', 'this filter or "Author", not both').waitFor();
    await error('author_username', 'this filter or "Author (user ID)", not both').waitFor();
    await window.shot('query-pair-high-contrast');
    await field('author_id').fill('');
    await error('author_username').waitFor({ state: 'detached' });
  });

  it('suggests values of the project, and accepts them by keyboard', async () => {
    await field('author_username').fill('');
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
  });

  it('shows a preview before saving, and marks it as outdated after a change', async () => {
    await button('Preview').click();
    await page()
      .locator('#answer h2', { hasText: /merge request/ })
      .waitFor();
    await window.shot('query-tried-high-contrast');
    await field('wip').selectOption('yes');
    await page().getByText('The form has changed. Preview again').waitFor();
    await field('wip').selectOption('');
  });

  it("shows the server's error at its filter, or below the form", async () => {
    const fault = { kind: 'status', status: 400, path: '/api/v4/projects/*/merge_requests', next: 1 };
    await window.sandbox.fault({ ...fault, message: 'labels is invalid' });
    await button('Preview').click();
    await error('labels', 'labels is invalid').waitFor();
    assert.ok(await field('labels').evaluate((element) => element === document.activeElement));
    assert.equal(await page().locator('.choices:not([hidden])').count(), 0, 'nothing hides it');
    await window.shot('query-refused-at-field-high-contrast');
    await window.sandbox.fault({ ...fault, message: 'What is in this question is not understood' });
    await button('Preview').click();
    const notice = page().locator('#answer .notice', { hasText: 'is not understood' });
    await notice.waitFor();
    assert.equal(await page().locator('.error:not(:empty)').count(), 0, 'no filter is blamed');
    const seen = await notice.evaluate(
      (element) => element.getBoundingClientRect().bottom <= document.defaultView.innerHeight,
    );
    assert.ok(seen, 'it comes into sight');
    await window.shot('query-refused-high-contrast');
  });

  it("shows an error at a path that doesn't exist", async () => {
    await field('place').selectOption({ label: 'Another group' });
    await field('path').fill('no-such-group');
    await button('Preview').click();
    await error('path', "This path doesn't exist").waitFor();
    await field('path').fill('acme');
    await button('Preview').click();
    await page()
      .locator('#answer h2', { hasText: /merge request/ })
      .waitFor();
  });

  it('restores all typed values after a reload of the window', async () => {
    await window.remembered(/typed:\{query:\{[^}]*path:acme\b/);
    await window.page.reload();
    await window.editorTab(/New Merge Request Query/).waitFor();
    await page().locator('[data-field="path"]').waitFor();
    assert.equal(await field('path').inputValue(), 'acme');
    assert.equal(await field('name').inputValue(), 'Bugs');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
    await button('Preview').click();
    await page()
      .locator('#answer h2', { hasText: /merge request/ })
      .waitFor();
  });

  it('saves the query in the workspace settings on request', async () => {
    await field('home').selectOption('workspace');
    await button('Save').click();
    await window.editorTab(/New Merge Request Query/).waitFor({ state: 'detached' });
    const file = path.join(window.workspace, '.vscode', 'settings.json');
    const [saved] = JSON.parse(await readFile(file, 'utf8'))['switchyard.mergeRequests.queries'];
    assert.deepEqual(saved, {
      name: 'Bugs',
      host: window.sandbox.url,
      group: 'acme',
      filters: { labels: ['bug'], scope: 'all', state: 'opened' },
    });
    await window.onlyView('Merge Requests');
    await window.row(/Bugs/, { view: 'Merge Requests' }).first().waitFor();
    await window.shot('query-saved-high-contrast');
  });

  it('edits a query, and deletes it with an undo action', async () => {
    await window.command('Switchyard: Edit Merge Request Query...');
    await window.quickRow('Bugs').click();
    await field('name').waitFor();
    assert.equal(await field('name').inputValue(), 'Bugs');
    await button('Delete').click();
    await window.toast('Query "Bugs" deleted.').waitFor();
    await window.editorTab(/Edit Merge Request Query/).waitFor({ state: 'detached' });
    await window.toast('Query "Bugs" deleted.').getByRole('button', { name: 'Undo' }).click();
    await window.row(/Bugs/, { view: 'Merge Requests' }).first().waitFor();
  });

  describe('in a narrow column', () => {
    before(async () => {
      await window.changeTheme('light');
      await window.command('View: Close All Editors');
    });

    it('shows everything, and is accessible by keyboard and screen reader', async () => {
      await window.openContainer();
      await window.command('Switchyard: New Merge Request Query...');
      await field('name').waitFor();
      await window.page.setViewportSize({ width: 660, height: 900 });
      for (const section of await page().locator('summary').all()) await section.click();
      const [wide, seen] = await page()
        .locator('body')
        .evaluate((body) => [body.scrollWidth, body.clientWidth]);
      assert.ok(wide <= seen, `${wide} of ${seen}`);
      assert.deepEqual(await window.panelProblems(), []);
    });

    it('shows suggestions above its buttons', async () => {
      await field('author_id').fill('2');
      const choices = page().locator('.choices:not([hidden])');
      await choices.getByText('@olivia').waitFor();
      assert.equal(await choices.locator('.note').count(), 0, 'somebody was found');
      const seen = await choices.evaluate(
        (list) =>
          list.getBoundingClientRect().bottom <=
          document.querySelector('form > .buttons').getBoundingClientRect().top,
      );
      assert.ok(seen, 'they are in sight');
      await window.shot('query-narrow-light');
    });
  });
});
