import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getMergeRequest } from '../../../../src/api/endpoints/merge-requests';
import { nodeTransport } from '../../../../src/api/transport';
import { CheckOut } from '../../../../src/app/git/check-out';
import { Clones } from '../../../../src/app/git/clones';
import { ConflictResolution } from '../../../../src/app/git/conflict-resolution';
import { type PreparedResolution, prepareResolution } from '../../../../src/app/git/resolution-setup';
import { ResolutionStore } from '../../../../src/app/git/resolution-store';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { systemClock } from '../../../../src/base/clock';
import { GitMerging } from '../../../../src/editor/git/merging';
import { GitWork } from '../../../../src/editor/git/work';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { StoredResolution as Stored } from '../../../../src/schemas/stored/conflict-resolution';
import { accountsOver } from '../../../builders/accounts';
import { gitPlaces } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { withGitFolder } from '../../../sandbox/helpers/git';

/** The merge request of the demo that conflicts with its target branch, and the file with the conflict. */
export const CONFLICTING = 16;
export const BRANCH = 'feature/price-table';

/** A clone of the sandbox's project in which conflicts are resolved. */
export function withResolving() {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const { git: run, inFolder } = withGitFolder('Mara');
  const signal = new AbortController().signal;
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => sandbox.close());
  after(() => {
    transport.dispose();
  });

  const inClone = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const write = (file: string, text: string) => writeFile(path.join(inFolder('shop'), file), text);
  const read = (file: string) => readFile(path.join(inFolder('shop'), file), 'utf8');

  /** Replaces the text with conflict markers, and stages the file. */
  async function resolve(file: string, text: string): Promise<void> {
    await write(file, text);
    await inClone('add', '--', file);
  }

  async function resolving() {
    const url = new URL(`${sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['mara', sandbox.tokens.maintainer];
    await run('clone', '-q', '--', url.href, 'shop');
    for (const each of ['name', 'email']) await inClone('config', `user.${each}`, 'mara');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const places = await gitPlaces(inFolder('shop'));
    const [git, merging] = [new GitWork(places), new GitMerging(places)];
    const clones = new Clones(git, clientFor, new ProjectRenames(heldMemory()));
    const checkOut = new CheckOut(git, clones);
    const memory = heldMemory();
    const open = () => {
      const store = new ResolutionStore(memory);
      return { store, resolution: new ConflictResolution({ git, merging, store, checkOut }) };
    };
    const key = (iid: number) => ({ base, project: 1, iid });
    const mergeRequest = (iid: number) =>
      clientFor(base).call(getMergeRequest, { id: 1, merge_request_iid: iid });
    const prepare = async (iid = CONFLICTING) => {
      const [clone] = await clones.of(key(iid));
      assert.ok(clone);
      const facts = { mergeRequest: await mergeRequest(iid), clone };
      return prepareResolution({ git, merging, checkOut }, key(iid), facts, signal);
    };
    const prepared = async (iid = CONFLICTING): Promise<PreparedResolution> => {
      const found = await prepare(iid);
      assert.ok('fetched' in found, JSON.stringify(found));
      return found;
    };
    const { store, resolution } = open();
    const current = (): Stored => {
      assert.ok(store.current);
      return store.current;
    };
    return { git, merging, clones, store, resolution, current, open, prepare, prepared, mergeRequest, key };
  }

  /** Everything that aborting must restore. */
  const snapshot = async (): Promise<Readonly<Record<string, string>>> => ({
    head: await inClone('symbolic-ref', '-q', 'HEAD').catch(() => inClone('rev-parse', 'HEAD')),
    branches: await inClone('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'),
    upstreams: await inClone('for-each-ref', '--format=%(refname) %(upstream)', 'refs/heads'),
    status: await inClone('status', '--porcelain'),
    staged: await inClone('diff', '--cached'),
    changed: await inClone('diff'),
    stashes: await inClone('stash', 'list'),
  });

  return { run, inFolder, inClone, write, read, resolve, resolving, snapshot, sandbox: () => sandbox };
}
