// A page with a form, for tests of the page's script. Each test gets a new page.
import assert from 'node:assert/strict';
import { formPage, html } from './markup.ts';
import { openTab } from './page-tab.mjs';

export const form = (title = '') => ({
  name: 'query',
  label: 'Saved query',
  sections: [
    {
      fields: [
        { kind: 'text', name: 'title', label: 'Title', value: title },
        {
          kind: 'list',
          name: 'labels',
          label: 'Labels',
          value: [{ value: 'bug', label: 'bug' }],
          free: true,
        },
        { kind: 'checkbox', name: 'draft', label: 'Draft', value: false },
        { kind: 'textarea', name: 'text', label: 'Text', value: 'rendered' },
      ],
    },
  ],
  buttons: [{ action: 'save', label: 'Save' }],
});

/** Opens a page with the form before each test. `heard` has the messages from the page. */
export function formInPage() {
  let tab;
  const heard = [];
  const panel = {
    heard,
    get page() {
      return tab.page;
    },
    post: (message) => tab.post(message),
    state: () => tab.state(),
    /** Loads the page again with its stored state, as after a reload of the window. */
    again: () => tab.reload(),
    problems: () => tab.problems(),
    until: (condition) => tab.until(condition),
  };
  const render = async (title, shown = 'one') => {
    const body = html`<h1>Page</h1><p id="shown">${shown}</p>${formPage(form(title))}<button type="button" data-act="merge" value="7">Merge</button>
      <a href="https://a.example/" data-act="open-link">out</a><details id="more"><summary>More</summary>x</details>`;
    await panel.post({ kind: 'render', body: body.toString() });
    await panel.page.locator('#shown', { hasText: shown }).waitFor();
  };
  const heardLast = async (fits) => {
    let found;
    while (found === undefined) {
      found = heard.findLast(fits);
      if (found === undefined)
        await panel.page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(resolve)));
    }
    return found;
  };

  before(async () => {
    tab = await openTab();
  });
  beforeEach(async () => {
    heard.length = 0;
    await tab.show({ iid: 5 }, (message) => heard.push(message));
    await render('rendered');
  });
  afterEach(() => {
    assert.deepEqual(tab.errors.splice(0), [], 'errors of the script');
  });
  after(() => tab?.close());

  return { panel, render, heardLast };
}
