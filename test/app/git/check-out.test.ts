import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { nodeTransport } from '../../../src/api/transport';
import { CheckOut } from '../../../src/app/git/check-out';
import { type Clone, Clones } from '../../../src/app/git/clones';
import { LocalCommits } from '../../../src/app/git/local-commits';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { systemClock } from '../../../src/base/clock';
import { GitFailed, UnsafeGitName } from '../../../src/domain/git/failure';
import { GitWork } from '../../../src/editor/git/work';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { gitPlaces } from '../../builders/git-extension';
import { heldMemory } from '../../builders/stores';
import { withGitFolder } from '../../sandbox/helpers/git';

const FORKED = 23;
const OWN = 17;

describe('checking out a merge request', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const { git: run, inFolder } = withGitFolder('Mara');
  const signal = new AbortController().signal;
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  const inClone = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);

  /** A clone of the storefront with what checks out in it. */
  async function cloned(from = 'acme/storefront', address = `${sandbox.url}/${from}.git`) {
    await run('clone', '-q', '--', address, 'shop');
    for (const each of ['name', 'email']) await inClone('config', `user.${each}`, 'mara');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const git = new GitWork(await gitPlaces(inFolder('shop')));
    const clones = new Clones(git, clientFor, new ProjectRenames(heldMemory()));
    const checkOut = new CheckOut(git, clones);
    const keyOf = (iid: number) => ({ base, project: 1, iid });
    const read = (iid: number) => clientFor(base).call(getMergeRequest, { id: 1, merge_request_iid: iid });
    const clone = async (iid: number): Promise<Clone> => {
      const [found] = await checkOut.clonesFor(keyOf(iid), await read(iid));
      assert.ok(found);
      return found;
    };
    const fetch = async (iid: number, changes: object = {}) =>
      checkOut.fetch(keyOf(iid), { ...(await read(iid)), ...changes }, await clone(iid), signal);
    return { git, clones, checkOut, keyOf, read, clone, fetch, localCommits: new LocalCommits(git, clones) };
  }

  it('of the same project switches to a branch that follows the one of the server', async () => {
    const { checkOut, fetch } = await cloned();
    const fetched = await fetch(OWN);
    assert.equal(await inClone('branch', '--show-current'), 'main', 'nothing is switched by fetching');
    assert.equal(await checkOut.switchTo(fetched, undefined), 'switched');
    assert.equal(await inClone('branch', '--show-current'), 'fix/typos');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/fix/typos');
    const again = await fetch(OWN);
    assert.equal(again.isCurrent, true);
    assert.equal(await checkOut.switchTo(again, undefined), 'up-to-date');
  });

  it('switches to the branch of a pipeline, which follows the one of the server', async () => {
    const { checkOut, clone } = await cloned();
    const fetched = await checkOut.fetchBranch(await clone(OWN), 'feature/gift-cards', signal);
    assert.equal(await checkOut.switchTo(fetched, undefined), 'switched');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/feature/gift-cards');
    await assert.rejects(checkOut.fetchBranch(await clone(OWN), 'no/such-branch', signal), GitFailed);
  });

  it('of a pipeline for a tag checks out its commit, and stashes what is not committed', async () => {
    const sha = (await run('ls-remote', `${sandbox.url}/acme/storefront.git`, 'refs/tags/v1.1.0')).slice(
      0,
      40,
    );
    const { checkOut, clone } = await cloned();
    const shop = await clone(OWN);
    await checkOut.fetchCommit(shop, { sha, tag: 'v1.1.0' }, signal);
    await writeFile(path.join(inFolder('shop'), 'README.md'), 'mine');
    await checkOut.detach(shop, sha, 'Before checking out v1.1.0');
    assert.equal(await inClone('rev-parse', 'HEAD'), sha);
    assert.match(await inClone('stash', 'list'), /Before checking out v1\.1\.0/);
    await assert.rejects(checkOut.detach(shop, '--force', undefined), UnsafeGitName);
  });

  it('finds the branch also in a clone that follows one branch only', async () => {
    await run('clone', '-q', '--depth=1', `${sandbox.url}/acme/storefront.git`, 'small');
    await run('clone', '-q', '--single-branch', `${sandbox.url}/acme/storefront.git`, 'single');
    const { checkOut, fetch } = await cloned();
    await inClone('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    assert.equal(await checkOut.switchTo(await fetch(OWN), undefined), 'switched');
  });

  it('moves a branch that is behind forward, and leaves one with commits of its own as it is', async () => {
    const { checkOut, fetch } = await cloned();
    await checkOut.switchTo(await fetch(OWN), undefined);
    const tip = await inClone('rev-parse', 'HEAD');
    await inClone('reset', '-q', '--hard', 'HEAD~1');
    assert.equal(await checkOut.switchTo(await fetch(OWN), undefined), 'updated');
    assert.equal(await inClone('rev-parse', 'HEAD'), tip);
    await inClone('commit', '-q', '--amend', '-m', 'My own');
    assert.equal(await checkOut.switchTo(await fetch(OWN), undefined), 'diverged');
    assert.equal(await inClone('log', '-1', '--format=%s'), 'My own');
  });

  it('of a fork adds a remote for it, once', async () => {
    const { checkOut, fetch } = await cloned();
    assert.equal(await checkOut.switchTo(await fetch(FORKED), undefined), 'switched');
    assert.equal(await inClone('remote'), 'dana\norigin');
    assert.equal(await inClone('remote', 'get-url', 'dana'), `${sandbox.url}/dana/storefront.git`);
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'dana/docs/teapots');
    await fetch(FORKED);
    assert.equal(await inClone('remote'), 'dana\norigin');
  });

  it('of a fork that cannot be read takes the commits from the target', async () => {
    const { checkOut, fetch } = await cloned();
    sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/projects/5' });
    const fetched = await fetch(FORKED);
    assert.equal(await checkOut.switchTo(fetched, undefined), 'switched');
    assert.equal(await inClone('remote'), 'origin');
    assert.equal(await inClone('config', 'branch.docs/teapots.merge'), 'refs/merge-requests/23/head');
    assert.equal((await fetch(FORKED)).branch, fetched.branch, 'and finds its branch again');
  });

  it('of a branch that is gone takes the commits from the target and leaves no remote behind', async () => {
    const { checkOut, fetch } = await cloned();
    const fetched = await fetch(FORKED, { source_branch: 'docs/gone' });
    await checkOut.switchTo(fetched, undefined);
    assert.equal(await inClone('remote'), 'origin');
    assert.equal(await inClone('branch', '--show-current'), 'docs/gone');
  });

  it('never takes over a branch of the same name that is something else', async () => {
    const { fetch } = await cloned();
    await inClone('checkout', '-q', '--orphan', 'docs/teapots');
    await inClone('commit', '-q', '-m', 'Nothing to do with it');
    await inClone('checkout', '-q', 'main');
    assert.equal((await fetch(FORKED)).branch, 'dana/docs/teapots');
    assert.equal(
      (await fetch(FORKED, { source_branch: 'docs/teapots', target_branch: 'docs/teapots' })).branch,
      'dana/docs/teapots',
    );
  });

  describe('from a branch of a fork that is called like one here that follows nothing', () => {
    /** The storefront's own branch, with nothing that it follows, as after `git branch --unset-upstream`. */
    async function unfollowed() {
      const all = await cloned();
      await inClone('branch', '--unset-upstream', 'main');
      // Where the fork's commits begin, so that one is an ancestor of the other.
      await inClone('fetch', '-q', 'origin', `refs/merge-requests/${FORKED}/head`);
      await inClone('reset', '-q', '--hard', 'FETCH_HEAD~1');
      const main = await inClone('rev-parse', 'main');
      const untouched = async () => {
        assert.equal(await inClone('rev-parse', 'main'), main);
        assert.equal(await inClone('config', '--default', '', 'branch.main.remote'), '');
      };
      return { ...all, untouched };
    }
    const changes = { source_branch: 'main', target_branch: 'release' };

    it('leaves that one alone and makes one of its own', async () => {
      const { checkOut, fetch, untouched } = await unfollowed();
      const fetched = await fetch(FORKED, changes);
      assert.equal(fetched.branch, 'dana/main');
      await checkOut.switchTo(fetched, undefined);
      await untouched();
      assert.equal((await fetch(FORKED, changes)).branch, 'dana/main', 'and finds it again');
    });

    it('does so where the fork cannot be read, too', async () => {
      const { checkOut, fetch, untouched } = await unfollowed();
      sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/projects/5' });
      const fetched = await fetch(FORKED, changes);
      assert.equal(fetched.branch, 'merge-request-23');
      await checkOut.switchTo(fetched, undefined);
      await untouched();
    });

    it('still takes the branch of the same project', async () => {
      const { fetch } = await cloned();
      await inClone('branch', '--no-track', 'fix/typos', 'origin/fix/typos');
      assert.equal((await fetch(OWN)).branch, 'fix/typos');
      assert.equal(await inClone('config', 'branch.fix/typos.remote'), 'origin');
    });
  });

  it('of a branch called HEAD does not move what origin/HEAD points to', async () => {
    const { checkOut, fetch } = await cloned();
    const address = sandbox.url.replace('//', `//oauth2:${sandbox.tokens.maintainer}@`);
    const at = `${address}/acme/storefront.git`;
    await inClone('push', '-q', at, 'refs/remotes/origin/fix/typos:refs/heads/HEAD');
    const before = await inClone('rev-parse', 'origin/main', 'origin/HEAD');
    for (const name of ['HEAD', 'head']) {
      const fetched = await fetch(OWN, { source_branch: name });
      assert.equal(fetched.branch, `merge-request-${OWN}`);
      assert.equal(await inClone('rev-parse', 'origin/main', 'origin/HEAD'), before);
      assert.equal(await inClone('symbolic-ref', 'refs/remotes/origin/HEAD'), 'refs/remotes/origin/main');
      await checkOut.switchTo(fetched, undefined);
      assert.equal(await inClone('branch', '--show-current'), `merge-request-${OWN}`);
    }
  });

  it('never fetches into origin/HEAD, whoever asks for it', async () => {
    const { git, clone } = await cloned();
    const { repository } = await clone(OWN);
    const before = await inClone('rev-parse', 'origin/main');
    for (const into of ['refs/remotes/origin/HEAD', 'refs/remotes/origin/Head', 'HEAD']) {
      const fetching = async () => git.fetch(repository, 'origin', 'refs/heads/fix/typos', into);
      await assert.rejects(fetching, UnsafeGitName);
    }
    assert.equal(await inClone('rev-parse', 'origin/main'), before);
  });

  it('asks for a stash where something is not committed, and brings it back if the switch fails', async () => {
    const { checkOut, fetch, git, clone } = await cloned();
    const file = path.join(inFolder('shop'), 'mine.txt');
    await writeFile(file, 'mine');
    await inClone('add', 'mine.txt');
    const fetched = await fetch(OWN);
    assert.equal(await checkOut.needsStash(fetched), true);
    await assert.rejects(checkOut.switchTo({ ...fetched, branch: 'not/there' }, 'Before !17'), GitFailed);
    assert.equal(await readFile(file, 'utf8'), 'mine');
    assert.equal(await checkOut.switchTo(fetched, 'Before !17'), 'switched');
    assert.match(await inClone('stash', 'list'), /Before !17/);
    assert.ok(!existsSync(file));
    await git.unstash((await clone(OWN)).repository);
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('keeps the stash where it does not fit the branch, and says so in the words of git', async () => {
    const { checkOut, fetch, git, clone } = await cloned();
    await writeFile(path.join(inFolder('shop'), 'CONTRIBUTING.md'), 'mine');
    await checkOut.switchTo(await fetch(OWN), 'Before !17');
    await assert.rejects(git.unstash((await clone(OWN)).repository), /CONTRIBUTING\.md.*stash entry is kept/);
    assert.match(await inClone('stash', 'list'), /Before !17/);
  });

  it('puts the branch into a folder of its own, and tells of it the next time', async () => {
    const { checkOut, fetch } = await cloned();
    const folder = inFolder('shop-typos');
    await checkOut.inWorktree(await fetch(OWN), folder);
    assert.ok(existsSync(path.join(folder, 'README.md')));
    assert.equal(await inClone('branch', '--show-current'), 'main');
    assert.equal((await fetch(OWN)).elsewhere, folder);
  });

  it('refuses names that git would take for something else, before git sees them', async () => {
    const { fetch } = await cloned();
    for (const name of ['--upload-pack=touch x', '-q', 'a\nb']) {
      await assert.rejects(fetch(OWN, { source_branch: name }), UnsafeGitName);
    }
  });

  it('makes no branch after it was given up', async () => {
    const { checkOut, keyOf, read, clone } = await cloned();
    const stop = new AbortController();
    const fetching = checkOut.fetch(keyOf(OWN), await read(OWN), await clone(OWN), stop.signal);
    stop.abort();
    await assert.rejects(fetching, { name: 'AbortError' });
    assert.equal(await inClone('branch', '--list', 'fix/typos'), '');
  });

  it('finds no clone where the project is not open here, and one of the fork where only that is', async () => {
    const { checkOut, keyOf, read } = await cloned('dana/storefront');
    assert.deepEqual(await checkOut.clonesFor(keyOf(OWN), await read(OWN)), []);
    const [fork] = await checkOut.clonesFor(keyOf(FORKED), await read(FORKED));
    assert.equal(fork?.remote.name, 'origin');
    const fetched = await checkOut.fetch(keyOf(FORKED), await read(FORKED), fork, signal);
    assert.equal(await checkOut.switchTo(fetched, undefined), 'switched');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/docs/teapots');
  });

  it('fetches a commit that is not here yet', async () => {
    const { localCommits, keyOf, read, git } = await cloned();
    const { sha } = await read(FORKED);
    assert.ok(sha);
    const found = await localCommits.find(keyOf(FORKED), sha, 'head');
    assert.ok(typeof found === 'object');
    assert.equal(await git.subject(found.clone.repository, sha), 'Add teapot care guide');
    assert.deepEqual(await git.changedFiles(found.clone.repository, `${sha}^1`, sha), [
      { kind: 'added', path: 'docs/teapots.md', from: 'docs/teapots.md' },
    ]);
    assert.equal(await localCommits.find(keyOf(FORKED), 'f'.repeat(40), 'head'), 'not-here');
  });
});
