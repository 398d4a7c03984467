import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { isRecord } from '../../src/base/record';
import { withGitFolder } from './helpers/git';
import { withSandbox } from './helpers/sandbox';

/** Lists and items in which writes of the tests are visible. */
const READ = [
  '/projects?per_page=100',
  '/projects/1/pipelines?per_page=100',
  '/projects/1/jobs?per_page=100',
  '/projects/1/merge_requests?state=all&per_page=100',
  '/projects/2/merge_requests?state=all&per_page=100',
  '/projects/1/merge_requests/11',
  '/projects/1/merge_requests/11/discussions?per_page=100',
  '/projects/1/repository/branches?per_page=100',
  '/projects/1/error_tracking/client_keys',
  '/todos?per_page=100',
  '/merge_requests?scope=all&per_page=100',
] as const;

describe('reset of the sandbox', () => {
  const world = withSandbox({ admin: true, throttle: 1_000 }, 'each');

  /** Everything that the lists show, and the refs of a clone. Client keys are random, so only their number. */
  const shown = async (): Promise<readonly unknown[]> => {
    const answers = await Promise.all(
      READ.map(async (each) => {
        const body: unknown = await (await world().ask(each, { as: 'owner' })).json();
        return each.endsWith('client_keys') && Array.isArray(body) ? body.length : body;
      }),
    );
    return [...answers, await git('ls-remote', `${world().sandbox.url}/acme/storefront.git`)];
  };
  const reset = async (): Promise<void> => {
    const answer = await fetch(`${world().sandbox.admin ?? ''}/reset`, { method: 'POST' });
    assert.equal(answer.status, 200);
  };
  const { git, inFolder } = withGitFolder('Mara');
  /** Commits to a branch with Git over HTTP. */
  const push = async (branch: string): Promise<void> => {
    const { url, tokens } = world().sandbox;
    const address = new URL(`${url}/acme/storefront.git`);
    [address.username, address.password] = ['mara', tokens.maintainer];
    await git('clone', '--quiet', address.href, branch);
    await writeFile(inFolder(`${branch}/new.txt`), branch);
    await git('-C', branch, 'add', 'new.txt');
    await git('-C', branch, 'commit', '--quiet', '--message', 'Add a file');
    await git('-C', branch, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
  };

  it('restores jobs, merge requests, comments, branches, to-do items, and time', async () => {
    const before = await shown();
    const job = await world().findJob('failed');
    await world().post(`/projects/1/jobs/${job.id}/retry`);
    await world().ask('/projects/1/merge_requests/11', { method: 'PUT', json: { title: 'Another title' } });
    await world().post('/projects/1/merge_requests/11/discussions', { json: { body: 'New' } });
    await world().post('/projects/1/error_tracking/client_keys', { as: 'owner' });
    await world().post('/todos/mark_as_done', { as: 'owner' });
    await push('main');
    await push('new');
    world().sandbox.advance(60 * 60_000);
    assert.notDeepEqual(await shown(), before);
    await reset();
    assert.deepEqual(await shown(), before);
  });

  it('sets a stopped clock to a given time', async () => {
    const at = Date.parse('2026-03-04T05:06:07Z');
    await world().sandbox.reset({ at });
    const answer = await world().post('/projects/1/merge_requests/11/notes', { json: { body: 'New' } });
    const note: unknown = await answer.json();
    assert.ok(isRecord(note));
    assert.equal(Date.parse(String(note['created_at'])), at);
    const refused = await fetch(`${world().sandbox.admin ?? ''}/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at: 'now' }),
    });
    assert.equal(refused.status, 400);
  });

  it('keeps URLs and tokens, and can be repeated', async () => {
    const { url, tokens, admin } = world().sandbox;
    await reset();
    await reset();
    assert.deepEqual(
      [world().sandbox.url, world().sandbox.tokens, world().sandbox.admin],
      [url, tokens, admin],
    );
    assert.equal((await world().ask('/user')).status, 200);
  });

  it('removes faults, recorded requests, and rate limits', async () => {
    world().sandbox.faults.add({ kind: 'status', path: '/api/v4/version', status: 503 });
    assert.equal((await world().ask('/version')).status, 503);
    await reset();
    assert.deepEqual(world().sandbox.requests(), []);
    const answer = await world().ask('/version');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('ratelimit-remaining'), '999');
  });

  it('ends a request that began before it with the old state', async () => {
    world().sandbox.faults.add({ kind: 'slow', path: '/api/v4/projects/1/merge_requests/11', ms: 300 });
    const slow = world().ask('/projects/1/merge_requests/11');
    await world().ask('/version');
    await reset();
    assert.equal((await slow).status, 200);
  });
});
