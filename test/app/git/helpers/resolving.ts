import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getMergeRequest } from '../../../../src/api/endpoints/merge-requests';
import { nodeTransport } from '../../../../src/api/transport';
import { Clones } from '../../../../src/app/git/clones';
import { ConflictResolution } from '../../../../src/app/git/conflict-resolution';
import { type PreparedResolution, prepareResolution } from '../../../../src/app/git/resolution-setup';
import { ResolutionStore } from '../../../../src/app/git/resolution-store';
import { MergeRequests } from '../../../../src/app/merge-requests/merge-requests';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import type { KeyValueStore } from '../../../../src/app/shared/stores';
import { systemClock } from '../../../../src/base/clock';
import type { StoredResolution as Stored } from '../../../../src/schemas/stored/conflict-resolution';
import { HiddenWorktrees } from '../../../../src/ui/git/editor/hidden-worktrees';
import { GitMerging } from '../../../../src/ui/git/editor/merging';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { accountsOver } from '../../../builders/accounts';
import { gitWorkDepsWith } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { withClones } from '../../../builders/with-clones';
import { withSandbox } from '../../../builders/with-sandbox';
import { withGitFolder } from '../../../sandbox/helpers/git';
import { snapshotOf } from './clone-snapshot';

/** The merge request of the demo that conflicts with its target branch, and the file with the conflict. */
export const CONFLICTING = 16;
export const BRANCH = 'feature/price-table';

/** A clone of the sandbox's project in which conflicts are resolved. `program`: writes one that replaces git. */
export function withResolving({
  program = () => Promise.resolve('git'),
}: { readonly program?: (folder: string) => Promise<string> } = {}) {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const { git: run, inFolder } = withGitFolder('Mara');
  const signal = new AbortController().signal;
  const world = withSandbox();
  const clone = withClones(world, { git: run, inFolder });
  after(() => {
    transport.dispose();
  });

  const worktreeRoot = (): string => inFolder('storage/worktrees');
  const inClone = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const write = (file: string, text: string) => writeFile(path.join(inFolder('shop'), file), text);
  const read = (file: string) => readFile(path.join(inFolder('shop'), file), 'utf8');

  /** The URL of a repository with the token of a user who may push. */
  function remoteUrl(project = 'acme/storefront'): string {
    const { tokens, url: base } = world.sandbox;
    const url = new URL(`${base}/${project}.git`);
    [url.username, url.password] = ['mara', tokens.maintainer];
    return url.href;
  }

  const SETTINGS = ['--config', 'user.name=mara', '--config', 'user.email=mara'];
  const cloned = (...options: readonly string[]): Promise<void> =>
    clone(remoteUrl(), 'shop', ...SETTINGS, ...options);

  /** Checks out the branch of the merge request, so that its conflicts are resolved in the checkout. */
  const checkedOut = (): Promise<string> => inClone('checkout', '-q', '-b', BRANCH, `origin/${BRANCH}`);

  async function resolving(...options: readonly string[]) {
    await cloned(...options);
    const { accounts } = accountsOver(transport);
    const { tokens, url } = world.sandbox;
    await accounts.signIn(url, tokens.maintainer);
    const { base } = accounts.list()[0] ?? { base: '' };
    const clientFor = (server: string) => accounts.client(server);
    const access = await gitWorkDepsWith(await program(inFolder('.')), inFolder('shop'));
    const worktrees = new HiddenWorktrees({ root: worktreeRoot(), isShared: false, access });
    const places = { ...access, worktrees };
    const [git, merging] = [new GitWork(places), new GitMerging(places)];
    const clones = new Clones(git, clientFor, new ProjectRenames(heldMemory()));
    const held = heldMemory();
    const open = (memory: KeyValueStore = held) => {
      const store = new ResolutionStore(memory);
      return { store, resolution: new ConflictResolution({ git, merging, worktrees, store }) };
    };
    const key = (iid: number) => ({ base, project: 1, iid });
    const mergeRequest = (iid: number) =>
      clientFor(base).call(getMergeRequest, { id: 1, merge_request_iid: iid });
    const prepare = async (iid = CONFLICTING) => {
      const [found] = await clones.of(key(iid));
      assert.ok(found);
      const facts = { mergeRequest: await mergeRequest(iid), clone: found };
      return prepareResolution({ git, merging, worktrees, clones }, key(iid), facts, signal);
    };
    const prepared = async (iid = CONFLICTING): Promise<PreparedResolution> => {
      const found = await prepare(iid);
      assert.ok('resolution' in found, JSON.stringify(found));
      return found;
    };
    const { store, resolution } = open();
    const current = (): Stored => {
      assert.ok(store.current);
      return store.current;
    };
    /** Path of a file with conflicts. */
    const at = (file: string): string =>
      worktrees.fileIn(resolution.repositoryOf(current()), file) ?? path.join(inFolder('shop'), file);
    /** Replaces a file with a text that resolves its conflict, and stages it. */
    const resolve = async (file: string, text: string | Uint8Array): Promise<void> => {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await writeFile(at(file), text);
      await merging.stage(resolution.repositoryOf(current()), [file]);
    };
    return {
      client: clientFor(base),
      mergeRequests: new MergeRequests(clientFor),
      git,
      merging,
      worktrees,
      clones,
      store,
      resolution,
      current,
      open,
      prepare,
      prepared,
      mergeRequest,
      key,
      at,
      resolve,
    };
  }

  const snapshot = () => snapshotOf(inFolder('shop'));

  return {
    run,
    inFolder,
    inClone,
    write,
    read,
    remoteUrl,
    checkedOut,
    resolving,
    snapshot,
    worktreeRoot,
    clone,
    sandbox: () => world.sandbox,
  };
}
