// A tab and a sandbox for a group of page tests.
import assert from 'node:assert/strict';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { openTab } from './page-tab.mjs';

/** Number of requests that a failed test prints. */
const MAX_REQUESTS = 20;
const STARTING_MS = 60_000;

/**
 * Starts a sandbox and opens a tab before the tests of the group. After each test, `endTest` runs, and errors that
 * nothing handled fail the test. Data of the sandbox stays changed: tests that change data use different data.
 */
export function sandboxedTab({ theme = 'dark', endTest = () => undefined } = {}) {
  const group = {};

  before(async function () {
    this.timeout(STARTING_MS);
    group.sandbox = await startSandbox({ still: true });
    group.tab = await openTab();
    group.page = group.tab.page;
  });

  beforeEach(() => group.tab.changeTheme(theme));

  afterEach(async function () {
    if (this.currentTest.state !== 'passed') await describeFailure(this.currentTest, group);
    await endTest();
    await group.tab.resetSize();
    group.sandbox.faults.clear();
    assert.deepEqual(group.tab.errors.splice(0), [], 'errors of the script');
    assert.deepEqual(group.tab.outside.splice(0), [], 'requests of the page itself');
  });

  after(async () => {
    await group.tab?.close();
    await group.sandbox?.close();
  });

  return group;
}

/** Adds the content of the page and the last requests to the error, which the runner prints. */
async function describeFailure(test, { page, sandbox }) {
  const text = await page
    .locator('body')
    .innerText({ timeout: 1_000 })
    .catch(() => '');
  const requests = sandbox
    .requests()
    .slice(-MAX_REQUESTS)
    .map(({ status, method, path }) => `${status} ${method} ${path}`);
  const lines = ['Page:', ...text.split('\n'), 'Last requests:', ...requests];
  test.err.stack += `\n${lines.map((line) => `      ${line}`).join('\n')}`;
}

/** Returns a function that sends a request to the project of a sandbox, and returns the response. */
export const projectApi =
  (group, defaultRole) =>
  async (method, path, body, role = defaultRole) => {
    const { url, tokens } = group.sandbox;
    const response = await fetch(`${url}/api/v4/projects/acme%2Fstorefront${path}`, {
      method,
      headers: { 'private-token': tokens[role], 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };
