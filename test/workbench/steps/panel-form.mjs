// A page with a form in a browser without an editor, for tests of a single block. Each test gets a new page.
import { startBrowser } from '../../../scripts/lib/window.mjs';
import { shooter } from '../../../scripts/lib/workbench.mjs';
import { printFailure } from '../window/failure.mjs';
import { openPage, pageMakers } from './panel-page.mjs';

export const makers = await pageMakers();

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

export function formInPage() {
  let browser;
  let opened;
  /** The page of the current test. */
  const panel = {
    get page() {
      return opened.page;
    },
    get heard() {
      return opened.heard;
    },
    post: (message) => opened.post(message),
    state: () => opened.state(),
    again: () => opened.again(),
  };
  const render = async (title, shown = 'one') => {
    const { html, formPage } = makers;
    const body = html`<h1>Page</h1><p id="shown">${shown}</p>${formPage(form(title))}<button type="button" data-act="merge" value="7">Merge</button>
      <a href="https://a.example/" data-act="open-link">out</a><details id="more"><summary>More</summary>x</details>`;
    await panel.post({ kind: 'render', body: body.toString() });
    await panel.page.locator('#shown', { hasText: shown }).waitFor();
  };
  const heardLast = async (fits) => {
    let found;
    while (found === undefined) {
      found = panel.heard.findLast(fits);
      if (found === undefined)
        await panel.page.evaluate(() => new Promise((resolve) => window.requestAnimationFrame(resolve)));
    }
    return found;
  };

  before(async () => {
    browser = await startBrowser();
  });
  beforeEach(async () => {
    opened = await openPage(browser);
    await render('rendered');
  });
  afterEach(async function () {
    if (this.currentTest.state !== 'passed')
      await printFailure(this.currentTest, { shot: shooter(opened.page) });
    await opened.close();
  });
  after(() => browser.close());

  return { panel, render, heardLast };
}
