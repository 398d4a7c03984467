import assert from 'node:assert/strict';
import { formPage, html, markdown } from './helpers/markup.ts';
import { form, formInPage } from './helpers/panel-form.mjs';

describe('panel page', () => {
  const { panel, render, heardLast } = formInPage();

  it('keeps typed values and the focus when it is rendered again', async () => {
    const title = panel.page.getByLabel('Title');
    await title.fill('typed');
    await render('another', 'two');
    assert.equal(await title.inputValue(), 'typed');
    assert.ok(await title.evaluate((element) => element === document.activeElement));
    const { values } = await heardLast(({ kind }) => kind === 'change');
    assert.deepEqual(values, { title: 'typed', labels: ['bug'], draft: false, text: 'rendered' });
  });

  it('shows rendered values in unedited fields, and in all fields after `forget`', async () => {
    const title = panel.page.getByLabel('Title');
    await render('second', 'two');
    assert.equal(await title.inputValue(), 'second');
    await title.fill('typed');
    await panel.post({ kind: 'forget', form: 'query' });
    await render('third', 'three');
    assert.equal(await title.inputValue(), 'third');
  });

  it('restores typed values and open sections after a reload', async () => {
    await panel.page.getByLabel('Text').fill('a\nb');
    await panel.page.getByLabel('Draft').check();
    await panel.page.getByRole('button', { name: 'Remove bug' }).click();
    await panel.page.getByText('More').click();
    await panel.until(async () => (await panel.state()).open.more === true);
    await panel.again();
    await render('rendered', 'back');
    assert.equal(await panel.page.getByLabel('Text').inputValue(), 'a\nb');
    assert.ok(await panel.page.getByLabel('Draft').isChecked());
    assert.equal(await panel.page.locator('[data-chip]').count(), 0);
    assert.ok(await panel.page.locator('#more').evaluate((element) => element.open));
    assert.deepEqual((await panel.state()).kept, { iid: 5 });
  });

  it('restores typed values of fields that depend on the value of another field', async () => {
    const places = [
      { value: 'here', label: 'Here' },
      { value: 'other', label: 'Elsewhere' },
    ];
    const field = { kind: 'text', value: '' };
    const show = async (place, shown) => {
      const fields = [
        { kind: 'text', name: 'name', label: 'Name', value: '' },
        { kind: 'select', name: 'place', label: 'Where', value: place, options: places, tells: true },
        ...(place === 'other' ? [{ ...field, name: 'path', label: 'Path' }] : []),
      ];
      const body = formPage({ ...form(), name: 'places', sections: [{ fields }] });
      await panel.post({ kind: 'render', body: `<p id="shown">${shown}</p>${body}` });
      await panel.page.locator('#shown', { hasText: shown }).waitFor();
    };
    const where = panel.page.getByLabel('Where');
    const way = panel.page.getByLabel('Path');
    const pathChange = (path) => heardLast(({ kind, values }) => kind === 'change' && values.path === path);
    await show('here', 'first');
    await panel.page.getByLabel('Name').fill('Mine');
    await where.selectOption('other');
    await show('other', 'second');
    await way.fill('acme');
    await pathChange('acme');

    await panel.again();
    panel.heard.length = 0;
    await show('here', 'again');
    assert.equal(await where.inputValue(), 'other');
    await heardLast(({ kind, values }) => kind === 'change' && values.place === 'other');
    assert.equal((await panel.state()).typed.places.path, 'acme', 'it waits for its field');
    await panel.page.getByLabel('Name').fill('Mine too');
    await show('other', 'and again');
    assert.equal(await way.inputValue(), 'acme');
    await pathChange('acme');
    assert.equal(await panel.page.getByLabel('Name').inputValue(), 'Mine too');

    await where.selectOption('here');
    await show('here', 'changed');
    await where.selectOption('other');
    await show('other', 'changed back');
    assert.equal(await way.inputValue(), 'acme');
    await way.fill('acme/shop');
    await panel.post({ kind: 'forget', form: 'places' });
    await show('other', 'forgotten');
    assert.equal(await way.inputValue(), '');
    assert.equal((await panel.state()).typed.places, undefined);
  });

  it("fills a field that is rendered later, and ignores a choice that isn't offered", async () => {
    await panel.post({
      kind: 'fill',
      form: 'query',
      values: { title: 'filled', late: 'later', pick: 'gone' },
    });
    const show = (fields, shown) => {
      const body = formPage({ ...form('rendered'), sections: [{ fields }] });
      return panel.post({ kind: 'render', body: `<p id="shown">${shown}</p>${body}` });
    };
    const title = { kind: 'text', name: 'title', label: 'Title', value: 'rendered' };
    const pick = (...names) => ({
      kind: 'select',
      name: 'pick',
      label: 'Pick',
      value: 'one',
      options: names.map((value) => ({ value, label: value })),
    });
    await show([title, pick('one'), { ...title, name: 'late', label: 'Late' }], 'two');
    await panel.page.locator('#shown', { hasText: 'two' }).waitFor();
    assert.equal(await panel.page.getByLabel('Title').inputValue(), 'filled');
    assert.equal(await panel.page.getByLabel('Late').inputValue(), 'later');
    assert.equal(await panel.page.getByLabel('Pick').inputValue(), 'one');
    await show([title, pick('one', 'gone')], 'three');
    await panel.page.locator('#shown', { hasText: 'three' }).waitFor();
    assert.equal(await panel.page.getByLabel('Pick').inputValue(), 'gone');
  });

  it('shows errors at their fields, and focuses the first', async () => {
    await panel.post({ kind: 'errors', form: 'query', errors: { title: 'It is taken.', text: 'Too long.' } });
    const title = panel.page.getByLabel('Title');
    await panel.page.getByText('It is taken.').waitFor();
    assert.equal(await title.getAttribute('aria-invalid'), 'true');
    assert.ok(await title.evaluate((element) => element === document.activeElement));
    await render('x', 'two');
    await panel.page.getByText('Too long.').waitFor();
    await panel.post({ kind: 'errors', form: 'query', errors: {} });
    await panel.page.getByText('It is taken.').waitFor({ state: 'detached' });
    assert.equal(await title.getAttribute('aria-invalid'), null);
  });

  it('scrolls to errors of the whole form, and to elements that the host reveals', async () => {
    const inSight = (selector) =>
      panel.page.locator(selector).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    const long = html`${Array.from({ length: 200 }, () => html`<p>line</p>`)}`;
    const body = `${formPage(form())}${long}<p id="foot">Foot</p>`;
    await panel.post({ kind: 'render', body });
    await panel.post({ kind: 'reveal', id: 'foot' });
    await panel.until(() => panel.page.evaluate(() => window.scrollY > 0));
    assert.ok(await inSight('#foot'));
    await panel.post({ kind: 'errors', form: 'query', errors: { '': 'Not saved.' } });
    await panel.until(() => panel.page.evaluate(() => window.scrollY < 100));
    assert.ok(await inSight('.form-error'));
  });

  it('focuses a revealed thread, even one rendered later, unless the user does something else first', async () => {
    const long = html`${Array.from({ length: 200 }, () => html`<p>line</p>`)}`;
    const late = html`${long}<p id="thread-7" tabindex="-1">Thread</p>${long}`;
    const focused = panel.page.locator('#thread-7:focus');
    await panel.post({ kind: 'reveal', id: 'thread-7', focus: true });
    await panel.post({ kind: 'render', body: late.toString() });
    await focused.waitFor();
    assert.ok(await panel.page.evaluate(() => window.scrollY > 0));
    await panel.post({ kind: 'render', body: long.toString() });
    await focused.waitFor({ state: 'detached' });
    await panel.post({ kind: 'reveal', id: 'thread-7', focus: true });
    await panel.page.keyboard.press('Home');
    await panel.post({ kind: 'render', body: late.toString() });
    await panel.page.locator('#thread-7').waitFor();
    assert.equal(await focused.count(), 0);
  });

  it('keeps the busy state that the extension rendered for a button when another action ends', async () => {
    const body = html`<button type="button" data-act="rebase" aria-busy="true" data-keeps>Rebase</button>
      <button type="button" data-act="merge">Merge</button>`.toString();
    const busy = (name) => panel.page.locator('button[aria-busy="true"]', { hasText: name });
    await panel.post({ kind: 'render', body });
    await busy('Rebase').waitFor();
    await panel.post({ kind: 'busy', action: 'merge' });
    await busy('Merge').waitFor();
    await panel.post({ kind: 'render', body: `${body}<p>again</p>` });
    await panel.page.getByText('again').waitFor();
    assert.deepEqual([await busy('Rebase').count(), await busy('Merge').count()], [1, 1]);
    await panel.post({ kind: 'busy' });
    await busy('Merge').waitFor({ state: 'detached' });
    assert.equal(await busy('Rebase').count(), 1);
  });

  it('blocks actions while one is running, and shows which one', async () => {
    const merge = panel.page.getByRole('button', { name: 'Merge' });
    await merge.click();
    assert.deepEqual(await heardLast(({ kind }) => kind === 'act'), {
      kind: 'act',
      action: 'merge',
      value: '7',
    });
    await panel.post({ kind: 'busy', action: 'merge' });
    await panel.page.locator('button[aria-busy="true"]', { hasText: 'Merge' }).waitFor();
    await merge.click({ force: true });
    await panel.page.getByRole('link', { name: 'out' }).click();
    const link = await heardLast(({ action }) => action === 'open-link');
    assert.equal(link.value, 'https://a.example/');
    assert.equal(panel.heard.filter(({ action }) => action === 'merge').length, 1);
    await panel.post({ kind: 'busy' });
    await panel.page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
  });

  it('replaces the button of an image with the image, and keeps it when rendered again', async () => {
    const body = markdown('![a shot](/a.gif)', { base: 'https://git.example' }).toString();
    await panel.post({ kind: 'render', body });
    const data = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await panel.page.getByRole('button', { name: 'Show Image: a shot' }).waitFor();
    await panel.post({ kind: 'image', address: 'https://git.example/a.gif', data });
    await panel.page.getByRole('img', { name: 'a shot' }).waitFor();
    await panel.post({ kind: 'render', body: `${body}<p>again</p>` });
    await panel.page.getByText('again').waitFor();
    assert.equal(await panel.page.getByRole('img', { name: 'a shot' }).count(), 1);
  });

  it('has no accessibility problems', async () => {
    assert.deepEqual(await panel.problems(), []);
  });
});
