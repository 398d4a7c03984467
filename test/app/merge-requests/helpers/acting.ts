import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { withGitFolder } from '../../../sandbox/helpers/git';

export const GIFT_CARDS = 12;
export const CART_PAGE = 15;
export const CONFLICTING = 16;
export const TYPOS = 17;
export const CLOSED = 5;
export const PAYMENTS = 2;
export const CURRENCY = 4;

/** Starts a sandbox for each test, with functions for pushing to it. */
export function withMergeRequests() {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });
  const { git, inFolder } = withGitFolder('Dana');

  /** Pushes a commit to a branch as another user. */
  async function pushTo(project: string, branch: string, title: string): Promise<string> {
    const url = new URL(`${sandbox.url}/${project}.git`);
    [url.username, url.password] = ['dana', sandbox.tokens.developer];
    await git('clone', '--quiet', '--branch', branch, url.href, '.');
    await writeFile(inFolder('later.md'), `# ${title}\n`);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', title);
    await git('push', '--quiet');
    return git('rev-parse', 'HEAD');
  }

  const expected = async <E>(action: Promise<unknown>, kind: new (...facts: never[]) => E): Promise<E> => {
    const error: unknown = await action.then(
      () => assert.fail('it was done'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof kind, String(error));
    return error;
  };

  return {
    get sandbox() {
      return sandbox;
    },
    git,
    inFolder,
    pushTo,
    expected,
  };
}
