import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readDemoRecord, removeEndedDemos, writeDemoRecord } from '../../../../src/ui/demo/editor/folder';
import { ownWork } from '../../../../src/ui/demo/editor/own-work';
import { prepareDemo } from '../../../../src/ui/demo/editor/prepare';
import { withDemoScript, withoutPrograms } from './demo-script';

const run = promisify(execFile);

describe('demo project whose window is closed', () => {
  const { found } = withDemoScript();
  const git = async (folder: string, ...args: string[]): Promise<string> =>
    (await run('git', ['-C', folder, ...args])).stdout.trim();

  let clone = '';
  let known: readonly string[] | undefined;
  beforeEach(async () => {
    clone = await prepareDemo(found, new AbortController().signal);
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'close');
    const record = await readDemoRecord(path.dirname(clone));
    assert.ok(record);
    known = record.commits;
    await writeDemoRecord(path.dirname(clone), {
      ...record,
      owner: ended.pid ?? 0,
      url: 'http://127.0.0.1:1',
      shown: true,
    });
  });
  const commit = (message: string): Promise<string> =>
    git(clone, 'commit', '--quiet', '--allow-empty', '--message', message);
  const none = { commits: 0, files: 0, stashes: 0 };

  const isKeptWith = async (work: object): Promise<void> => {
    const { urls, kept } = await removeEndedDemos(found.storage);
    assert.deepEqual(urls, []);
    assert.deepEqual(
      kept.map((each) => [each.clone, each.work]),
      [[clone, work]],
    );
    assert.ok(Math.abs(Date.parse(kept[0]?.lastUsed ?? '') - Date.now()) < 600_000);
    await stat(path.join(clone, 'README.md'));
  };

  it('is removed by the next demo without changes by the user, also on another branch', async () => {
    await git(clone, 'checkout', '--quiet', '-b', 'mine');
    assert.deepEqual(await ownWork(path.dirname(clone), known), none);
    assert.deepEqual((await removeEndedDemos(found.storage)).urls, ['http://127.0.0.1:1']);
    assert.deepEqual(await readdir(found.storage), []);
  });

  it('is kept with changed and new files', async () => {
    await writeFile(path.join(clone, 'README.md'), 'changed');
    await mkdir(path.join(clone, 'notes'));
    await writeFile(path.join(clone, 'notes/a.txt'), 'new');
    await writeFile(path.join(clone, 'notes/b.txt'), 'new');
    await isKeptWith({ ...none, files: 3 });
  });

  it('is kept with commits that only a local branch, a tag, or a detached HEAD has', async () => {
    await git(clone, 'checkout', '--quiet', '-b', 'mine');
    await commit('On a branch');
    await git(clone, 'checkout', '--quiet', '--detach', 'origin/main');
    await commit('With a tag');
    await git(clone, 'tag', 'kept');
    await git(clone, 'checkout', '--quiet', '--detach', 'origin/main');
    await commit('Detached');
    await isKeptWith({ ...none, commits: 3 });
  });

  it('is kept with commits that were pushed to the server, which has ended', async () => {
    await commit('Pushed');
    await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    await isKeptWith({ ...none, commits: 1 });
    await git(clone, 'reset', '--quiet', '--hard', 'HEAD~1');
    await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    await isKeptWith({ ...none, commits: 1 });
  });

  it('is kept with ignored files, changes of a worktree, and files next to it', async () => {
    await mkdir(path.join(clone, '.git/info'), { recursive: true });
    await writeFile(path.join(clone, '.git/info/exclude'), 'ignored/\n');
    await mkdir(path.join(clone, 'ignored'));
    await writeFile(path.join(clone, 'ignored/notes.txt'), 'mine');
    await isKeptWith({ ...none, files: 1 });
    await rm(path.join(clone, 'ignored'), { recursive: true });
    const worktree = path.join(path.dirname(clone), 'storefront-mine');
    await git(clone, 'worktree', 'add', '--quiet', worktree, '-b', 'mine');
    assert.deepEqual(await ownWork(path.dirname(clone), known), none);
    await writeFile(path.join(worktree, 'notes.txt'), 'mine');
    await isKeptWith({ ...none, files: 1 });
    await rm(path.join(worktree, 'notes.txt'));
    await writeFile(path.join(path.dirname(clone), 'notes.txt'), 'mine');
    await isKeptWith({ ...none, files: 1 });
  });

  it('is kept if an earlier version of the extension created it', async () => {
    await writeDemoRecord(path.dirname(clone), {
      owner: 2 ** 22 + 1,
      url: 'http://127.0.0.1:1',
      shown: true,
    });
    const { kept } = await removeEndedDemos(found.storage);
    assert.deepEqual(
      kept.map(({ work }) => work),
      [undefined],
    );
  });

  it('is kept with stashes', async () => {
    await writeFile(path.join(clone, 'README.md'), 'changed');
    await git(clone, 'stash', '--quiet');
    await writeFile(path.join(clone, 'README.md'), 'changed again');
    await git(clone, 'stash', '--quiet');
    await isKeptWith({ ...none, stashes: 2 });
  });

  it('is kept if Git is missing or fails', async () => {
    const unknown = await withoutPrograms(() => removeEndedDemos(found.storage));
    assert.deepEqual(
      unknown.kept.map((each) => [each.clone, each.work]),
      [[clone, undefined]],
    );
    await writeFile(path.join(clone, '.git/HEAD'), 'damaged');
    const damaged = await removeEndedDemos(found.storage);
    assert.deepEqual([damaged.urls, damaged.kept.length], [[], 1]);
  });

  it('is removed if its folder was deleted', async () => {
    await rm(clone, { recursive: true });
    assert.deepEqual(await removeEndedDemos(found.storage), { urls: ['http://127.0.0.1:1'], kept: [] });
  });
});
