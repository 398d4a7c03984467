import { writeFile } from 'node:fs/promises';
import { Changes } from '../../../../src/app/changes/changes';
import type { Blobs } from '../../../../src/app/changes/compared-versions';
import { mergeRequestId, type MergeRequestKey } from '../../../../src/app/shared/keys';
import { Emitter } from '../../../../src/base/emitter';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { withGitFolder } from '../../../sandbox/helpers/git';

export const GIFT_CARDS = 12;
export const BRANCH = 'feature/gift-cards';

/** Sets up a sandbox for each test, with a clone and the changes of a merge request. */
export function changing() {
  let sandbox: Sandbox;
  const stores: Changes[] = [];
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) store.dispose();
    await closeAll();
    await sandbox.close();
  });
  const { git, inFolder } = withGitFolder('Dana');

  function changesOf(blobs?: Blobs) {
    const { client, store, key } = actingOn(sandbox);
    const reviewed = new Map<string, number>();
    const last = (of: MergeRequestKey) => {
      const version = reviewed.get(mergeRequestId(of));
      return version === undefined ? undefined : { version };
    };
    const turned = new Emitter<MergeRequestKey>();
    const changes = new Changes({
      clientFor: () => client,
      mergeRequests: store,
      reviewed: { last, onDidChange: turned.event },
      ...(blobs === undefined ? {} : { blobs }),
    });
    stores.push(changes);
    const at = key(GIFT_CARDS);
    return {
      changes,
      mergeRequests: store,
      at,
      review: (version: number) => {
        reviewed.set(mergeRequestId(at), version);
        turned.fire(at);
      },
    };
  }

  async function cloned(): Promise<void> {
    const url = new URL(`${sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['marek', sandbox.tokens.maintainer];
    await git('clone', '--quiet', '--branch', BRANCH, url.href, '.');
  }
  async function commit(file: string, text: string, ...push: readonly string[]): Promise<void> {
    await writeFile(inFolder(file), text);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Write ${file}`);
    await git('push', '--quiet', ...push);
  }
  const requestCount = (): number => sandbox.requests().length;

  return {
    get sandbox() {
      return sandbox;
    },
    get stores() {
      return stores;
    },
    git,
    inFolder,
    changesOf,
    cloned,
    commit,
    asked: requestCount,
  };
}
