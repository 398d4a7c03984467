// Avatars and images on the page of a merge request: who loads them, and what is shown if that fails.
import assert from 'node:assert/strict';
import { mergeRequestPages } from './helpers/merge-request-pages.mjs';

const IID = 15;
const AVATAR = /\/avatar\/(\d+)\/avatar\.png$/;
const COMMENT = `From the same server:

![Chart](/images/chart.png)

From another one:

![Badge](https://badges.example/coverage.png)
`;

describe('images and avatars on the page of a merge request', () => {
  const pages = mergeRequestPages();
  const panel = () => pages.page;
  const avatarOf = (name) => panel().locator('.by', { hasText: name }).first().locator('.avatar');
  /** Number of requests before the test. */
  let earlier = 0;
  const pathsOf = (pattern) =>
    pages.sandbox
      .requests()
      .slice(earlier)
      .map(({ path }) => path)
      .filter((path) => pattern.test(path));

  before(async () => {
    for (const [role, body] of [
      ['developer', COMMENT],
      ['reporter', 'With an avatar that fails.'],
    ])
      await pages.api('POST', `/merge_requests/${IID}/notes`, { body }, role);
  });

  beforeEach(() => {
    earlier = pages.sandbox.requests().length;
  });

  it('shows avatars, each loaded once by the extension', async () => {
    await pages.open(IID);
    const image = avatarOf('Dana Lindqvist').locator('img');
    await image.scrollIntoViewIfNeeded();
    assert.match((await image.getAttribute('src')) ?? '', /^data:image\/png;base64,/);
    assert.ok((await image.evaluate(({ naturalWidth }) => naturalWidth)) > 0);
    assert.equal(await image.getAttribute('alt'), '', 'the name follows');
    const loaded = pathsOf(AVATAR).filter((path) => path.includes('/avatar/4/'));
    assert.equal(loaded.length, 1);
  });

  it('keeps the initials of a user whose avatar fails', async () => {
    pages.sandbox.faults.add({ kind: 'status', status: 404, path: '**/avatar/5/avatar.png' });
    await pages.open(IID);
    await avatarOf('Ravi Menon').scrollIntoViewIfNeeded();
    await pages.tab.until(() => pathsOf(/\/avatar\/5\//).length > 0);
    assert.equal(await avatarOf('Ravi Menon').textContent(), 'RM');
    assert.equal(await avatarOf('Ravi Menon').locator('img').count(), 0);
    assert.deepEqual(await pages.tab.problems(), []);
  });

  it('loads other images of the server only after a click, and shows why one fails', async () => {
    await pages.open(IID);
    const button = panel().getByRole('button', { name: 'Show Image: Chart' });
    await button.scrollIntoViewIfNeeded();
    assert.deepEqual(pathsOf(/chart\.png/), []);
    await button.press('Enter');
    const problem = panel().locator('.image-problem');
    await problem.filter({ hasText: "The server didn't return an image that can be displayed." }).waitFor();
    assert.match(
      (await problem.getByRole('link', { name: 'Open in Browser' }).getAttribute('href')) ?? '',
      /chart\.png$/,
    );
    assert.equal(pathsOf(/chart\.png/).length, 1);
  });

  it('shows images on other servers as links', async () => {
    await pages.open(IID);
    const link = panel().getByRole('link', { name: 'Image: Badge' });
    assert.equal(await link.getAttribute('href'), 'https://badges.example/coverage.png');
    assert.equal(await panel().locator('img[src^="http"]').count(), 0);
  });
});
