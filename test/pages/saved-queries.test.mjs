// The form of a saved query.
import assert from 'node:assert/strict';
import { queryForms } from './helpers/query-forms.mjs';

describe('form of a saved query', () => {
  const forms = queryForms({ role: 'owner', theme: 'high-contrast' });
  const page = () => forms.page;
  const field = (name) => page().locator(`[data-field="${name}"]`).locator('input, select, textarea').first();
  const error = (name, text = /./) => page().locator(`[data-error-of="${name}"]`, { hasText: text });
  const button = (name) => page().getByRole('button', { name, exact: true });

  /** Opens the form of a new query. */
  const open = async () => {
    await forms.open();
    await field('name').waitFor();
  };
  const addLabel = async () => {
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
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

  it('requires a name to save', async () => {
    await open();
    await button('Save').click();
    await error('name', 'Enter a name').waitFor();
    await field('name').fill('Bugs');
  });

  it('shows an error at both of two exclusive filters while the user types', async () => {
    await open();
    await field('author_username').fill('olivia');
    await page().locator('summary', { hasText: 'By ID' }).click();
    await field('author_id').fill('2');
    await error('author_id', 'this filter or "Author", not both').waitFor();
    await error('author_username', 'this filter or "Author (user ID)", not both').waitFor();
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
    await page().locator('.choices [data-choice]', { hasText: 'Dana Lindqvist' }).first().waitFor();
    await author.press('ArrowDown');
    await author.press('Control+Enter');
    await error('author_username', 'No user is named "Lind"').waitFor();
    assert.equal(await author.inputValue(), 'Lind', 'Ctrl+Enter submits the form without the suggestion');
    assert.equal(forms.panel.isClosed, false);
    assert.deepEqual(forms.world.queries.list(), []);
  });

  it('shows a preview before saving, and marks it as outdated after a change', async () => {
    await open();
    await addLabel();
    await preview();
    await field('wip').selectOption('yes');
    await page().getByText('The form has changed. Preview again').waitFor();
    await field('wip').selectOption('');
  });

  it("shows the server's error at its filter, or below the form", async () => {
    await open();
    const fault = { kind: 'status', status: 400, path: '/api/v4/projects/*/merge_requests', next: 1 };
    forms.sandbox.faults.add({ ...fault, message: 'labels is invalid' });
    await button('Preview').click();
    await error('labels', 'labels is invalid').waitFor();
    assert.ok(await field('labels').evaluate((element) => element === document.activeElement));
    assert.equal(await page().locator('.choices:not([hidden])').count(), 0, 'nothing hides it');
    forms.sandbox.faults.add({ ...fault, message: 'What is in this question is not understood' });
    await button('Preview').click();
    const notice = page().locator('#answer .notice', { hasText: 'is not understood' });
    await notice.waitFor();
    assert.equal(await page().locator('.error:not(:empty)').count(), 0, 'no filter is blamed');
    const seen = await notice.evaluate(
      (element) => element.getBoundingClientRect().bottom <= document.defaultView.innerHeight,
    );
    assert.ok(seen, 'it comes into sight');
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

  it('saves the query in the workspace settings on request', async () => {
    await open();
    await field('name').fill('Bugs');
    await addLabel();
    await selectGroup();
    await field('home').selectOption('workspace');
    await button('Save').click();
    await forms.tab.until(() => forms.panel.isClosed);
    assert.deepEqual(
      [...forms.world.values],
      [
        [
          'workspace',
          [
            {
              name: 'Bugs',
              host: forms.sandbox.url,
              group: 'acme',
              filters: { labels: ['bug'], scope: 'all', state: 'opened' },
            },
          ],
        ],
      ],
    );
  });

  describe('in a narrow column', () => {
    beforeEach(async () => {
      await forms.tab.changeTheme('light');
      await open();
      await forms.tab.resize(300);
      for (const section of await page().locator('summary').all()) await section.click();
    });

    it('shows everything, and is accessible by keyboard and screen reader', async () => {
      const { content, visible } = await forms.tab.widths();
      assert.ok(content <= visible, `${content} of ${visible}`);
      assert.deepEqual(await forms.tab.problems(), []);
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
    });
  });
});
