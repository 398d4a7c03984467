import { type ExtensionContext, Uri } from 'vscode';
import { AccountCredentials, requestFor } from '../app/git/account-credentials';
import type { DisposableStore } from '../base/disposable';
import { componentLog } from '../base/log';
import { passwordNeeded } from '../presentation/git/credential-messages';
import { credentialPrompt } from '../ui/git/commands/credential-prompt';
import { CredentialGit } from '../ui/git/editor/credential-git';
import { type FindCredential, registerCredentialsProvider } from '../ui/git/editor/credentials-provider';
import { HiddenWorktrees } from '../ui/git/editor/hidden-worktrees';
import { editorGit } from '../ui/git/editor/show';
import type { GitWorkDeps } from '../ui/git/editor/work';
import { isOn } from '../ui/shared/editor/settings';
import type { AccountsModule } from './accounts';
import type { OutputModule } from './output';

/** Git with the tokens of accounts as passwords. */
export interface GitCredentialsModule {
  readonly gitWorkDeps: GitWorkDeps;
  /** Worktrees for resolving conflicts. */
  readonly worktrees: HiddenWorktrees;
  /** For the commands of VS Code's Git extension. */
  readonly findCredential: FindCredential;
}

export function composeGitCredentials(
  { extensionUri, globalStorageUri, storageUri }: ExtensionContext,
  store: DisposableStore,
  { accounts, clientFor, log, notify, prompts, writes }: AccountsModule & OutputModule,
): GitCredentialsModule {
  const credentials = new AccountCredentials({ accounts, clientFor, isOn: () => isOn('gitUseAccountToken') });
  const helper = Uri.joinPath(extensionUri, 'dist', 'credential-helper.mjs').fsPath;
  const runner = new CredentialGit({
    credentials,
    ask: credentialPrompt(prompts),
    log: componentLog(log, 'git'),
    helper,
  });
  const notified = new Set<string>();
  const findCredential: FindCredential = async (url) => {
    const request = requestFor(url);
    const found = request && (await credentials.find(request, 'unknown'));
    if (found === undefined) return undefined;
    if ('credential' in found) return found.credential;
    const message = passwordNeeded(found.unusable, new URL(found.base).host);
    if (!notified.has(message)) notify(message);
    notified.add(message);
    return undefined;
  };
  // At activation, other extensions aren't looked for. With an account, this code is loaded shortly after it.
  store.add(registerCredentialsProvider(findCredential));
  const aroundTransfer = <T>(transfer: () => Promise<T>): Promise<T> => writes.aroundAll(transfer);
  const access = { ...editorGit, runner, aroundTransfer };
  // A window without a folder has no storage for itself.
  const root = Uri.joinPath(storageUri ?? globalStorageUri, 'worktrees').fsPath;
  const isShared = storageUri === undefined;
  const worktrees = store.add(new HiddenWorktrees({ root, isShared, access }));
  return { gitWorkDeps: { ...access, worktrees }, worktrees, findCredential };
}
