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
import { GitWork } from '../../../src/editor/git/work';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { gitPlaces } from '../../builders/git-extension';
import { heldMemory } from '../../builders/stores';
import { withGitFolder } from '../../sandbox/helpers/git';

const FORKED = 23;
const OWN = 17;

describe('the branch that a merged merge request leaves behind', () => {
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

  /** A clone in which the branch of a merge request is checked out, and what the server says once it is merged. */
  async function checkedOut(iid: number) {
    await run('clone', '-q', `${sandbox.url}/acme/storefront.git`, 'shop');
    for (const each of ['name', 'email']) await inClone('config', `user.${each}`, 'mara');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const git = new GitWork(await gitPlaces(inFolder('shop')));
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

  it('is one that exists locally, of a merge request that is merged', async () => {
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
    it(`${what} can be deleted, from elsewhere, and made again`, async () => {
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

  it('goes to the newest of the target branch', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    const newest = await inClone('rev-parse', 'main');
    await inClone('branch', '-f', 'main', 'main~2');
    const [left] = await leftBy();
    assert.ok(left);
    await cleanUp.remove(left);
    assert.equal(await inClone('rev-parse', 'HEAD'), newest);
  });

  it('is not offered before the merge request is merged, nor with work that was not merged', async () => {
    const { leftBy, opened } = await checkedOut(OWN);
    assert.deepEqual(await leftBy(opened), []);
    await inClone('commit', '-q', '--allow-empty', '-m', 'More');
    assert.deepEqual(await leftBy(), []);
  });

  it('is offered where the server merged more than is here', async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('reset', '-q', '--hard', 'HEAD~1');
    assert.equal((await leftBy()).length, 1);
  });

  it('is not offered where the server protects it', async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('branch', '-q', 'release/1');
    assert.deepEqual(await leftBy({ source_branch: 'main', target_branch: 'release/1' }), []);
  });

  it('stays where it got a commit after the offer', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    const [left] = await leftBy();
    assert.ok(left);
    await inClone('commit', '-q', '--allow-empty', '-m', 'More');
    assert.equal(await cleanUp.remove(left), 'moved-on');
    assert.equal(await inClone('branch', '--show-current'), 'fix/typos');
  });

  it('tells of changes that are not committed', async () => {
    const { cleanUp, leftBy } = await checkedOut(OWN);
    await writeFile(path.join(inFolder('shop'), 'README.md'), 'mine');
    const [left] = await leftBy();
    assert.ok(left);
    assert.equal(await cleanUp.isInTheWay(left), true);
  });

  it('is left alone while another folder has it checked out', async () => {
    const { leftBy } = await checkedOut(OWN);
    await inClone('checkout', '-q', 'main');
    await inClone('worktree', 'add', '-q', '../elsewhere', 'fix/typos');
    assert.deepEqual(await leftBy(), []);
  });
});
