import { writeFile } from 'node:fs/promises';
import { Changes } from '../../../../src/app/changes/changes';
import type { Blobs } from '../../../../src/app/changes/compared-versions';
import { mergeRequestId, type MergeRequestKey } from '../../../../src/app/shared/keys';
import { Emitter } from '../../../../src/base/emitter';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { withClones } from '../../../builders/with-clones';
import { withSandbox } from '../../../builders/with-sandbox';
import { withGitFolder } from '../../../sandbox/helpers/git';

export const GIFT_CARDS = 12;
export const BRANCH = 'feature/gift-cards';

/** Sets up a sandbox whose state is restored before each test, with a clone and the changes of a merge request. */
export function changing() {
  const world = withSandbox();
  const stores: Changes[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) store.dispose();
    await closeAll();
  });
  const { git, inFolder } = withGitFolder('Dana');
  const clone = withClones(world, { git, inFolder });

  function changesOf(blobs?: Blobs) {
    const { client, store, key } = actingOn(world.sandbox);
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
    const { tokens, url: base } = world.sandbox;
    const url = new URL(`${base}/acme/storefront.git`);
    [url.username, url.password] = ['marek', tokens.maintainer];
    await clone(url.href, '.', '--branch', BRANCH);
  }
  async function commit(file: string, text: string, ...push: readonly string[]): Promise<void> {
    await writeFile(inFolder(file), text);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Write ${file}`);
    await git('push', '--quiet', ...push);
  }
  const requestCount = (): number => world.sandbox.requests().length;

  return {
    get sandbox() {
      return world.sandbox;
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
