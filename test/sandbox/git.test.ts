import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { mergeRequestSchema } from '../../src/schemas/merge-request';
import { withGitFolder } from './helpers/git';
import { withSandbox } from './helpers/sandbox';

describe('git', () => {
  const world = withSandbox({}, 'each');
  const { git, inFolder } = withGitFolder('Anybody');
  const clone = (address: string): Promise<string> => git('clone', '--quiet', address, '.');
  const address = (project: string, token?: string): string => {
    const url = new URL(`${world().sandbox.url}/${project}.git`);
    if (token !== undefined) [url.username, url.password] = ['anybody', token];
    return url.href;
  };

  it('clones a public project without a login, with its branches, tags, and history', async () => {
    await clone(address('acme/storefront'));
    assert.ok(Number(await git('rev-list', '--count', 'main')) >= 12);
    assert.ok(Number(await git('rev-list', '--count', '--all')) >= 15);
    assert.ok((await git('branch', '--remotes')).includes('origin/feature/gift-cards'));
    assert.ok((await git('tag')).split('\n').length >= 3);
    await git('fsck', '--strict');
  });

  it('accepts a token that only allows reading for fetches, but not for pushes', async () => {
    await clone(address('acme/roadmap', world().sandbox.readOnlyToken));
    await assert.rejects(git('push', '--quiet', 'origin', 'HEAD:refs/heads/plans'), /403/);
    await git(
      'push',
      '--quiet',
      address('acme/roadmap', world().sandbox.tokens.developer),
      'HEAD:refs/heads/plans',
    );
  });

  it('has the commit of every pipeline', async () => {
    await clone(address('acme/storefront'));
    await git('fetch', '--quiet', 'origin', '+refs/merge-requests/*/head:refs/remotes/mr/*');
    const shas = new Set((await world().pipelines()).map(({ sha }) => sha));
    for (const sha of shas) assert.equal(await git('cat-file', '-t', sha), 'commit');
  });

  it('contains every source location of a failed job log', async () => {
    await clone(address('acme/storefront'));
    const failed = await world().jobs('scope=failed');
    let places = 0;
    for (const { id, started_at: started } of failed) {
      if (!started) continue;
      // oxlint-disable-next-line no-control-regex -- colors are control characters
      const log = (await world().trace(id)).replace(/\u001b\[[\d;]*m/g, '');
      for (const [, file = '', line, column] of log.matchAll(
        /((?:src|test|e2e)\/[\w/.-]+\.ts)[:(](\d+)[:,](\d+)/g,
      )) {
        const lines = (await readFile(inFolder(file), 'utf8')).split('\n');
        assert.ok((lines[Number(line) - 1]?.length ?? 0) >= Number(column), `${file}:${line ?? ''}`);
        places++;
      }
    }
    assert.ok(places > 5);
    const price = (await readFile(inFolder('src/cart/price.ts'), 'utf8')).split('\n');
    assert.equal(price[41]?.slice(16, 20), 'rate');
  });

  it('has the head of every merge request, including forks and deleted branches', async () => {
    await git('init', '--quiet');
    await git('fetch', '--quiet', address('acme/storefront'), '+refs/merge-requests/*/head:refs/heads/*');
    const response = await world().ask('/projects/1/merge_requests?per_page=100');
    const requests = z.parse(z.array(mergeRequestSchema), await response.json());
    const expected = requests.map(({ iid, sha }) => `${iid} ${sha ?? ''}`).sort();
    const heads = await git('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads');
    assert.deepEqual(heads.split('\n').sort(), expected);
  });

  it('supports partial clones, and shallow clones that are deepened', async () => {
    await git(
      'clone',
      '--quiet',
      '--no-checkout',
      '--filter=blob:none',
      address('acme/storefront'),
      'partial',
    );
    const missing = await git('-C', 'partial', 'rev-list', '--objects', '--missing=print', 'main');
    assert.ok(missing.split('\n').some((line) => line.startsWith('?')));
    assert.match(await git('-C', 'partial', 'show', 'main:README.md'), /^# Storefront/);
    await git('clone', '--quiet', '--depth', '1', address('acme/storefront'), 'shallow');
    const count = (): Promise<string> => git('-C', 'shallow', 'rev-list', '--count', 'HEAD');
    assert.equal(await count(), '1');
    await git('-C', 'shallow', 'fetch', '--quiet', '--unshallow');
    assert.equal(await count(), await git('-C', 'partial', 'rev-list', '--count', 'main'));
  });

  it('lets only members clone a private project', async () => {
    const { owner, developer } = world().sandbox.tokens;
    await assert.rejects(clone(address('acme/vault')));
    await assert.rejects(clone(address('acme/vault', developer)));
    await clone(address('acme/vault', owner));
  });

  it('accepts pushes by developers, and pushes to main by maintainers', async () => {
    const { reporter, developer, maintainer } = world().sandbox.tokens;
    await clone(address('acme/storefront'));
    const push = (to: string, token?: string): Promise<string> =>
      git('push', '--quiet', address('acme/storefront', token), `HEAD~1:refs/heads/${to}`);
    await assert.rejects(push('mine'));
    await assert.rejects(push('mine', reporter), /403|not allowed/);
    await push('mine', developer);
    assert.equal((await world().pipelines('ref=mine'))[0]?.sha, await git('rev-parse', 'HEAD~1'));
    const toMain = (token: string, what: string): Promise<string> =>
      git('push', '--quiet', '--force', address('acme/storefront', token), `${what}:refs/heads/main`);
    await assert.rejects(toMain(developer, 'origin/chore/licenses'), /protected branches/);
    await assert.rejects(toMain(maintainer, 'HEAD~1'), /non-fast-forward/);
    await git('commit', '--quiet', '--allow-empty', '--message', 'Nothing');
    await toMain(maintainer, 'HEAD');
    assert.equal((await world().pipelines('ref=main&source=push'))[0]?.sha, await git('rev-parse', 'HEAD'));
    await assert.rejects(
      git('push', address('acme/storefront', maintainer), 'HEAD:refs/merge-requests/99/head'),
      /only push branches and tags/,
    );
  });

  it('has the commit of a pipeline that was started automatically', async () => {
    await clone(address('acme/storefront'));
    world().sandbox.advance(100_000);
    const [newest] = await world().pipelines('ref=feature/gift-cards&source=push');
    await git('fetch', '--quiet');
    assert.equal(await git('rev-parse', 'origin/feature/gift-cards'), newest?.sha);
  });
});
