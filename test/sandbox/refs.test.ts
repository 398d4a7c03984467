import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { USERS } from '../../src/sandbox/world/people';
import { importHistory } from '../../src/sandbox/world/repositories/import';
import { Repository } from '../../src/sandbox/world/repositories/repository';

const HISTORY = ['One', 'Two'].map((title, index) => ({
  ...{ title, author: 'maintainer' as const, branch: 'main', daysAgo: 2 - index },
  edits: [{ path: 'a.txt', text: `${title}\n` }],
}));

describe('refs of the sandbox', () => {
  let root = '';
  let repository: Repository;
  let [first, second] = ['', ''];
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'switchyard-refs-'));
    repository = new Repository(path.join(root, 'a.git'), 'acme/a');
    const commits = await importHistory(repository.files, HISTORY, USERS, Date.UTC(2026, 0, 9));
    [first, second] = commits.map(({ commit }) => commit.sha) as [string, string];
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const known = (): string =>
    execFileSync('git', ['-C', repository.folder, 'for-each-ref', '--format=%(refname) %(objectname)'], {
      encoding: 'utf8',
    });

  for (const where of ['in memory', 'on disk'] as const) {
    const prepare = (): void => {
      if (where === 'on disk') assert.ok(repository.folder);
    };

    it(`are created, changed, and deleted ${where}`, () => {
      prepare();
      repository.setRef('refs/heads/some/branch', first);
      repository.setRef('refs/merge-requests/7/head', second);
      repository.setRef('refs/heads/main', first);
      assert.equal(repository.head('some/branch'), first);
      const refs = [
        `refs/heads/main ${first}`,
        `refs/heads/some/branch ${first}`,
        `refs/merge-requests/7/head ${second}`,
      ];
      assert.equal(known(), `${refs.join('\n')}\n`);
      repository.removeBranch('some/branch');
      assert.equal(repository.head('some/branch'), undefined);
      assert.equal(known(), `${refs.filter((line) => !line.includes('some')).join('\n')}\n`);
      // The folder of the former branch is empty now.
      repository.setRef('refs/heads/some', second);
      assert.equal(repository.head('some'), second);
    });

    it(`are refused if a branch has the name of a folder ${where}`, () => {
      prepare();
      repository.setRef('refs/heads/some/branch', first);
      for (const name of ['some', 'some/branch/more'])
        assert.throws(() => {
          repository.setRef(`refs/heads/${name}`, first);
        }, /^Error: git update-ref exited with code 128$/);
      assert.throws(() => {
        repository.setRef('refs/heads/other', 'f'.repeat(39));
      });
      assert.match(known(), /^refs\/heads\/main .*\nrefs\/heads\/some\/branch .*\n$/);
    });
  }

  it('are changed by git while it has packed them', async () => {
    execFileSync('git', ['-C', repository.folder, 'pack-refs', '--all']);
    repository.setRef('refs/heads/other', first);
    repository.removeBranch('main');
    assert.equal(known(), `refs/heads/other ${first}\n`);
    // Another process is changing the branch.
    await mkdir(path.join(repository.folder, 'refs/heads/other.lock'));
    assert.throws(() => {
      repository.setRef('refs/heads/other', second);
    });
    assert.equal(repository.head('other'), first);
  });
});
