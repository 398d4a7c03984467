import { extensions, type Uri, workspace } from 'vscode';
import {
  type AccountCredentials,
  type GitCredential,
  requestFor,
} from '../../../app/git/account-credentials';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { passwordNeeded } from '../../../presentation/git/credential-messages';

/** Returns the user name and password for a URL; undefined to let VS Code ask the user. */
export type FindCredential = (url: string) => Promise<GitCredential | undefined>;

/** Finds the credentials of accounts. `notify`: shows, once per server, that its token can't be a password. */
export function credentialFinder(
  credentials: Pick<AccountCredentials, 'find'>,
  notify: (message: string) => void,
): FindCredential {
  const notified = new Set<string>();
  return async (url) => {
    const request = requestFor(url);
    const found = request && (await credentials.find(request, 'unknown'));
    if (found === undefined) return undefined;
    if ('credential' in found) return found.credential;
    const message = passwordNeeded(found.unusable, new URL(found.base).host);
    if (!notified.has(message)) notify(message);
    notified.add(message);
    return undefined;
  };
}

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
