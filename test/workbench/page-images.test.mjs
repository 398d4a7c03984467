// Avatars and images on the page of a merge request: who loads them, and what is shown if that fails.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './merge-request-pages.mjs';

const IID = 15;
const AVATAR = /\/avatar\/(\d+)\/avatar\.png$/;
const COMMENT = `From the same server:

![Chart](/images/chart.png)

From another one:

![Badge](https://badges.example/coverage.png)
`;

describe('images and avatars on the page of a merge request', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });
  const panel = () => window.panel();
  const avatarOf = (name) => panel().locator('.by', { hasText: name }).first().locator('.avatar');
  const pathsOf = async (pattern) =>
    (await window.sandbox.requests()).map(({ path }) => path).filter((path) => pattern.test(path));
  /** URLs that the window requested from the sandbox itself, instead of through the extension. */
  const direct = [];

  const comment = async (role, body) => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/acme%2Fstorefront/merge_requests/${IID}/notes`, {
      method: 'POST',
      headers: { 'private-token': tokens[role], 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    assert.equal(response.status, 201);
  };

  before(async () => {
    window.page.on('request', (request) => {
      if (/^https?:\/\/(?:badges\.example|127\.0\.0\.1:\d+\/(?:uploads|images))/.test(request.url()))
        direct.push(request.url());
    });
    await comment('developer', COMMENT);
    await comment('reporter', 'With an avatar that fails.');
  });

  it('shows avatars, each loaded once by the extension', async () => {
    await window.sandbox.clearRequests();
    await openMergeRequest(window, IID);
    const image = avatarOf('Dana Lindqvist').locator('img');
    await image.scrollIntoViewIfNeeded();
    assert.match((await image.getAttribute('src')) ?? '', /^data:image\/png;base64,/);
    assert.ok((await image.evaluate(({ naturalWidth }) => naturalWidth)) > 0);
    assert.equal(await image.getAttribute('alt'), '', 'the name follows');
    const loaded = (await pathsOf(AVATAR)).filter((path) => path.includes('/avatar/4/'));
    assert.equal(loaded.length, 1);
  });

  it('keeps the initials of a user whose avatar fails', async () => {
    await window.sandbox.clearRequests();
    await window.sandbox.fault({ kind: 'status', status: 404, path: '**/avatar/5/avatar.png' });
    await openMergeRequest(window, IID);
    await avatarOf('Ravi Menon').scrollIntoViewIfNeeded();
    while ((await pathsOf(/\/avatar\/5\//)).length === 0)
      await window.page.evaluate(() => new Promise(globalThis.requestAnimationFrame));
    assert.equal(await avatarOf('Ravi Menon').textContent(), 'RM');
    assert.equal(await avatarOf('Ravi Menon').locator('img').count(), 0);
    assert.deepEqual(await window.panelProblems(), []);
    await window.shot('avatars-dark');
  });

  it('loads other images of the server only after a click, and shows why one fails', async () => {
    await openMergeRequest(window, IID);
    const button = panel().getByRole('button', { name: 'Show Image: Chart' });
    await button.scrollIntoViewIfNeeded();
    assert.deepEqual(await pathsOf(/chart\.png/), []);
    await button.press('Enter');
    const problem = panel().locator('.image-problem');
    await problem.filter({ hasText: "The server didn't return an image that can be displayed." }).waitFor();
    assert.match(
      (await problem.getByRole('link', { name: 'Open in Browser' }).getAttribute('href')) ?? '',
      /chart\.png$/,
    );
    assert.equal((await pathsOf(/chart\.png/)).length, 1);
  });

  it('shows images on other servers as links', async () => {
    await openMergeRequest(window, IID);
    const link = panel().getByRole('link', { name: 'Image: Badge' });
    assert.equal(await link.getAttribute('href'), 'https://badges.example/coverage.png');
    assert.equal(await panel().locator('img[src^="http"]').count(), 0);
  });

  after(() => {
    assert.deepEqual(direct, [], 'the page itself requests nothing');
  });
});
