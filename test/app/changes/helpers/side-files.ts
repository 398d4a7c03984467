import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMergeRequest } from '../../../../src/api/endpoints/merge-requests';
import type { SideText } from '../../../../src/app/changes/sides/side-text';
import type { MergeRequestKey } from '../../../../src/app/shared/keys';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { reviewing } from '../../../builders/review';
import { withGitFolder } from '../../../sandbox/helpers/git';

export const FILES = '**/repository/files/**';
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const COMMIT = '1f7e0a3c5b2d4e6f8a9b0c1d2e3f405162738495';
const pointer = (oid: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid.repeat(64)}\nsize ${size}\n`;
export const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
export const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** Sets up a merge request with files of all kinds for each test. */
export function sideFiles() {
  let sandbox: Sandbox;
  let key: MergeRequestKey;
  const { git, inFolder } = withGitFolder('Dana');
  let round = 0;
  /** Names of branches, which are different in each test. */
  let ground = '';
  let kinds = '';
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  beforeEach(async () => {
    [ground, kinds] = [`work/ground-${++round}`, `work/kinds-${round}`];
    await cloned();
    key = await proposed();
  });
  afterEach(async () => {
    sandbox.faults.clear();
    await closeAll();
  });
  after(() => sandbox.close());

  const inShop = (...args: string[]): Promise<string> => git('-C', 'shop', ...args);
  const put = async (name: string, content: string | Buffer): Promise<void> => {
    const file = path.join(inFolder('shop'), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  async function cloned(): Promise<void> {
    const url = new URL(`${sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['dana', sandbox.tokens.developer];
    await git('clone', '--quiet', url.href, 'shop');
  }

  /** Creates a merge request with files of all kinds. */
  async function proposed(): Promise<MergeRequestKey> {
    await inShop('checkout', '--quiet', '-b', ground);
    await put('kinds/long.txt', lines(numbered(1, 60)));
    await put('kinds/gone.txt', 'will go\n');
    await put('kinds/old name.txt', lines(numbered(1, 20)));
    await put('kinds/data.bin', Buffer.from([0, 1, 2, 255]));
    await put('kinds/dot.png', PNG);
    await put('kinds/film.mp4', pointer('a', 1_400_000));
    await put('kinds/windows.txt', 'one\r\ntwo\r\nthree\r\n');
    await symlink('long.txt', inFolder('shop/kinds/link'));
    await inShop('update-index', '--add', '--cacheinfo', `160000,${COMMIT},vendor/lib`);
    // `add --all` treats a submodule without a folder as deleted.
    await mkdir(inFolder('shop/vendor/lib'), { recursive: true });
    await inShop('add', 'kinds');
    await inShop('commit', '--quiet', '--message', 'The ground');
    await inShop('push', '--quiet', 'origin', ground);

    await inShop('checkout', '--quiet', '-b', kinds);
    const long = numbered(1, 60);
    [long[4], long[39]] = ['line 5 is other', 'line 40 is other'];
    await put('kinds/long.txt', lines([...long.slice(0, 50), 'a new one', ...long.slice(50)]));
    await rm(inFolder('shop/kinds/gone.txt'));
    await put('kinds/new.txt', 'no end');
    await inShop('mv', 'kinds/old name.txt', 'kinds/new name.txt');
    await put('kinds/data.bin', Buffer.from([0, 9, 2, 255]));
    await put('kinds/dot.png', Buffer.concat([PNG, Buffer.from('x')]));
    await put('kinds/film.mp4', pointer('b', 1_400_000));
    await put('kinds/windows.txt', 'one\r\ntwo and a half\r\nthree\r\n');
    await rm(inFolder('shop/kinds/link'));
    await symlink('new.txt', inFolder('shop/kinds/link'));
    await inShop('add', 'kinds');
    await inShop('update-index', '--cacheinfo', `160000,${COMMIT.replace('1f', '2f')},vendor/lib`);
    await inShop('commit', '--quiet', '--message', 'All kinds');
    await inShop('push', '--quiet', 'origin', kinds);
    return open(kinds, ground);
  }

  async function open(source: string, target: string): Promise<MergeRequestKey> {
    const { client } = actingOn(sandbox);
    const params = { id: 1, source_branch: source, target_branch: target, title: source };
    const { iid } = await client.call(createMergeRequest, params);
    // The server creates the diff a moment later.
    sandbox.advance(2_000);
    return { base: sandbox.url, project: 1, iid };
  }

  const reader = (...clones: string[]) => {
    const { client, store } = actingOn(sandbox);
    return reviewing(client, store, clones);
  };
  let requestCountBefore = 0;
  beforeEach(() => {
    requestCountBefore = sandbox.requests().length;
  });
  const requestedPaths = (): readonly string[] =>
    sandbox
      .requests()
      .slice(requestCountBefore)
      .map(({ path: requestPath }) => requestPath)
      .filter((requestPath) => requestPath.includes('/repository/files/'));
  const hidden = (): void => {
    sandbox.faults.add({ kind: 'status', status: 404, path: FILES });
  };

  type Reader = Awaited<ReturnType<typeof reader>>;
  const both = async ({ content, sides }: Reader, name: string): Promise<readonly [SideText, SideText]> => {
    const of = await sides(key, name);
    return Promise.all([content.read(of.old), content.read(of.new)]);
  };

  return {
    get sandbox() {
      return sandbox;
    },
    get key() {
      return key;
    },
    get ground() {
      return ground;
    },
    get kinds() {
      return kinds;
    },
    git,
    inFolder,
    inShop,
    put,
    cloned,
    proposed,
    open,
    reader,
    asked: requestedPaths,
    hidden,
    both,
  };
}
