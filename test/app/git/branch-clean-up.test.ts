import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getMergeRequest } from '../../../src/api/endpoints/merge-requests';
import { nodeTransport } from '../../../src/api/transport';
import { BranchCleanUp } from '../../../src/app/git/branch-clean-up';
import { CheckOut } from '../../../src/app/git/check-out';
import { Clones } from '../../../src/app/git/clones';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { systemClock } from '../../../src/base/clock';
import { GitWork } from '../../../src/ui/git/editor/work';
import { accountsOver } from '../../builders/accounts';
import { gitWorkDeps } from '../../builders/git-extension';
import { heldMemory } from '../../builders/stores';
import { withClones } from '../../builders/with-clones';
import { withSandbox } from '../../builders/with-sandbox';
import { withGitFolder } from '../../sandbox/helpers/git';

const FORKED = 23;
const OWN = 17;

describe('BranchCleanUp', () => {
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

  /** Returns a clone with the checked-out branch of a merge request, and the details of the merge request. */
  async function checkedOut(iid: number) {
    const settings = ['--config', 'user.name=mara', '--config', 'user.email=mara'];
    await copyOf(`${world.sandbox.url}/acme/storefront.git`, 'shop', ...settings);
    const { accounts } = accountsOver(transport);
    await accounts.signIn(world.sandbox.url, world.sandbox.tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const git = new GitWork(await gitWorkDeps(inFolder('shop')));
    const clones = new Clones(git, clientFor, new ProjectRenames(heldMemory()));
    const checkOut = new CheckOut(git, clones);
    const key = { base, project: 1, iid };
    const opened = await clientFor(base).call(getMergeRequest, { id: 1, merge_request_iid: iid });
    const [clone] = await clones.of(key);
    assert.ok(clone);
    await checkOut.switchTo(await checkOut.fetch(key, opened, clone, signal), undefined);
    const cleanUp = new BranchCleanUp(git, clones, clientFor);
    const merged = { ...opened, state: 'merged' };
    return {
      key,
      cleanUp,
      merged,
      opened,
      leftBy: (changes: object = {}) => cleanUp.leftBy(key, { ...merged, ...changes }),
    };
  }

  it('finds the local branch of a merged merge request', async () => {
    const { cleanUp, key, merged, opened } = await checkedOut(OWN);
    assert.equal(await cleanUp.hasBranchOf(key, merged), true);
    assert.equal(await cleanUp.hasBranchOf(key, opened), false, 'it may still be worked on');
    await inClone('switch', '-q', 'main');
    await inClone('branch', '-q', '-D', 'fix/typos');
    assert.equal(await cleanUp.hasBranchOf(key, merged), false);
  });

  for (const [what, iid, name] of [
    ['of the project', OWN, 'fix/typos'],
    ['of a fork', FORKED, 'docs/teapots'],
  ] as const) {
    it(`deletes the branch ${what} after switching to the target, and restores it`, async () => {
      const { cleanUp, leftBy } = await checkedOut(iid);
      const [left, ...others] = await leftBy();
      assert.ok(left);
      assert.deepEqual(others, []);
      assert.deepEqual([left.branch, left.isCurrent, left.target], [name, true, 'main']);
      assert.equal(await cleanUp.remove(left), 'deleted');
      assert.equal(await inClone('branch', '--format=%(refname:short)'), 'main');
      await cleanUp.restore(left);
      assert.equal(await inClone('rev-parse', name), left.sha);
      assert.match(await inClone('rev-parse', '--abbrev-ref', `${name}@{u}`), new RegExp(`/${name}$`));
    });
  }

  it('switches to the latest commit of the target branch', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    const newest = await inClone('rev-parse', 'main');
    await inClone('branch', '-f', 'main', 'main~2');
    const [left] = await leftBy();
    assert.ok(left);
    await cleanUp.remove(left);
    assert.equal(await inClone('rev-parse', 'HEAD'), newest);
  });

  it("doesn't offer a branch that isn't merged or has commits that weren't merged", async () => {
    const { leftBy, opened } = await checkedOut(OWN);
    assert.deepEqual(await leftBy(opened), []);
    await inClone('commit', '-q', '--allow-empty', '-m', 'More');
    assert.deepEqual(await leftBy(), []);
  });

  it('offers a branch that is behind the merged one', async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('reset', '-q', '--hard', 'HEAD~1');
    assert.equal((await leftBy()).length, 1);
  });

  it("doesn't offer a protected branch", async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('branch', '-q', 'release/1');
    assert.deepEqual(await leftBy({ source_branch: 'main', target_branch: 'release/1' }), []);
  });

  it('keeps a branch that got a commit after the offer', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    const [left] = await leftBy();
    assert.ok(left);
    await inClone('commit', '-q', '--allow-empty', '-m', 'More');
    assert.equal(await cleanUp.remove(left), 'moved-on');
    assert.equal(await inClone('branch', '--show-current'), 'fix/typos');
  });

  it('reports uncommitted changes', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    await writeFile(path.join(inFolder('shop'), 'README.md'), 'mine');
    const [left] = await leftBy();
    assert.ok(left);
    assert.equal(await cleanUp.isInTheWay(left), true);
  });

  it("doesn't offer a branch that is checked out in another worktree", async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('checkout', '-q', 'main');
    await inClone('worktree', 'add', '-q', '../elsewhere', 'fix/typos');
    assert.deepEqual(await leftBy(), []);
  });
});
