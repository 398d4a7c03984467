import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readDiff, readVersion, readVersions } from '../../../src/app/merge-requests/diff';
import { patchText } from '../../../src/domain/shared/patch-text';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';
import { withGitFolder } from '../../sandbox/helpers/git';

describe('diff of a merge request', () => {
  let sandbox: Sandbox;
  const { git, inFolder } = withGitFolder('Reader');
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(() => sandbox.close());
  afterEach(async () => {
    sandbox.faults.clear();
    await closeAll();
  });

  const key = (iid: number) => ({ base: sandbox.url, project: 1, iid });
  const client = () => actingOn(sandbox).client;

  it('is a patch that Git can apply, with the files of the source branch as the result', async () => {
    await git('clone', '--quiet', `${sandbox.url}/acme/storefront.git`, 'clone');
    for (const iid of [11, 12, 14]) {
      const [version] = await readVersions(client(), key(iid));
      assert.ok(version, `!${iid} has a version`);
      const { diffs } = await readVersion(client(), key(iid), version.id);
      const { entries, overflow } = await readDiff(client(), key(iid));
      assert.equal(overflow, false);
      assert.equal(patchText(entries), patchText(diffs), 'the newest version is what is there now');
      await writeFile(inFolder('change.diff'), `# a remark\n${patchText(entries)}`);
      await git('-C', 'clone', 'checkout', '--quiet', '--detach', version.base_commit_sha ?? '');
      await git('-C', 'clone', 'apply', '--index', inFolder('change.diff'));
      const tree = await git('-C', 'clone', 'write-tree');
      assert.equal(
        tree,
        await git('-C', 'clone', 'rev-parse', `${version.head_commit_sha}^{tree}`),
        `!${iid}`,
      );
      await git('-C', 'clone', 'reset', '--quiet', '--hard');
    }
  });

  it('is read from the deprecated endpoint if the server has no other', async () => {
    const expected = patchText((await readDiff(client(), key(12))).entries);
    sandbox.faults.add({ kind: 'status', status: 404, path: '**/diffs' });
    assert.equal(patchText((await readDiff(client(), key(12))).entries), expected);
  });
});
