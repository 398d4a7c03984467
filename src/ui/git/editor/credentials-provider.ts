import { extensions, type Uri, workspace } from 'vscode';
import type { GitCredential } from '../../../app/git/account-credentials';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';

/** Returns the user name and password for a URL; undefined to let VS Code ask the user. */
export type FindCredential = (url: string) => Promise<GitCredential | undefined>;

/** The part of the Git extension that asks for user names and passwords. */
interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: (listener: () => void) => Disposable;
  getAPI(version: 1): {
    registerCredentialsProvider(provider: {
      getCredentials(host: Uri): Promise<GitCredential | undefined>;
    }): Disposable;
  };
}

/**
 * Provides the credentials for the commands of VS Code's Git extension, such as Sync. Waits until the extension is
 * available: it isn't before the workspace is trusted, and can be disabled.
 */
export function registerCredentialsProvider(find: FindCredential): Disposable {
  const store = new DisposableStore();
  let state: 'idle' | 'connecting' | 'watched' | 'registered' = 'idle';

  function register(git: GitExtension): void {
    if (!git.enabled || state === 'registered') return;
    state = 'registered';
    const provider = { getCredentials: (host: Uri) => find(host.toString(true)) };
    store.add(git.getAPI(1).registerCredentialsProvider(provider));
  }

  async function connect(): Promise<void> {
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    if (extension === undefined || state !== 'idle') return;
    state = 'connecting';
    const git = extension.isActive ? extension.exports : await extension.activate();
    state = 'watched';
    store.add(
      git.onDidChangeEnablement(() => {
        // Its former API is gone with all providers.
        if (!git.enabled) state = 'watched';
        register(git);
      }),
    );
    register(git);
  }

  const start = (): void => {
    background(connect());
  };
  store.add(workspace.onDidGrantWorkspaceTrust(start));
  store.add(extensions.onDidChange(start));
  start();
  return store;
}
