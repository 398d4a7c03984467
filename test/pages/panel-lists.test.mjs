import assert from 'node:assert/strict';
import { formPage, html } from './helpers/markup.ts';
import { formInPage } from './helpers/panel-form.mjs';

describe('lists on a panel page', () => {
  const { panel, render, heardLast } = formInPage();

  it('keeps the labels of selected values after a reload', async () => {
    const labels = panel.page.getByRole('combobox', { name: 'Labels' });
    await labels.pressSequentially('Oli');
    const { number } = await heardLast(({ kind, text }) => kind === 'suggest' && text === 'Oli');
    const items = [{ value: '7', label: 'Olivia' }];
    await panel.post({ kind: 'suggestions', form: 'query', field: 'labels', number, items });
    await panel.page.getByRole('option', { name: 'Olivia' }).click();
    await panel.again();
    await render('rendered', 'back');
    const chip = panel.page.locator('[data-chip="7"]');
    assert.match(await chip.textContent(), /Olivia/);
    await panel.post({ kind: 'forget', form: 'query' });
    await render('rendered', 'forgotten');
    assert.equal(await chip.count(), 0);
  });

  it("restores text in a list field that isn't added yet", async () => {
    const labels = panel.page.getByRole('combobox', { name: 'Labels' });
    await labels.pressSequentially('half a la');
    await panel.again();
    await render('rendered', 'back');
    assert.equal(await labels.inputValue(), 'half a la');
    assert.deepEqual((await panel.state()).typed, {}, 'it is no value yet');
    await labels.press('Enter');
    await panel.page.locator('[data-chip="half a la"]').waitFor();
    await panel.again();
    await render('rendered', 'and again');
    assert.equal(await labels.inputValue(), '');
    await panel.page.locator('[data-chip="half a la"]').waitFor();
    await labels.pressSequentially('more');
    await panel.post({ kind: 'forget', form: 'query' });
    await render('rendered', 'gone');
    await panel.again();
    await render('rendered', 'forgotten');
    assert.equal(await labels.inputValue(), '');
  });

  it('accepts suggestions by keyboard, and ignores responses to earlier requests', async () => {
    const labels = panel.page.getByRole('combobox', { name: 'Labels' });
    await labels.pressSequentially('fe');
    const { number } = await heardLast(({ kind, text }) => kind === 'suggest' && text === 'fe');
    const answer = (of, label) =>
      panel.post({
        kind: 'suggestions',
        form: 'query',
        field: 'labels',
        number: of,
        items: [{ value: label, label }],
      });
    await answer(number, '<b>feature');
    await answer(number - 1, 'old');
    await panel.page.getByRole('option', { name: '<b>feature' }).waitFor();
    await labels.press('ArrowDown');
    await labels.press('Enter');
    await labels.pressSequentially('own,');
    await labels.press('Backspace');
    // Screen readers announce it.
    await panel.page.locator('#heard').getByText('own removed').waitFor({ state: 'attached' });
    await labels.pressSequentially('mine');
    await labels.press('Enter');
    await panel.page.getByLabel('Title').press('Enter');
    const { action, values } = await heardLast(({ kind }) => kind === 'act');
    assert.equal(action, 'save');
    assert.deepEqual(values.labels, ['bug', '<b>feature', 'mine']);
  });

  it('selects the first suggestion on Enter if the text of a list is only a part of it', async () => {
    const labels = panel.page.getByRole('combobox', { name: 'Labels' });
    await labels.pressSequentially('fe');
    const { number } = await heardLast(({ kind, text }) => kind === 'suggest' && text === 'fe');
    const items = [{ value: 'feature', label: 'feature' }];
    await panel.post({ kind: 'suggestions', form: 'query', field: 'labels', number, items });
    await panel.page.getByRole('option', { name: 'feature' }).waitFor();
    await labels.press('Enter');
    await panel.page.locator('[data-chip="feature"]').waitFor();
  });

  it('selects the first suggestion on Enter in a single-value field with fixed choices, and otherwise submits', async () => {
    const fields = [
      { kind: 'text', name: 'branch', label: 'Branch', value: 'main', suggests: true, chosen: true },
    ];
    const sections = [{ fields }];
    const buttons = [{ action: 'create', label: 'Create' }];
    const made = formPage({ name: 'branches', label: 'Branches', sections, buttons });
    const body = html`<p id="shown">branches</p>${made}`;
    await panel.post({ kind: 'render', body: body.toString() });
    await panel.page.locator('#shown', { hasText: 'branches' }).waitFor();
    const branch = panel.page.getByRole('combobox', { name: 'Branch' });
    const acts = () => panel.heard.filter(({ kind }) => kind === 'act');
    await branch.press('Enter');
    await heardLast(({ kind }) => kind === 'act');
    assert.equal(acts().length, 1, 'what was rendered is no question');
    const suggest = async (text, ...names) => {
      const { number } = await heardLast((message) => message.kind === 'suggest' && message.text === text);
      const items = names.map((name) => ({ value: name, label: name }));
      await panel.post({ kind: 'suggestions', form: 'branches', field: 'branch', number, items });
    };
    // Enter before the suggestions are requested.
    await branch.fill('feat');
    await branch.press('Enter');
    await suggest('feat', 'feature/one', 'feature/two');
    await panel.until(async () => (await branch.inputValue()) === 'feature/one');
    assert.equal(acts().length, 1);
    await branch.press('Enter');
    await heardLast(({ kind, values }) => kind === 'act' && values?.branch === 'feature/one');
    // Without a matching suggestion, the host reports the error at the field.
    await branch.fill('nosuch');
    await suggest('nosuch');
    await panel.page.locator('.choices .note').waitFor();
    await branch.press('Enter');
    await heardLast(({ kind, values }) => kind === 'act' && values?.branch === 'nosuch');
  });

  describe('list that only accepts suggested values', () => {
    const renderPeople = async (shown) => {
      const fields = [
        { kind: 'text', name: 'title', label: 'Title', value: '' },
        { kind: 'list', name: 'reviewers', label: 'Reviewers', value: [] },
      ];
      const buttons = [
        { action: 'create', label: 'Create' },
        { action: 'assignMe', label: 'Assign to Me' },
      ];
      const form = formPage({ name: 'people', label: 'People', sections: [{ fields }], buttons });
      const body = html`<p id="shown">${shown}</p>${form}`;
      await panel.post({ kind: 'render', body: body.toString() });
      await panel.page.locator('#shown', { hasText: shown }).waitFor();
    };
    const suggest = async (text, ...labels) => {
      const { number } = await heardLast((message) => message.kind === 'suggest' && message.text === text);
      const items = labels.map((label, index) => ({ value: String(index), label }));
      await panel.post({ kind: 'suggestions', form: 'people', field: 'reviewers', number, items });
    };
    const reviewers = () => panel.page.getByRole('combobox', { name: 'Reviewers' });
    const error = () => panel.page.locator('[data-error-of="reviewers"]');

    beforeEach(() => renderPeople('people'));

    it('selects the first suggestion on Enter', async () => {
      await reviewers().pressSequentially('ol');
      await suggest('ol', 'Olivia Okafor', 'Oliver');
      await panel.page.getByRole('option', { name: 'Olivia Okafor' }).waitFor();
      await reviewers().press('Enter');
      await panel.page.locator('[data-chip="0"]', { hasText: 'Olivia Okafor' }).waitFor();
      assert.equal(await reviewers().inputValue(), '');
    });

    it('selects the first suggestion if suggestions arrive after Enter', async () => {
      await reviewers().pressSequentially('ol');
      await reviewers().press('Enter');
      await suggest('ol', 'Olivia Okafor');
      await panel.page.locator('[data-chip="0"]', { hasText: 'Olivia Okafor' }).waitFor();
    });

    it("shows an error for text that isn't a suggestion, and sends nothing", async () => {
      await reviewers().pressSequentially('nobody');
      await panel.page.getByRole('button', { name: 'Create' }).click();
      await error().getByText('Select one of the suggestions, or clear the field.').waitFor();
      assert.deepEqual(
        panel.heard.filter(({ kind }) => kind === 'act'),
        [],
      );
      assert.ok(await reviewers().evaluate((element) => element === document.activeElement));
      await panel.post({ kind: 'errors', form: 'people', errors: {}, focus: false });
      await renderPeople('again');
      assert.notEqual(await error().textContent(), '', 'the host does not know of it');
      await reviewers().fill('');
      await error().getByText('Select one').waitFor({ state: 'detached' });
      await panel.page.getByRole('button', { name: 'Create' }).click();
      await heardLast(({ kind, action }) => kind === 'act' && action === 'create');
    });

    it('shows the error after Enter without a match, and on blur', async () => {
      await reviewers().pressSequentially('nobody');
      await reviewers().press('Enter');
      await suggest('nobody');
      await error().getByText('Select one').waitFor();
      await reviewers().fill('');
      await error().getByText('Select one').waitFor({ state: 'detached' });
      await reviewers().pressSequentially('x');
      await panel.page.getByLabel('Title').focus();
      await error().getByText('Select one').waitFor();
    });

    it('keeps typed text when a button fills another field', async () => {
      await reviewers().pressSequentially('ol');
      await panel.page.getByRole('button', { name: 'Assign to Me' }).click();
      await heardLast(({ kind, action }) => kind === 'act' && action === 'assignMe');
      await panel.post({ kind: 'forget', form: 'people', unadded: 'stays' });
      await renderPeople('assigned');
      assert.equal(await reviewers().inputValue(), 'ol');
      await panel.post({ kind: 'forget', form: 'people' });
      await renderPeople('over');
      assert.equal(await reviewers().inputValue(), '');
    });
  });
});
