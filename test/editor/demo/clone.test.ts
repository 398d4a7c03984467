import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkGit, GitMissing, reconnectDemo } from '../../../src/editor/demo/clone';
import {
  readDemoRecord,
  removeDemo,
  removeEndedDemos,
  writeDemoRecord,
} from '../../../src/editor/demo/folder';
import { isDemoClone } from '../../../src/editor/demo/location';
import { ownWork } from '../../../src/editor/demo/own-work';
import { prepareDemo } from '../../../src/editor/demo/prepare';
import { type DemoServer, startDemoServer } from '../../../src/editor/demo/server';
import { isReachable, withDemoScript } from './demo-script';

const run = promisify(execFile);
const unused = (): AbortSignal => new AbortController().signal;

/** Runs a function while no program can be found. */
async function withoutPrograms<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env;
  process.env['PATH'] = '/nowhere';
  try {
    return await work();
  } finally {
    process.env['PATH'] = PATH;
  }
}

describe('clone of the demo project', () => {
  const { found } = withDemoScript();
  let server: DemoServer | undefined;
  const git = async (folder: string, ...args: string[]): Promise<string> =>
    (await run('git', ['-C', folder, ...args])).stdout.trim();
  const start = async (): Promise<DemoServer> => (server = await startDemoServer({ script: found.script }));

  afterEach(async () => {
    server?.dispose();
    await server?.ended;
    server = undefined;
  });

  it('is prepared in a folder that only the user can read, without a running server or a stored token', async () => {
    const clone = await prepareDemo(found, unused());
    const root = path.dirname(clone);
    assert.equal((await stat(root)).mode & 0o777, 0o700);
    assert.ok(isDemoClone({ scheme: 'file', path: found.storage }, { scheme: 'file', path: clone }));
    assert.equal(await git(clone, 'config', 'user.email'), 'marek@acme.example');
    const record = await readDemoRecord(root);
    assert.ok(record !== undefined);
    assert.deepEqual([record.owner, record.shown], [process.pid, false]);
    assert.equal(await git(clone, 'remote', 'get-url', 'origin'), `${record.url}/acme/storefront.git`);
    assert.equal(await isReachable(record.url), false);
    assert.doesNotMatch(await readFile(path.join(clone, '.git/config'), 'utf8'), /glpat-/);
  });

  it('is not prepared without Git, and leaves no folder', async () => {
    await assert.rejects(
      withoutPrograms(() => checkGit()),
      GitMissing,
    );
    await assert.rejects(
      withoutPrograms(() => prepareDemo(found, unused())),
      GitMissing,
    );
    assert.deepEqual(await readdir(found.storage), []);
  });

  it('leaves no folder if it is canceled or fails', async () => {
    const controller = new AbortController();
    const preparing = prepareDemo(found, controller.signal);
    controller.abort();
    await assert.rejects(preparing, { name: 'AbortError' });
    await assert.rejects(prepareDemo({ ...found, script: path.join(found.storage, 'gone.js') }, unused()));
    assert.deepEqual(await readdir(found.storage), []);
  });

  it('is connected to the server of the next start, and follows commits that have other IDs', async () => {
    const clone = await prepareDemo(found, unused());
    const main = await git(clone, 'rev-parse', 'HEAD');
    // Simulates another day: the same files in another commit.
    await git(clone, 'commit', '--quiet', '--amend', '--no-edit', '--date', '2020-01-01T00:00:00Z');
    await git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    const { url } = await start();
    await reconnectDemo(url, clone);
    assert.equal(await git(clone, 'remote', 'get-url', 'origin'), `${url}/acme/storefront.git`);
    assert.equal(await git(clone, 'rev-parse', 'HEAD'), main);
  });

  it("keeps the user's commits and changes", async () => {
    const clone = await prepareDemo(found, unused());
    await writeFile(path.join(clone, 'README.md'), 'changed');
    await git(clone, 'commit', '--quiet', '--all', '--message', 'Own');
    const own = await git(clone, 'rev-parse', 'HEAD');
    await writeFile(path.join(clone, 'README.md'), 'changed again');
    const { url } = await start();
    await reconnectDemo(url, clone);
    assert.equal(await git(clone, 'rev-parse', 'HEAD'), own);
    assert.equal(await readFile(path.join(clone, 'README.md'), 'utf8'), 'changed again');
    // Without a local commit, and with another commit on the server.
    await git(clone, 'update-ref', 'refs/remotes/origin/main', own);
    await reconnectDemo(url, clone);
    assert.equal(await readFile(path.join(clone, 'README.md'), 'utf8'), 'changed again');
  });

  it('is removed by the next demo if its window is closed', async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'close');
    const rootOf = async (name: string, owner: number | undefined): Promise<void> => {
      const root = path.join(found.storage, name);
      await mkdir(root);
      const record = { url: `http://127.0.0.1/${name}`, shown: true };
      if (owner !== undefined) await writeDemoRecord(root, { ...record, owner });
    };
    await rootOf('demo-ended', ended.pid ?? 0);
    await rootOf('demo-running', process.pid);
    await rootOf('demo-new', undefined);
    await rootOf('logs', ended.pid ?? 0);
    assert.deepEqual(await removeEndedDemos(found.storage), {
      urls: ['http://127.0.0.1/demo-ended'],
      kept: [],
    });
    assert.deepEqual((await readdir(found.storage)).sort(), ['demo-new', 'demo-running', 'logs']);
    await removeDemo(path.join(found.storage, 'demo-running'));
    assert.deepEqual((await readdir(found.storage)).sort(), ['demo-new', 'logs']);
    assert.deepEqual(await removeEndedDemos(path.join(found.storage, 'missing')), { urls: [], kept: [] });
  });

  describe('when its window is closed', () => {
    let clone = '';
    beforeEach(async () => {
      clone = await prepareDemo(found, unused());
      const ended = spawn(process.execPath, ['-e', '']);
      await once(ended, 'close');
      await writeDemoRecord(path.dirname(clone), {
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
      assert.deepEqual(await ownWork(clone), none);
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
      await git(clone, 'update-ref', 'refs/remotes/origin/a', 'mine');
      await git(clone, 'update-ref', 'refs/remotes/origin/b', 'kept');
      await git(clone, 'update-ref', 'refs/remotes/origin/c', 'HEAD');
      assert.deepEqual(await ownWork(clone), none);
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

  it('is recognized only in the storage folder of the extension', () => {
    const storage = { scheme: 'file', path: '/C:/storage' };
    const isDemo = (folder: string, scheme = 'file', platform: NodeJS.Platform = 'linux'): boolean =>
      isDemoClone(storage, { scheme, path: folder }, platform);
    assert.ok(isDemo('/C:/storage/demo-x1/storefront'));
    assert.ok(!isDemo('/c:/storage/demo-x1/storefront'));
    assert.ok(isDemo('/c:/storage/demo-x1/storefront', 'file', 'win32'));
    assert.ok(isDemo('/c:/Storage/demo-x1/storefront', 'file', 'darwin'));
    assert.ok(!isDemo('/C:/storage/demo-x1/storefront', 'vscode-vfs'));
    assert.ok(!isDemo('/C:/other/demo-x1/storefront'));
    assert.ok(!isDemo('/C:/storage/logs/storefront'));
    assert.ok(!isDemo('/C:/storage/demo-x1/storefront/src/storefront'));
    assert.ok(!isDemo('/C:/storage/demo-x1/other/storefront'));
    assert.ok(!isDemo('/C:/storage/demo-/storefront'));
    assert.ok(!isDemo('/C:/storage/demo-x1/storefront/'));
    assert.ok(!isDemo('/C:/storage/demo-x1/Storefront', 'file', 'darwin'));
    assert.ok(!isDemoClone(storage, undefined));
  });
});
