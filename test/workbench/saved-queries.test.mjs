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

  /** Opens the form of a new query. */
  const open = async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await window.command('Switchyard: New Merge Request Query...');
    await field('name').waitFor();
  };
  const addLabel = async () => {
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
  };
  const preview = async () => {
    await button('Preview').click();
    await page()
      .locator('#answer h2', { hasText: /merge request/ })
      .waitFor();
  };
  const selectGroup = async () => {
    await field('place').selectOption({ label: 'Another group' });
    await field('path').fill('acme');
  };
  /** Saves the query in the workspace settings. Returns the saved queries. */
  const save = async () => {
    await field('home').selectOption('workspace');
    await button('Save').click();
    await window.editorTab(/New Merge Request Query/).waitFor({ state: 'detached' });
    const file = path.join(window.workspace, '.vscode', 'settings.json');
    return JSON.parse(await readFile(file, 'utf8'))['switchyard.mergeRequests.queries'];
  };

  it('requires a name to save', async () => {
    await open();
    await button('Save').click();
    await error('name', 'Enter a name').waitFor();
    await field('name').fill('Bugs');
    await window.shot('query-new-high-contrast');
  });

  it('shows an error at both of two exclusive filters while the user types', async () => {
    await open();
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
    await open();
    await addLabel();
  });

  it("accepts the first suggestion on Enter, and rejects a user who doesn't exist", async () => {
    await open();
    await field('name').fill('Of a user');
    const author = field('author_username');
    await author.fill('Lind');
    await page().locator('.choices [data-choice]', { hasText: 'Dana Lindqvist' }).first().waitFor();
    await author.press('Enter');
    assert.equal(await author.inputValue(), 'dana');
    await author.fill('Lind');
    await button('Save').click();
    await error('author_username', 'No user is named "Lind"').waitFor();
    await window.editorTab(/New Merge Request Query/).waitFor();
    assert.equal(await window.row(/Of a user/, { view: 'Merge Requests' }).count(), 0);
  });

  it('shows a preview before saving, and marks it as outdated after a change', async () => {
    await open();
    await addLabel();
    await preview();
    await window.shot('query-tried-high-contrast');
    await field('wip').selectOption('yes');
    await page().getByText('The form has changed. Preview again').waitFor();
    await field('wip').selectOption('');
  });

  it("shows the server's error at its filter, or below the form", async () => {
    await open();
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
    await open();
    await field('place').selectOption({ label: 'Another group' });
    await field('path').fill('no-such-group');
    await button('Preview').click();
    await error('path', "This path doesn't exist").waitFor();
    await field('path').fill('acme');
    await preview();
  });

  it('restores all typed values after a reload of the window', async () => {
    await open();
    await field('name').fill('Bugs');
    await addLabel();
    await selectGroup();
    // An earlier form may be saved with the same path, so the name has to match, too.
    await window.remembered(/typed:\{query:\{(?=[^}]*name:Bugs\b)[^}]*path:acme\b/);
    await window.page.reload();
    await window.editorTab(/New Merge Request Query/).waitFor();
    await page().locator('[data-field="path"]').waitFor();
    assert.equal(await field('path').inputValue(), 'acme');
    assert.equal(await field('name').inputValue(), 'Bugs');
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
    await preview();
  });

  it('saves the query in the workspace settings on request', async () => {
    await open();
    await field('name').fill('Bugs');
    await addLabel();
    await selectGroup();
    const queries = await save();
    assert.deepEqual(
      queries.find(({ name }) => name === 'Bugs'),
      {
        name: 'Bugs',
        host: window.sandbox.url,
        group: 'acme',
        filters: { labels: ['bug'], scope: 'all', state: 'opened' },
      },
    );
    await window.row(/Bugs/, { view: 'Merge Requests' }).first().waitFor();
    await window.shot('query-saved-high-contrast');
  });

  it('edits a query, and deletes it with an undo action', async () => {
    await open();
    await field('name').fill('Typos');
    await selectGroup();
    await save();
    await window.row(/Typos/, { view: 'Merge Requests' }).first().waitFor();
    await window.command('Switchyard: Edit Merge Request Query...');
    await window.quickRow('Typos').click();
    await field('name').waitFor();
    assert.equal(await field('name').inputValue(), 'Typos');
    await button('Delete').click();
    await window.toast('Query "Typos" deleted.').waitFor();
    await window.editorTab(/Edit Merge Request Query/).waitFor({ state: 'detached' });
    await window.toast('Query "Typos" deleted.').getByRole('button', { name: 'Undo' }).click();
    await window.row(/Typos/, { view: 'Merge Requests' }).first().waitFor();
  });

  describe('in a narrow column', () => {
    beforeEach(async () => {
      await window.changeTheme('light');
      await open();
      await window.page.setViewportSize({ width: 660, height: 900 });
      for (const section of await page().locator('summary').all()) await section.click();
    });

    it('shows everything, and is accessible by keyboard and screen reader', async () => {
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
