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
import { GitFailedError, UnsafeGitNameError } from '../../../src/domain/git/failure';
import { GitWork } from '../../../src/ui/git/editor/work';
import { accountsOver } from '../../builders/accounts';
import { gitWorkDeps } from '../../builders/git-extension';
import { heldMemory } from '../../builders/stores';
import { withClones } from '../../builders/with-clones';
import { withSandbox } from '../../builders/with-sandbox';
import { withGitFolder } from '../../sandbox/helpers/git';

const FORKED = 23;
const OWN = 17;

describe('CheckOut', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const { git: run, inFolder } = withGitFolder('Mara');
  const signal = new AbortController().signal;
  const world = withSandbox({ keepsState: true });
  const copyOf = withClones(world, { git: run, inFolder });
  afterEach(async () => {
    world.sandbox.faults.clear();
    if (!world.hasSameBranches) await world.sandbox.reset();
  });
  after(() => {
    transport.dispose();
  });

  const inClone = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);

  /** Returns a clone of the project and the objects that check out branches in it. */
  async function cloned(from = 'acme/storefront', address = `${world.sandbox.url}/${from}.git`) {
    await copyOf(address, 'shop', '--config', 'user.name=mara', '--config', 'user.email=mara');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(world.sandbox.url, world.sandbox.tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const git = new GitWork(await gitWorkDeps(inFolder('shop')));
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

  it('switches to a branch that tracks the branch of the server', async () => {
    const { checkOut, fetch } = await cloned();
    const fetched = await fetch(OWN);
    assert.equal(await inClone('branch', '--show-current'), 'main', 'nothing is switched by fetching');
    assert.equal((await checkOut.switchTo(fetched, undefined)).outcome, 'switched');
    assert.equal(await inClone('branch', '--show-current'), 'fix/typos');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/fix/typos');
    const again = await fetch(OWN);
    assert.equal(again.isCurrent, true);
    assert.equal((await checkOut.switchTo(again, undefined)).outcome, 'up-to-date');
  });

  it('switches to the branch of a pipeline, which tracks the branch of the server', async () => {
    const { checkOut, clone } = await cloned();
    const fetched = await checkOut.fetchBranch(await clone(OWN), 'feature/gift-cards', signal);
    assert.equal((await checkOut.switchTo(fetched, undefined)).outcome, 'switched');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/feature/gift-cards');
    await assert.rejects(checkOut.fetchBranch(await clone(OWN), 'no/such-branch', signal), GitFailedError);
  });

  it('checks out the commit of a pipeline for a tag, and stashes uncommitted changes', async () => {
    const sha = (
      await run('ls-remote', `${world.sandbox.url}/acme/storefront.git`, 'refs/tags/v1.1.0')
    ).slice(0, 40);
    const { checkOut, clone } = await cloned();
    const shop = await clone(OWN);
    await checkOut.fetchCommit(shop, { sha, tag: 'v1.1.0' }, signal);
    await writeFile(path.join(inFolder('shop'), 'README.md'), 'mine');
    await checkOut.detach(shop, sha, 'Before checking out v1.1.0');
    assert.equal(await inClone('rev-parse', 'HEAD'), sha);
    assert.match(await inClone('stash', 'list'), /Before checking out v1\.1\.0/);
    await assert.rejects(checkOut.detach(shop, '--force', undefined), UnsafeGitNameError);
  });

  it('fetches the branch in a single-branch clone', async () => {
    await run('clone', '-q', '--depth=1', `${world.sandbox.url}/acme/storefront.git`, 'small');
    await run('clone', '-q', '--single-branch', `${world.sandbox.url}/acme/storefront.git`, 'single');
    const { checkOut, fetch } = await cloned();
    await inClone('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    assert.equal((await checkOut.switchTo(await fetch(OWN), undefined)).outcome, 'switched');
  });

  it("fast-forwards a branch that is behind, but doesn't change one with other commits", async () => {
    const { checkOut, fetch } = await cloned();
    await checkOut.switchTo(await fetch(OWN), undefined);
    const tip = await inClone('rev-parse', 'HEAD');
    await inClone('reset', '-q', '--hard', 'HEAD~1');
    assert.equal((await checkOut.switchTo(await fetch(OWN), undefined)).outcome, 'updated');
    assert.equal(await inClone('rev-parse', 'HEAD'), tip);
    await inClone('commit', '-q', '--amend', '-m', 'My own');
    assert.equal((await checkOut.switchTo(await fetch(OWN), undefined)).outcome, 'diverged');
    assert.equal(await inClone('log', '-1', '--format=%s'), 'My own');
  });

  it('adds a remote for a fork once', async () => {
    const { checkOut, fetch } = await cloned();
    assert.equal((await checkOut.switchTo(await fetch(FORKED), undefined)).outcome, 'switched');
    assert.equal(await inClone('remote'), 'dana\norigin');
    assert.equal(await inClone('remote', 'get-url', 'dana'), `${world.sandbox.url}/dana/storefront.git`);
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'dana/docs/teapots');
    await fetch(FORKED);
    assert.equal(await inClone('remote'), 'dana\norigin');
  });

  it('fetches the commits of an unreadable fork from the target project', async () => {
    const { checkOut, fetch } = await cloned();
    world.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/projects/5' });
    const fetched = await fetch(FORKED);
    assert.equal((await checkOut.switchTo(fetched, undefined)).outcome, 'switched');
    assert.equal(await inClone('remote'), 'origin');
    assert.equal(await inClone('config', 'branch.docs/teapots.merge'), 'refs/merge-requests/23/head');
    assert.equal((await fetch(FORKED)).branch, fetched.branch, 'and finds its branch again');
  });

  it('fetches the commits of a deleted branch from the target project, without adding a remote', async () => {
    const { checkOut, fetch } = await cloned();
    const fetched = await fetch(FORKED, { source_branch: 'docs/gone' });
    await checkOut.switchTo(fetched, undefined);
    assert.equal(await inClone('remote'), 'origin');
    assert.equal(await inClone('branch', '--show-current'), 'docs/gone');
  });

  it('never uses an unrelated branch of the same name', async () => {
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

  describe("for a fork's branch whose name is that of a local branch without upstream", () => {
    /** Returns a clone whose main branch has no upstream, as after `git branch --unset-upstream`. */
    async function unfollowed() {
      const all = await cloned();
      await inClone('branch', '--unset-upstream', 'main');
      // Resets the branch to an ancestor of the fork's commits.
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

    it("creates another branch and doesn't change the local one", async () => {
      const { checkOut, fetch, untouched } = await unfollowed();
      const fetched = await fetch(FORKED, changes);
      assert.equal(fetched.branch, 'dana/main');
      await checkOut.switchTo(fetched, undefined);
      await untouched();
      assert.equal((await fetch(FORKED, changes)).branch, 'dana/main', 'and finds it again');
    });

    it("creates another branch if the fork can't be read", async () => {
      const { checkOut, fetch, untouched } = await unfollowed();
      world.sandbox.faults.add({ kind: 'status', status: 404, path: '/api/v4/projects/5' });
      const fetched = await fetch(FORKED, changes);
      assert.equal(fetched.branch, 'merge-request-23');
      await checkOut.switchTo(fetched, undefined);
      await untouched();
    });

    it('uses the local branch for the same project', async () => {
      const { fetch } = await cloned();
      await inClone('branch', '--no-track', 'fix/typos', 'origin/fix/typos');
      assert.equal((await fetch(OWN)).branch, 'fix/typos');
      assert.equal(await inClone('config', 'branch.fix/typos.remote'), 'origin');
    });
  });

  it("doesn't change the target of origin/HEAD for a branch called HEAD", async () => {
    const { checkOut, fetch } = await cloned();
    const address = world.sandbox.url.replace('//', `//oauth2:${world.sandbox.tokens.maintainer}@`);
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

  it('never fetches into origin/HEAD', async () => {
    const { git, clone } = await cloned();
    const { repository } = await clone(OWN);
    const before = await inClone('rev-parse', 'origin/main');
    for (const into of ['refs/remotes/origin/HEAD', 'refs/remotes/origin/Head', 'HEAD']) {
      const fetching = async () => git.fetch(repository, 'origin', 'refs/heads/fix/typos', into);
      await assert.rejects(fetching, UnsafeGitNameError);
    }
    assert.equal(await inClone('rev-parse', 'origin/main'), before);
  });

  it('requires a stash for uncommitted changes, and restores it if the switch fails', async () => {
    const { checkOut, fetch, git, clone } = await cloned();
    const file = path.join(inFolder('shop'), 'mine.txt');
    await writeFile(file, 'mine');
    await inClone('add', 'mine.txt');
    const fetched = await fetch(OWN);
    assert.equal(await checkOut.needsStash(fetched), true);
    await assert.rejects(
      checkOut.switchTo({ ...fetched, branch: 'not/there' }, 'Before !17'),
      GitFailedError,
    );
    assert.equal(await readFile(file, 'utf8'), 'mine');
    const { outcome, stash } = await checkOut.switchTo(fetched, 'Before !17');
    assert.equal(outcome, 'switched');
    assert.match(await inClone('stash', 'list'), /Before !17/);
    assert.ok(!existsSync(file));
    assert.equal(await git.unstash((await clone(OWN)).repository, stash?.sha ?? ''), true);
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('creates a worktree for the branch, and reports it the next time', async () => {
    const { checkOut, fetch } = await cloned();
    const folder = inFolder('shop-typos');
    await checkOut.inWorktree(await fetch(OWN), folder);
    assert.ok(existsSync(path.join(folder, 'README.md')));
    assert.equal(await inClone('branch', '--show-current'), 'main');
    assert.equal((await fetch(OWN)).elsewhere, folder);
  });

  it("fast-forwards a branch that is behind in its new worktree, but doesn't change one with other commits", async () => {
    const { checkOut, fetch } = await cloned();
    const { branch, tip } = await fetch(OWN);
    await inClone('branch', '-q', '--force', branch, `${tip}~1`);
    const folder = inFolder('shop-behind');
    assert.deepEqual(await checkOut.inWorktree(await fetch(OWN), folder), { outcome: 'switched' });
    assert.equal(await run('-C', folder, 'rev-parse', 'HEAD'), tip);
    assert.equal(await run('-C', folder, 'status', '--porcelain'), '');
    await inClone('worktree', 'remove', folder);
    const own = await inClone('commit-tree', '-p', `${tip}~1`, '-m', 'My own', `${tip}~1^{tree}`);
    await inClone('branch', '-q', '--force', branch, own);
    assert.deepEqual(await checkOut.inWorktree(await fetch(OWN), folder), { outcome: 'diverged' });
    assert.equal(await run('-C', folder, 'rev-parse', 'HEAD'), own);
  });

  it('counts the commits that a branch in another worktree lacks, and fast-forwards it there', async () => {
    const { checkOut, fetch } = await cloned();
    const folder = inFolder('shop-elsewhere');
    const { tip } = await fetch(OWN);
    await checkOut.inWorktree(await fetch(OWN), folder);
    assert.equal(await checkOut.behind(await fetch(OWN)), 0);
    await run('-C', folder, 'reset', '-q', '--hard', 'HEAD~1');
    const fetched = await fetch(OWN);
    assert.equal(fetched.elsewhere, folder);
    assert.equal(await checkOut.behind(fetched), 1);
    assert.equal(await checkOut.forwardIn(fetched, folder), 'switched');
    assert.equal(await run('-C', folder, 'rev-parse', 'HEAD'), tip);
    await run('-C', folder, 'commit', '-q', '--amend', '-m', 'My own');
    assert.equal(await checkOut.behind(await fetch(OWN)), 0, 'it has diverged');
  });

  it('rejects unsafe names before running Git', async () => {
    const { fetch } = await cloned();
    for (const name of ['--upload-pack=touch x', '-q', 'a\nb']) {
      await assert.rejects(fetch(OWN, { source_branch: name }), UnsafeGitNameError);
    }
  });

  it('creates no branch after it is canceled', async () => {
    const { checkOut, keyOf, read, clone } = await cloned();
    const stop = new AbortController();
    const fetching = checkOut.fetch(keyOf(OWN), await read(OWN), await clone(OWN), stop.signal);
    stop.abort();
    await assert.rejects(fetching, { name: 'AbortError' });
    assert.equal(await inClone('branch', '--list', 'fix/typos'), '');
  });

  it("finds no clone if the project isn't open, and the clone of the fork if only the fork is open", async () => {
    const { checkOut, keyOf, read } = await cloned('dana/storefront');
    assert.deepEqual(await checkOut.clonesFor(keyOf(OWN), await read(OWN)), []);
    const [fork] = await checkOut.clonesFor(keyOf(FORKED), await read(FORKED));
    assert.equal(fork?.remote.name, 'origin');
    const fetched = await checkOut.fetch(keyOf(FORKED), await read(FORKED), fork, signal);
    assert.equal((await checkOut.switchTo(fetched, undefined)).outcome, 'switched');
    assert.equal(await inClone('rev-parse', '--abbrev-ref', '@{u}'), 'origin/docs/teapots');
  });

  it('fetches a missing commit', async () => {
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
