// The form for a new merge request.
import assert from 'node:assert/strict';
import { createForms } from './helpers/create-forms.mjs';

describe('form for a new merge request, mouse and keyboard', () => {
  const forms = createForms({ role: 'owner' });
  const page = () => forms.page;
  const field = (name) => page().locator(`[data-field="${name}"]`).locator('input, select, textarea').first();
  const error = (name, text) => page().locator(`[data-error-of="${name}"]`, { hasText: text });
  const button = (name) => page().getByRole('button', { name, exact: true });
  /** Number of requests before the test. */
  let earlier = 0;
  const posts = () =>
    forms.sandbox
      .requests()
      .slice(earlier)
      .filter(({ method, path }) => method === 'POST' && !path.includes('.git/'))
      .map(({ path }) => path);

  beforeEach(() => {
    earlier = forms.sandbox.requests().length;
  });

  /** Opens the form for a new branch with a commit. */
  const openForBranch = async (branch) => {
    await forms.clone.git('checkout', '-q', 'main');
    await forms.clone.git('checkout', '-q', '-b', branch);
    await forms.clone.commit('.gitlab/merge_request_templates/Bug.md', 'Add merge request template for bugs');
    await forms.clone.commit('docs/rounding.md', 'Round half cents up');
    await forms.open();
  };
  const addReviewer = async () => {
    await field('reviewers').fill('dana');
    await page().locator('[data-field="reviewers"] [data-choice]').first().click();
  };
  const assignToMe = async () => {
    await button('Assign to Me').click();
    await page().locator('[data-field="assignees"] [data-chip]', { hasText: 'Olivia' }).waitFor();
  };

  it("prefills the title and description from the commits, and shows that the branch isn't pushed", async () => {
    await openForBranch('feature/42-price-rounding');
    assert.equal(await field('title').inputValue(), 'Price rounding');
    assert.match(await field('description').inputValue(), /- Round half cents up/);
    assert.equal(await field('push').isChecked(), true);
    await page().getByText("hasn't been pushed yet").waitFor();
    await page().locator('#create-commits summary').click();
    await page().locator('#create-commits li', { hasText: 'Round half cents up' }).waitFor();
    assert.deepEqual(await forms.tab.problems(), []);
  });

  it('shows missing values at their fields before sending anything', async () => {
    await openForBranch('feature/missing-values');
    await field('title').fill('');
    await page().keyboard.press('Enter');
    await error('title', 'Enter a title.').waitFor();
    await field('targetBranch').fill('mian');
    await error('targetBranch', "Branch mian doesn't exist").waitFor();
    assert.deepEqual(posts(), []);
  });

  it('suggests branches, people, and labels, and assigns the user', async () => {
    await openForBranch('feature/people');
    await field('targetBranch').fill('mian');
    await error('targetBranch', "doesn't exist").waitFor();
    await field('targetBranch').fill('mai');
    await page().locator('.choices [data-choice]', { hasText: 'main' }).first().waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await error('targetBranch', "doesn't exist").waitFor({ state: 'detached' });
    await field('title').fill('Round prices');
    await field('labels').fill('bu');
    await page().locator('.choices [data-choice]', { hasText: 'bug' }).first().click();
    await addReviewer();
    await assignToMe();
    await button('Assign to Me').waitFor({ state: 'detached' });
    await page().locator('[data-field="labels"] [data-chip]', { hasText: 'bug' }).waitFor();
    assert.equal(await field('title').inputValue(), 'Round prices');
  });

  it('replaces an edited description only on request', async () => {
    await openForBranch('feature/template');
    await field('description').fill('In my own words.');
    await field('template').selectOption({ label: 'Bug' });
    await button('Replace Description').waitFor();
    assert.equal(await field('description').inputValue(), 'In my own words.');
    await button('Replace Description').click();
    await page().locator('[data-field="description"]').locator('textarea').waitFor();
    await button('Restore Previous Description').click();
    await button('Restore Previous Description').waitFor({ state: 'detached' });
    // The text is sent separately from the page.
    await forms.tab.until(async () => (await field('description').inputValue()) === 'In my own words.');
  });

  it('creates one merge request on a double click, and opens its page', async () => {
    await openForBranch('feature/created');
    await field('title').fill('Round prices');
    await field('draft').check();
    await button('Create Merge Request').dblclick();
    await forms.tab.until(() => forms.panel.isClosed);
    assert.equal(posts().filter((path) => path.endsWith('/merge_requests')).length, 1);
    const [{ iid, project }, ...others] = forms.world.opened;
    assert.equal(project, 1);
    assert.deepEqual(others, []);
    const { sandbox } = forms;
    const response = await fetch(`${sandbox.url}/api/v4/projects/1/merge_requests/${iid}`, {
      headers: { 'private-token': sandbox.tokens.owner },
    });
    assert.equal((await response.json()).title, 'Draft: Round prices');
  });

  it('rejects a second merge request for a branch, and offers to open the existing one', async () => {
    await forms.tab.changeTheme('high-contrast');
    await forms.clone.git('checkout', '-q', 'fix/typos');
    await forms.open();
    await page().getByText('already has an open merge request into main').waitFor();
    await button('Create Merge Request').click();
    await page().locator('#create-failure', { hasText: '!17 is already open' }).waitFor();
    assert.deepEqual(await forms.tab.problems(), []);
    await page().locator('#create-failure').getByRole('button', { name: 'Open !17' }).click();
    await forms.tab.until(() => forms.world.opened.length === 1);
    assert.equal(forms.world.opened[0].iid, 17);
  });
});

describe('form for a new merge request from a fork', () => {
  const forms = createForms({ role: 'developer', project: 'dana/storefront', theme: 'light' });
  const field = (name) => forms.page.locator(`[data-field="${name}"]`).locator('input, select').first();

  it('targets the upstream project, and fits into a narrow column', async () => {
    await forms.clone.git('checkout', '-q', '-b', 'docs/cups');
    await forms.clone.commit('docs/cups.md', 'Explain cups');
    await forms.open();
    assert.equal(await field('target').inputValue(), '1');
    assert.equal(await field('allowCollaboration').isChecked(), true);
    await forms.tab.resize(300);
    const { content, visible } = await forms.tab.widths();
    assert.ok(content <= visible, `nothing is cut off: ${content} of ${visible}`);
  });
});
