import { extensions } from 'vscode';
import type { DisposableStore } from '../../../base/disposable';
import type { GitApi } from './api';

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}
/**
 * Returns the API of the Git extension; undefined if it isn't available (untrusted or virtual workspaces) or
 * disabled.
 */
export async function connectGit(store?: DisposableStore): Promise<GitApi | undefined> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  const git = extension.isActive ? extension.exports : await extension.activate();
  if (!git.enabled) return undefined;
  const api = git.getAPI(1);
  await initialized(api, store);
  return api;
}

/** Waits until the Git extension has searched for repositories. */
function initialized(api: GitApi, store: DisposableStore | undefined): Promise<void> {
  if (api.state === 'initialized') return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = api.onDidChangeState((state) => {
      if (state !== 'initialized') return;
      subscription.dispose();
      resolve();
    });
    store?.add(subscription);
  });
}
