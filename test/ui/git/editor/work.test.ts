import assert from 'node:assert/strict';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GitFailedError, UnsafeGitNameError } from '../../../../src/domain/git/failure';
import { effectiveRemotes } from '../../../../src/ui/git/editor/effective-remotes';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { gitWorkDeps } from '../../../builders/git-extension';
import { withGitFolder } from '../../../sandbox/helpers/git';

describe('Git operations', () => {
  const { git: run, inFolder } = withGitFolder('Mara');
  const inShop = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const put = async (name: string, text: string): Promise<void> => {
    const file = path.join(inFolder('shop'), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const commit = async (message: string): Promise<string> => {
    await inShop('add', '-A');
    await inShop('commit', '-q', '-m', message);
    return inShop('rev-parse', 'HEAD');
  };

  async function shop() {
    await run('init', '-q', '-b', 'main', 'shop');
    await put('a.txt', 'one\ntwo\nthree\n');
    const first = await commit('First');
    const git = new GitWork(await gitWorkDeps(inFolder('shop')));
    return { git, first, repository: pathToFileURL(inFolder('shop')).href };
  }

  it('return commits with subject, text, and files, for any file names', async () => {
    const { git, repository, first } = await shop();
    await put('prix à payer.md', 'x');
    await put('new\nline.txt', 'y');
    const second = await commit('Second: „quoted“\n\nWith a text\nof two lines.\n\nCloses #3');
    await inShop('commit', '-q', '--allow-empty', '-m', 'Third');
    const [third, found, ...others] = await git.commitsBetween(repository, first, 'main');
    assert.deepEqual(others, []);
    assert.deepEqual([third?.subject, third?.body, third?.files], ['Third', '', []]);
    assert.equal(found?.sha, second);
    assert.equal(found.subject, 'Second: „quoted“');
    assert.equal(found.body, 'With a text\nof two lines.\n\nCloses #3');
    assert.equal(found.author, 'Mara');
    assert.deepEqual([...found.files].sort(), ['new\nline.txt', 'prix à payer.md']);
    assert.equal((await git.commitsBetween(repository, first, 'main', 1)).length, 1);
    assert.equal(await git.subject(repository, second), 'Second: „quoted“');
  });

  it('report when a push or a fetch begins and ends', async () => {
    await shop();
    await run('init', '-q', '--bare', '-b', 'main', 'server.git');
    await inShop('remote', 'add', 'origin', inFolder('server.git'));
    const events: string[] = [];
    const aroundTransfer = async <T>(transfer: () => Promise<T>): Promise<T> => {
      events.push(`begins: ${await run('-C', 'server.git', 'for-each-ref', '--format=%(refname)')}`);
      try {
        return await transfer();
      } finally {
        events.push('ends');
      }
    };
    const git = new GitWork({ ...(await gitWorkDeps(inFolder('shop'))), aroundTransfer });
    const repository = pathToFileURL(inFolder('shop')).href;
    await git.push(repository, 'origin', 'main', true);
    await git.fetch(repository, 'origin', 'refs/heads/main');
    assert.deepEqual(events, ['begins: ', 'ends', 'begins: refs/heads/main', 'ends']);
  });

  it('return remotes as git uses them', async () => {
    const { git, repository } = await shop();
    const config = path.join(inFolder('shop'), '.git', 'config');
    await writeFile(
      path.join(inFolder('shop'), '.git', 'more'),
      '[remote "included"]\n\turl = git@host:acme/c\n',
    );
    await inShop('config', 'include.path', 'more');
    await inShop('config', 'url.git@gitlab.acme.example:.insteadOf', 'gl:');
    await inShop('remote', 'add', 'origin', 'gl:acme/a');
    await inShop('remote', 'add', 'mirror', 'https://mirror.example/acme/b.git');
    await inShop('config', 'remote.mirror.pushurl', 'gl:acme/b');
    await inShop('config', '--add', 'remote.mirror.pushurl', 'https://third.example/acme/b (fetch).git');
    await inShop('config', 'remote.mirror.promisor', 'true');
    await inShop('config', 'remote.mirror.partialclonefilter', 'blob:none');
    await inShop('config', 'remote.empty.fetch', '+refs/heads/*:refs/remotes/empty/*');
    const before = await readFile(config, 'utf8');
    const remotes = [...(await git.effectiveRemotes(repository))].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    const a = 'git@gitlab.acme.example:acme/a';
    assert.deepEqual(
      remotes.filter(({ name }) => name !== 'empty'),
      [
        { name: 'included', url: 'git@host:acme/c', pushUrls: ['git@host:acme/c'] },
        {
          name: 'mirror',
          url: 'https://mirror.example/acme/b.git',
          pushUrls: ['git@gitlab.acme.example:acme/b', 'https://third.example/acme/b (fetch).git'],
        },
        { name: 'origin', url: a, pushUrls: [a] },
      ],
    );
    assert.equal(await readFile(config, 'utf8'), before);
  });

  it('return the hosts of SSH aliases with the remotes', async () => {
    const { repository } = await shop();
    await inShop('remote', 'add', 'origin', 'work:acme/a.git');
    await inShop('remote', 'add', 'web', 'https://work/acme/a.git');
    await inShop('remote', 'add', 'plain', 'git@gitlab.com:acme/a.git');
    const ssh = inFolder('.ssh');
    await mkdir(path.join(ssh, 'config.d'), { recursive: true });
    await writeFile(path.join(ssh, 'config'), 'Include ~/.ssh/config.d/*.conf\nHost *\n  User git\n');
    await writeFile(path.join(ssh, 'config.d', 'a.conf'), 'Host work\n  HostName gitlab.acme.example\n');
    await writeFile(path.join(ssh, 'config.d', 'a.txt'), 'Host *\n  HostName wrong.example\n');
    const remotes = await effectiveRemotes(await gitWorkDeps(inFolder('shop')), repository, ssh);
    assert.deepEqual(remotes.map(({ name, url, aliasOf }) => [name, url, aliasOf]).sort(), [
      ['origin', 'work:acme/a.git', 'gitlab.acme.example'],
      ['plain', 'git@gitlab.com:acme/a.git', undefined],
      ['web', 'https://work/acme/a.git', undefined],
    ]);
    const none = await effectiveRemotes(await gitWorkDeps(inFolder('shop')), repository, inFolder('missing'));
    assert.deepEqual(
      none.map(({ aliasOf }) => aliasOf),
      [undefined, undefined, undefined],
    );
  });

  it('find commits of all branches by their title', async () => {
    const { git, repository } = await shop();
    await inShop('checkout', '-q', '-b', 'side');
    await inShop('commit', '-q', '--allow-empty', '-m', 'Accept coupons (50%) [skip ci]\n\nRound prices');
    const side = await inShop('rev-parse', 'HEAD');
    await inShop('checkout', '-q', 'main');
    const found = (text: string) => git.commitsWithTitle(repository, text, 5);
    assert.deepEqual(await found('coupons (50%) [SKIP'), [
      { sha: side, title: 'Accept coupons (50%) [skip ci]' },
    ]);
    assert.deepEqual(await found('Round prices'), [], 'only in the body');
    assert.deepEqual(await found('--output=x'), []);
  });

  it("return titles and authors of several commits, without those that the clone doesn't contain", async () => {
    const { git, repository, first } = await shop();
    await inShop('commit', '-q', '--allow-empty', '-m', 'Second: „quoted“\n\nWith a text');
    const second = await inShop('rev-parse', 'HEAD');
    await inShop('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '');
    const unnamed = await inShop('rev-parse', 'HEAD');
    const titles = await git.commitTitles(repository, [second, 'a'.repeat(40), first, unnamed]);
    assert.deepEqual(
      [...titles],
      [
        [second, { title: 'Second: „quoted“', author: 'Mara' }],
        [first, { title: 'First', author: 'Mara' }],
      ],
    );
    assert.deepEqual([...(await git.commitTitles(repository, []))], []);
    await assert.rejects(git.commitTitles(repository, ['--output=x']), UnsafeGitNameError);
  });

  it('return the files that Git ignores, except tracked files', async () => {
    const { git, repository } = await shop();
    await put('.gitignore', '.env*\nbuild/\n');
    await put('.env.tracked', 'x');
    await inShop('add', '--force', '.env.tracked');
    await put('.env', 'x');
    await put('build/prix à payer.js', 'x');
    const paths = ['.env', '.env.tracked', 'a.txt', 'build/prix à payer.js', 'not/there.txt'];
    assert.deepEqual(await git.ignored(repository, paths), ['.env', 'build/prix à payer.js']);
    assert.deepEqual(await git.ignored(repository, ['a.txt']), []);
    assert.deepEqual(await git.ignored(repository, []), []);
  });

  it('return the files that differ, with their old names', async () => {
    const { git, repository, first } = await shop();
    await put('b.txt', 'b');
    await rename(path.join(inFolder('shop'), 'a.txt'), path.join(inFolder('shop'), 'c.txt'));
    const second = await commit('Move');
    assert.deepEqual(await git.changedFiles(repository, first, second), [
      { kind: 'added', path: 'b.txt', from: 'b.txt' },
      { kind: 'changed', path: 'c.txt', from: 'a.txt' },
    ]);
    assert.deepEqual(
      await git.changedFiles(repository, `${first}^1`, first),
      [{ kind: 'added', path: 'a.txt', from: 'a.txt' }],
      'the first commit is compared with nothing',
    );
    assert.deepEqual(
      (await git.changedFiles(repository, second, first)).map(({ kind, path: name }) => [kind, name]),
      [
        ['changed', 'a.txt'],
        ['deleted', 'b.txt'],
      ],
    );
  });

  it('return branches, their upstreams, and where they are checked out', async () => {
    const { git, repository, first } = await shop();
    assert.equal(await git.branch(repository, 'no/such'), undefined);
    await inShop('branch', 'feature/x');
    assert.equal(await git.branch(repository, 'feature'), undefined, 'a folder of branches is none');
    assert.deepEqual(await git.branch(repository, 'feature/x'), {
      name: 'feature/x',
      sha: first,
      upstream: undefined,
      worktree: undefined,
    });
    await git.setUpstream(repository, 'feature/x', { remote: 'origin', ref: 'refs/merge-requests/4/head' });
    assert.deepEqual((await git.branch(repository, 'feature/x'))?.upstream, {
      remote: 'origin',
      ref: 'refs/merge-requests/4/head',
    });
    assert.equal((await git.branch(repository, 'main'))?.worktree, inFolder('shop'));
  });

  it('return whether tracked files have uncommitted changes', async () => {
    const { git, repository } = await shop();
    await put('unknown.txt', 'x');
    assert.equal(await git.isDirty(repository), false);
    await put('a.txt', 'changed');
    assert.equal(await git.isDirty(repository), true);
  });

  it('return whether commits exist and are ancestors of others', async () => {
    const { git, repository, first } = await shop();
    await inShop('commit', '-q', '--allow-empty', '-m', 'Second');
    const second = await inShop('rev-parse', 'HEAD');
    assert.equal(await git.hasCommit(repository, first), true);
    assert.equal(await git.hasCommit(repository, '0'.repeat(39) + '1'), false);
    assert.equal(await git.resolve(repository, `${second}^1`), first);
    assert.equal(await git.resolve(repository, 'refs/remotes/origin/main'), undefined);
    assert.equal(await git.isAncestor(repository, first, second), true);
    assert.equal(await git.isAncestor(repository, second, first), false);
  });

  it('return files of a commit unchanged, with their mode', async () => {
    const { git, repository, first } = await shop();
    const odd = Buffer.from([0, 255, 13, 10, 128]);
    await mkdir(inFolder('shop/src'), { recursive: true });
    await writeFile(inFolder('shop/src/odd.bin'), odd);
    await put(':(glob)*.txt', 'not a pattern');
    await put('new\nline „x“.txt', 'y');
    await symlink('a.txt', inFolder('shop/link'));
    await inShop('update-index', '--add', '--cacheinfo', `160000,${first},vendor`);
    await inShop('add', 'src', 'link', '--', ':(literal):(glob)*.txt', ':(literal)new\nline „x“.txt');
    await inShop('commit', '-q', '-m', 'Odd ones');
    const second = await inShop('rev-parse', 'HEAD');
    const at = (path: string, most = 1000) => git.committedFile(repository, { sha: second, path }, most);
    const read = async (path: string) => {
      const file = await at(path);
      assert.ok(typeof file === 'object', path);
      return [file.mode, file.bytes && Buffer.from(file.bytes)];
    };
    assert.deepEqual(await read('src/odd.bin'), ['100644', odd]);
    assert.deepEqual(await read(':(glob)*.txt'), ['100644', Buffer.from('not a pattern')]);
    assert.deepEqual(await read('new\nline „x“.txt'), ['100644', Buffer.from('y')]);
    assert.deepEqual(await read('link'), ['120000', Buffer.from('a.txt')]);
    assert.deepEqual(await at('vendor'), { mode: '160000', id: first, size: 0, bytes: undefined });
    const large = await at('a.txt', 3);
    assert.ok(typeof large === 'object');
    assert.deepEqual([large.size, large.bytes], [14, undefined]);
    assert.equal(await git.committedFile(repository, { sha: first, path: 'src/odd.bin' }, 9), 'none');
    assert.equal(await at('src'), 'none', 'a folder is no file');
    assert.equal(await git.committedFile(repository, { sha: 'a'.repeat(40), path: 'a.txt' }, 9), undefined);
    for (const path of ['', '../a.txt', '/a.txt', 'src//odd.bin', 'a\0b'])
      await assert.rejects(at(path), UnsafeGitNameError);
    await assert.rejects(
      git.committedFile(repository, { sha: 'HEAD', path: 'a.txt' }, 9),
      UnsafeGitNameError,
    );
  });

  it('return templates of the working tree', async () => {
    const { git, repository } = await shop();
    const folder = '.gitlab/merge_request_templates';
    assert.deepEqual(await git.filesIn(repository, folder), []);
    await put(`${folder}/Default.md`, '## What\n');
    assert.deepEqual(await git.filesIn(repository, folder), ['Default.md']);
    assert.equal(await git.fileAt(repository, `${folder}/Default.md`), '## What\n');
    assert.equal(await git.fileAt(repository, `${folder}/Other.md`), undefined);
  });

  it("fail with Git's message", async () => {
    const { git, repository } = await shop();
    await assert.rejects(git.checkout(repository, 'no/such'), (error) => {
      assert.ok(error instanceof GitFailedError);
      assert.match(error.output, /no\/such/);
      assert.doesNotMatch(error.output, /^(error|fatal):/);
      return true;
    });
    await assert.rejects(git.isDirty('file:///not/open'), GitFailedError);
  });

  it('reject remote URLs that run a command', async () => {
    const { git, repository } = await shop();
    for (const url of ['ext::sh -c id', '--upload-pack=id', 'file:///etc', 'ssh://-oProxyCommand=id/x']) {
      assert.throws(() => void git.addRemote(repository, { name: 'evil', url }), GitFailedError);
    }
    assert.equal(await inShop('remote'), '');
  });

  it('delete a branch only at the given commit, with its settings', async () => {
    const { git, repository, first } = await shop();
    await inShop('branch', 'topic');
    await git.setUpstream(repository, 'topic', { remote: 'origin', ref: 'refs/heads/topic' });
    await inShop('checkout', '-q', 'topic');
    assert.equal(await git.deleteBranch(repository, { name: 'topic', sha: first }), false, 'checked out');
    await inShop('commit', '-q', '--allow-empty', '-m', 'Mine');
    const mine = await inShop('rev-parse', 'HEAD');
    await inShop('checkout', '-q', 'main');
    assert.equal(await git.deleteBranch(repository, { name: 'topic', sha: first }), false);
    assert.equal(await inShop('rev-parse', 'topic'), mine);
    assert.equal(await git.deleteBranch(repository, { name: 'topic', sha: mine }), true);
    assert.equal(await git.branch(repository, 'topic'), undefined);
    assert.equal(await inShop('config', '--default', '', 'branch.topic.merge'), '');
    assert.equal(await git.deleteBranch(repository, { name: 'topic', sha: mine }), false);
  });
});
