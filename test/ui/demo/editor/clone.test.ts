import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  checkGit,
  GitMissingError,
  reconnectDemo,
  serverCommits,
} from '../../../../src/ui/demo/editor/clone';
import {
  readDemoRecord,
  removeDemo,
  removeEndedDemos,
  writeDemoRecord,
} from '../../../../src/ui/demo/editor/folder';
import { isDemoClone, isDemoPath } from '../../../../src/ui/demo/editor/location';
import { ownWork } from '../../../../src/ui/demo/editor/own-work';
import { prepareDemo } from '../../../../src/ui/demo/editor/prepare';
import { type DemoServer, startDemoServer } from '../../../../src/ui/demo/editor/server';
import { isReachable, withDemoScript, withoutPrograms } from './demo-script';

const run = promisify(execFile);
const unused = (): AbortSignal => new AbortController().signal;

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
    const isDemo = (folder: string): boolean =>
      isDemoClone({ scheme: 'file', path: found.storage }, { scheme: 'file', path: folder, fsPath: folder });
    assert.ok(isDemo(clone));
    await mkdir(path.join(clone, 'src/storefront'), { recursive: true });
    assert.ok(!isDemo(path.join(clone, 'src/storefront')));
    await rm(path.join(clone, 'src/storefront'), { recursive: true });
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
      GitMissingError,
    );
    await assert.rejects(
      withoutPrograms(() => prepareDemo(found, unused())),
      GitMissingError,
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
    await reconnectDemo(url, clone, [await git(clone, 'rev-parse', 'HEAD')]);
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
    const commits = await serverCommits(url, path.dirname(clone));
    await reconnectDemo(url, clone, commits);
    assert.equal(await git(clone, 'rev-parse', 'HEAD'), own);
    assert.equal(await readFile(path.join(clone, 'README.md'), 'utf8'), 'changed again');
    // The commit was pushed to an earlier server.
    await git(clone, 'update-ref', 'refs/remotes/origin/main', own);
    await git(clone, 'update-ref', 'refs/remotes/origin/mine', own);
    await reconnectDemo(url, clone, commits);
    assert.equal(await git(clone, 'rev-parse', 'HEAD'), own);
    assert.equal(await git(clone, 'rev-parse', 'origin/mine'), own);
    assert.equal(await readFile(path.join(clone, 'README.md'), 'utf8'), 'changed again');
  });

  const CHANGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'a renamed remote': [['remote', 'rename', 'origin', 'upstream']],
    'a branch without commits': [['checkout', '--quiet', '--orphan', 'new']],
    'a missing remote-tracking branch': [['update-ref', '-d', 'refs/remotes/origin/main']],
    'a detached HEAD': [['checkout', '--quiet', '--detach']],
  };
  for (const [what, commands] of Object.entries(CHANGES))
    it(`is connected to the server of the next start with ${what}`, async () => {
      const clone = await prepareDemo(found, unused());
      for (const command of commands) await git(clone, ...command);
      await git(clone, 'remote', 'add', 'dana', 'http://127.0.0.1:1/dana/storefront.git');
      const { url } = await start();
      await reconnectDemo(url, clone, await serverCommits(url, path.dirname(clone)));
      const urls = await git(clone, 'config', '--get-regexp', '^remote\\..*\\.url$');
      assert.deepEqual(
        urls
          .split('\n')
          .map((line) => line.split(' ')[1])
          .sort(),
        [`${url}/acme/storefront.git`, `${url}/dana/storefront.git`],
      );
    });

  it('leaves a repository around it unchanged if it has no .git folder', async () => {
    const outer = found.storage;
    await git(outer, 'init', '--quiet', '--initial-branch', 'main');
    for (const each of ['name', 'email']) await git(outer, 'config', `user.${each}`, 'mara');
    await writeFile(path.join(outer, '.bashrc'), 'mine');
    await git(outer, 'add', '.bashrc');
    await git(outer, 'commit', '--quiet', '--message', 'Mine');
    const mine = await git(outer, 'rev-parse', 'HEAD');
    await git(outer, 'remote', 'add', 'origin', 'https://gitlab.example/mara/dotfiles.git');
    await git(outer, 'update-ref', 'refs/remotes/origin/main', mine);
    const clone = await prepareDemo(found, unused());
    const root = path.dirname(clone);
    await rm(path.join(clone, '.git'), { recursive: true });
    const record = await readDemoRecord(root);
    assert.ok(record);
    const { url } = await start();
    await assert.rejects(reconnectDemo(url, clone, [mine]), { name: 'GitFailedError' });
    assert.equal(await git(outer, 'remote', 'get-url', 'origin'), 'https://gitlab.example/mara/dotfiles.git');
    assert.equal(await git(outer, 'rev-parse', 'HEAD'), mine);
    assert.equal(await readFile(path.join(outer, '.bashrc'), 'utf8'), 'mine');
    assert.equal(await ownWork(root, record.commits), undefined);
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

  it('is recognized only directly in a demo folder in the storage folder of the extension', () => {
    const storage = { scheme: 'file', path: '/C:/storage' };
    const isDemo = (folder: string, scheme = 'file', platform: NodeJS.Platform = 'linux'): boolean =>
      isDemoPath(storage, { scheme, path: folder }, platform);
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
    assert.ok(!isDemoPath(storage, undefined));
    const withoutRecord = {
      scheme: 'file',
      path: '/C:/storage/demo-x1/storefront',
      fsPath: '/missing/storefront',
    };
    assert.ok(!isDemoClone(storage, withoutRecord));
  });
});
