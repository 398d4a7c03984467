import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { HeadClones } from '../../../../src/app/changes/working-files/head-clones';
import { MergeRequestClones } from '../../../../src/app/changes/working-files/merge-request-clones';
import { Clones } from '../../../../src/app/git/clones';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { actingOn } from '../../../builders/acting';
import { gitWorkDeps } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { changing, GIFT_CARDS } from '../helpers/changing';

describe('clones of the checked-out head', () => {
  const world = changing();
  const { git, inFolder, cloned } = world;

  const working = async () => new GitWork(await gitWorkDeps(inFolder('.')));

  /** Returns how the head of the merge request is checked out, and the number of requests that took. */
  async function found(head: string) {
    const { client, store, key } = actingOn(world.sandbox);
    const work = await working();
    const clones = new MergeRequestClones({
      mergeRequests: store,
      clones: new Clones(work, () => client, new ProjectRenames(heldMemory())),
    });
    await store.get(key(GIFT_CARDS));
    const before = world.asked();
    const clone = await new HeadClones({ git: work, clones, mergeRequests: store }).of(key(GIFT_CARDS), head);
    return { unpushed: clone?.unpushed, requests: world.asked() - before };
  }
  const headOf = (ref = 'HEAD'): Promise<string> => git('rev-parse', ref);
  const local = async (name: string): Promise<void> => {
    await writeFile(inFolder(name), name);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', name);
  };

  it('are those with this commit, on any branch', async () => {
    await cloned();
    const head = await headOf();
    assert.equal((await found(head)).unpushed, 0);
    await git('checkout', '--quiet', '--detach');
    assert.equal((await found(head)).unpushed, 0);
  });

  it('are those of the source branch with further commits, which are counted', async () => {
    await cloned();
    const head = await headOf();
    await local('one');
    await local('two');
    assert.equal((await found(head)).unpushed, 2);
    // The same commits on another branch don't belong to the merge request.
    await git('checkout', '--quiet', '-b', 'elsewhere');
    assert.equal((await found(head)).unpushed, undefined);
  });

  it('are an empty list if the branch is behind or was rebased', async () => {
    await cloned();
    const head = await headOf();
    await git('reset', '--quiet', '--hard', 'HEAD~1');
    assert.equal((await found(head)).unpushed, undefined);
    assert.equal((await found('0123456789'.repeat(4))).unpushed, undefined);
  });

  it('are none without a request if another branch is checked out', async () => {
    await cloned();
    const head = await headOf();
    await git('checkout', '--quiet', 'main');
    assert.deepEqual(await found(head), { unpushed: undefined, requests: 0 });
  });
});
