// Links and code in texts on the page of a merge request. The other tests of texts need no editor:
// test/pages/markdown.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { openMergeRequest } from '../steps/merge-request-pages.mjs';

const LINKED = '/api/v4/projects/acme%2Fstorefront/merge_requests/17';
const LINKS = `Ready for review :rocket: See !11 and [the prices](src/cart/price.ts#L2), and [the announcement](https://news.example/prices).

\`\`\`sh
npm run reindex
\`\`\`
`;

describe('Markdown on the page of a merge request', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  before(async () => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}${LINKED}`, {
      method: 'PUT',
      headers: { 'private-token': tokens.maintainer, 'content-type': 'application/json' },
      body: JSON.stringify({ description: LINKS }),
    });
    assert.ok(response.ok, `${response.status}`);
  });

  const open = async () => {
    await openMergeRequest(window, 17);
    await window.panel().getByText('Ready for review 🚀').waitFor();
  };

  it('opens links to other servers in the browser', async () => {
    await open();
    await window.panel().getByRole('link', { name: 'the announcement' }).click();
    await window.modal().getByText('https://news.example/prices').waitFor();
    await window.page.keyboard.press('Escape');
    await window.modal().waitFor({ state: 'detached' });
  });

  it('opens links to merge requests and files in the editor', async () => {
    await open();
    await window.panel().getByRole('link', { name: 'the prices' }).click();
    await window.editorTab('price.ts').waitFor();
    await window.statusItem(/Ln 2, Col/).waitFor();
    await open();
    await window.panel().getByRole('link', { name: '!11' }).press('Enter');
    await window.editorTab(/^!11/).waitFor();
  });

  it('copies the code of a block', async () => {
    await open();
    await window.panel().getByRole('button', { name: 'Copy Code' }).press('Enter');
    await window.page.waitForFunction(
      async () => (await globalThis.navigator.clipboard.readText()) === 'npm run reindex',
    );
  });
});
