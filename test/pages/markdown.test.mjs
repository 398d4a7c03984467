// Markdown on the page of a merge request, in all themes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

const THEMES = ['dark', 'light', 'high-contrast', 'high-contrast-light'];
const TEXT = `Ready for review :rocket: See #6, acme/payments!4, acme/payments#1, &5, $12, ~feature and %v1.3, and a[^1] note. Based on 1a2b3c4d.

- [x] Filter results
- [ ] Update the \`docs\`
- [ ] Ask @dana
- [~] Translate

> [!warning] Before you merge
> Reindex the catalog.

> [!note]
> Nothing else.

\`\`\`ts
// Adds the tax.
export function total(price: number): string {
  return \`\${price * 1.19} EUR\`;
}
\`\`\`

\`\`\`diff
@@ -1,2 +1,2 @@
-const rate = 0.16;
+const rate = 0.19;
 export { rate };
\`\`\`

\`\`\`mermaid
graph TD; A-->B;
\`\`\`

Area: $\`a^2\`$

| Material | Minutes |
|:---------|--------:|
| Glass    | 5       |

>>>
Two readers asked for pictures.
>>>

Press <kbd>Start</kbd>, and dissolve CaCO<sub>3</sub>. <ins>Added</ins> and <del>removed</del> text.

<details open>
<summary>Where the rules come from</summary>

Tested with ten teapots.

</details>

![Logo](/uploads/a3f1c2d4e5b60718293a4b5c6d7e8f90/logo.png)

[^1]: Explained here.
`;

const LINKS = `Ready for review :rocket: See !11 and [the prices](src/cart/price.ts#L2), and [the announcement](https://news.example/prices).

\`\`\`sh
npm run reindex
\`\`\`

![Missing](/uploads/00000000000000000000000000000000/missing.png)
`;

describe('Markdown on the page of a merge request', () => {
  const pages = mergeRequestPages();
  const box = (name) => pages.page.getByRole('checkbox', { name });
  const description = async (iid) => (await pages.api('GET', `/merge_requests/${iid}`)).description;

  const write = (iid, text) => pages.api('PUT', `/merge_requests/${iid}`, { description: text });

  // Tests that change the text use other merge requests than the tests that read it.
  const [READ, CHECKED, CHANGED, LINKED, WITH_BOTS] = [11, 14, 16, 17, 12];

  before(async () => {
    for (const iid of [READ, CHECKED, CHANGED, WITH_BOTS]) await write(iid, TEXT);
    await write(LINKED, LINKS);
  });

  /** Adds a comment that a bot wrote. */
  const addBotComment = async (name) => {
    const folder = new URL('../presentation/shared/markdown/bots/', import.meta.url);
    const body = await readFile(new URL(`${name}.md`, folder), 'utf8');
    await pages.api('POST', `/merge_requests/${WITH_BOTS}/notes`, { body });
  };

  const open = async (iid = READ) => {
    await pages.open(iid);
    await pages.page.getByText('Ready for review 🚀').waitFor();
  };

  it('shows references, alerts, code, footnotes, and images as on the service', async () => {
    await open();
    const panel = pages.page;
    await panel.locator('.markdown .label-chip', { hasText: 'feature' }).waitFor();
    const hrefs = await panel
      .locator('.markdown a')
      .evaluateAll((links) => links.map(({ href }) => new URL(href).pathname));
    for (const path of [
      '/acme/storefront/-/issues/6',
      '/acme/payments/-/merge_requests/4',
      '/acme/payments/-/issues/1',
      '/groups/acme/-/epics/5',
      '/acme/storefront/-/snippets/12',
      '/acme/storefront/-/commit/1a2b3c4d',
    ])
      assert.ok(hrefs.includes(path), `${path} in ${hrefs.join(' ')}`);
    await panel.getByText('Warning: Before you merge').waitFor();
    await panel.locator('.hl-keyword', { hasText: 'export' }).waitFor();
    await panel.locator('.diff-added', { hasText: 'rate = 0.19' }).waitFor();
    await panel.getByText('Diagram (mermaid)').waitFor();
  });

  it('loads images of the server when they become visible', async () => {
    await open();
    await pages.page
      .getByRole('button', { name: 'Show Image: Logo' })
      .or(pages.page.getByRole('img', { name: 'Logo' }))
      .scrollIntoViewIfNeeded();
    const image = pages.page.getByRole('img', { name: 'Logo' });
    await image.waitFor();
    assert.equal(await image.evaluate(({ naturalWidth }) => naturalWidth), 240);
  });

  it('shows why an image is not displayed, with a link to it', async () => {
    await open(LINKED);
    await pages.page.getByRole('button', { name: 'Show Image: Missing' }).click();
    const problem = pages.page.locator('.image-problem');
    await problem.filter({ hasText: "The server didn't return an image that can be displayed." }).waitFor();
    assert.match((await problem.getByRole('link').getAttribute('href')) ?? '', /missing\.png$/);
  });

  it('moves the focus to a footnote and back', async () => {
    await open();
    await pages.page.getByRole('button', { name: 'Footnote 1', exact: true }).press('Enter');
    const focused = () => pages.page.locator(':focus');
    await focused().filter({ hasText: 'Explained here.' }).waitFor();
    await pages.page.getByRole('button', { name: 'Back to the text of footnote 1' }).click();
    assert.equal(await focused().getAttribute('data-footnote'), '1');
  });

  it('checks a task with the keyboard, changes only its mark, and keeps the focus', async () => {
    await open(CHECKED);
    await box('Update the docs').focus();
    await pages.page.keyboard.press('Space');
    await pages.page.locator('#task-description-3:checked:not([aria-busy])').waitFor();
    assert.equal(await description(CHECKED), TEXT.replace('[ ] Update', '[x] Update'));
    assert.ok(await box('Update the docs').evaluate((element) => element === document.activeElement));
    assert.ok(await box('Translate (not applicable)').isDisabled());
  });

  it('changes nothing if the text was changed on the server, and shows the new text', async () => {
    await open(CHANGED);
    const changed = `Changed.\n\n${TEXT}`;
    await write(CHANGED, changed);
    await box('Ask @dana').click();
    await pages.page.getByText('Changed.').waitFor();
    assert.equal(await description(CHANGED), changed);
    assert.ok(!(await box('Ask @dana').isChecked()));
    assert.match(pages.world.prompts.messages[0].message, /The text was changed on the server\./);
  });

  it('has enough contrast in all themes, and no accessibility problems', async () => {
    await open();
    for (const theme of THEMES) {
      await pages.tab.changeTheme(theme);
      assert.deepEqual(await pages.tab.problems(), [], theme);
    }
  });

  it('shows the HTML of bots as tables, lists, and details', async () => {
    for (const name of ['danger', 'coverage', 'dependabot', 'renovate', 'plan', 'release'])
      await addBotComment(name);
    await open(WITH_BOTS);
    const comments = pages.page;
    await comments.getByRole('cell', { name: 'No changelog entry. Add one below changelogs/.' }).waitFor();
    await comments.getByRole('columnheader', { name: 'Lines' }).waitFor();
    await comments.locator('summary', { hasText: 'Release notes' }).click();
    await comments.getByRole('heading', { name: '1.3.0' }).waitFor();
    await comments.getByRole('definition').filter({ hasText: 'Requires Node 20' }).waitFor();
    await comments.getByRole('cell', { name: 'src/cart.ts' }).scrollIntoViewIfNeeded();
    for (const theme of THEMES) {
      await pages.tab.changeTheme(theme);
      assert.deepEqual(await pages.tab.problems(), [], theme);
    }
  });
});
