import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CheckOut } from '../../../../src/app/git/check-out';
import type { Clone } from '../../../../src/app/git/clones';
import { ChangesStashed, GitFailed } from '../../../../src/domain/git/failure';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { gitPlaces } from '../../../builders/git-extension';
import { withGitFolder } from '../../../sandbox/helpers/git';

const NAME = 'main before checking out !17';

describe('stashes', () => {
  const { git: run, inFolder } = withGitFolder('Mara');
  const inShop = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const put = (name: string, text: string) => writeFile(path.join(inFolder('shop'), name), text);
  const text = (name: string) => readFile(path.join(inFolder('shop'), name), 'utf8');
  const stashes = async () => (await inShop('stash', 'list', '--format=%gs')).split('\n').filter(Boolean);

  /** Returns a clone with the branches `main` and `topic`, on `main`, and `topic` can be fast-forwarded to `tip`. */
  async function shop(program = 'git') {
    await run('init', '-q', '-b', 'main', 'shop');
    for (const each of ['name', 'email']) await inShop('config', `user.${each}`, 'mara');
    await put('a.txt', 'one\n');
    await put('b.txt', 'one\n');
    await inShop('add', '-A');
    await inShop('commit', '-q', '-m', 'First');
    await inShop('checkout', '-q', '-b', 'topic');
    await put('new.txt', 'of the server\n');
    await inShop('add', 'new.txt');
    await inShop('commit', '-q', '-m', 'Second');
    const tip = await inShop('rev-parse', 'HEAD');
    await inShop('reset', '-q', '--hard', 'main');
    await inShop('checkout', '-q', 'main');
    const places = await gitPlaces(inFolder('shop'));
    const git = new GitWork({
      ...places,
      connect: async () => {
        const api = await places.connect();
        return api && { ...api, git: { path: program } };
      },
    });
    const repository = pathToFileURL(inFolder('shop')).href;
    const clones = { of: () => Promise.reject(new Error('not needed')) };
    const checkOut = new CheckOut(git, clones as never);
    const [clone] = await git.clones();
    assert.ok(clone);
    const fetched = {
      clone: { ...clone, remote: { name: 'origin', url: '' } } satisfies Clone,
      branch: 'topic',
      tip,
      elsewhere: undefined,
      isCurrent: false,
    };
    return { git, repository, checkOut, fetched };
  }

  /** Adds a submodule with an uncommitted change. */
  async function withChangedSubmodule(): Promise<void> {
    await run('init', '-q', 'library');
    await run('-C', 'library', 'commit', '-q', '--allow-empty', '-m', 'First');
    const allow = ['-c', 'protocol.file.allow=always'];
    await inShop(...allow, 'submodule', '--quiet', 'add', inFolder('library'), 'library');
    await inShop('commit', '-q', '-m', 'Add library');
    await put('library/mine.txt', 'mine');
    await inShop('-C', 'library', 'add', 'mine.txt');
    assert.equal(await inShop('status', '--porcelain'), 'M library');
  }

  async function withOlderStash(): Promise<void> {
    await put('a.txt', 'older\n');
    await inShop('stash', 'push', '-q', '-m', 'Older');
  }

  it('are not created if only a submodule has changes', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await withOlderStash();
    await withChangedSubmodule();
    assert.equal(await git.isDirty(repository), false);
    const { outcome, stash } = await checkOut.switchTo(fetched, NAME);
    assert.deepEqual([outcome, stash], ['switched', undefined]);
    assert.deepEqual(await stashes(), ['On main: Older']);
    assert.equal(await text('library/mine.txt'), 'mine');
  });

  it('of earlier work remain if the check-out fails and nothing was stashed', async () => {
    const { checkOut, fetched } = await shop();
    await withOlderStash();
    await withChangedSubmodule();
    await assert.rejects(checkOut.switchTo({ ...fetched, branch: 'missing' }, NAME), GitFailed);
    assert.deepEqual(await stashes(), ['On main: Older']);
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('are restored by their commit if a terminal adds another stash', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await put('a.txt', 'mine\n');
    const { stash } = await checkOut.switchTo(fetched, NAME);
    assert.equal(stash?.name, NAME);
    await put('b.txt', 'of the terminal\n');
    await inShop('stash', 'push', '-q', '-m', 'Terminal');
    assert.equal(await git.unstash(repository, stash.sha), true);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['mine\n', 'one\n']);
    assert.deepEqual(await stashes(), ['On topic: Terminal']);
    assert.equal(await git.unstash(repository, stash.sha), false, 'nothing is applied twice');
    assert.equal(await text('b.txt'), 'one\n');
  });

  it("are named if the branch is checked out but can't be fast-forwarded", async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await put('a.txt', 'mine\n');
    await put('new.txt', 'untracked\n');
    const { outcome, stash, failure } = await checkOut.switchTo(fetched, NAME);
    assert.equal(outcome, 'not-forwarded');
    assert.ok(failure instanceof GitFailed);
    assert.match(failure.output, /untracked working tree files would be overwritten/);
    assert.equal(await git.current(repository), 'topic');
    assert.ok(stash);
    assert.equal(await git.unstash(repository, stash.sha), true);
    assert.deepEqual([await text('a.txt'), await text('new.txt')], ['mine\n', 'untracked\n']);
  });

  it('remain after a hook failed that runs when the branch is checked out', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    const hook = path.join(inFolder('shop'), '.git/hooks/post-checkout');
    await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await put('a.txt', 'mine\n');
    const { outcome, stash } = await checkOut.switchTo(fetched, NAME);
    assert.equal(outcome, 'switched');
    assert.equal(await git.current(repository), 'topic');
    assert.equal(await text('a.txt'), 'one\n');
    assert.ok(stash);
    assert.equal(await git.unstash(repository, stash.sha), true);
  });

  it("are part of the error if nothing is checked out and the changes can't be restored", async () => {
    // Adds a file that prevents applying the stash.
    const program = await fakeGit('apply', `printf 'in the way' > b.txt`);
    const { checkOut, fetched } = await shop(program);
    await put('b.txt', 'mine\n');
    await assert.rejects(checkOut.switchTo({ ...fetched, branch: 'missing' }, NAME), (error) => {
      assert.ok(error instanceof ChangesStashed);
      assert.equal(error.stash.name, NAME);
      assert.match(error.output, /missing/);
      return true;
    });
    assert.deepEqual(await stashes(), [`On main: ${NAME}`]);
    assert.equal(await text('b.txt'), 'in the way');
  });

  it('of other programs that are added while one is removed remain', async () => {
    const program = await fakeGit('drop', `printf 'other' > b.txt; git stash push -q -m 'At the same time'`);
    const { git, repository } = await shop(program);
    await put('a.txt', 'mine\n');
    await inShop('stash', 'push', '-q', '-m', 'Mine');
    const sha = await inShop('rev-parse', 'refs/stash');
    assert.equal(await git.unstash(repository, sha), true);
    assert.deepEqual(await stashes(), ['On main: At the same time']);
    assert.match(await inShop('stash', 'show', '-p'), /\+other/);
  });

  it('that were created before Git failed are part of the error', async () => {
    const program = await fakeGit('push', `git "$@"; exit 1`);
    const { git, repository } = await shop(program);
    await put('a.txt', 'mine\n');
    await assert.rejects(git.stash(repository, NAME), ChangesStashed);
    assert.deepEqual(await stashes(), [`On main: ${NAME}`]);
  });

  /** Returns a program that runs a command once before git is run with a subcommand of `stash`. */
  async function fakeGit(subcommand: string, command: string): Promise<string> {
    const [program, marker] = [inFolder('git.sh'), inFolder('ran')];
    const lines = [
      '#!/bin/sh',
      `case " $* " in *" stash ${subcommand} "*) if [ ! -e '${marker}' ]; then : > '${marker}'; ${command}; fi;; esac`,
      'exec git "$@"',
    ];
    await writeFile(program, `${lines.join('\n')}\n`, { mode: 0o755 });
    return program;
  }
});
