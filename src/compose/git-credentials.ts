import { type Uri, Uri as uris } from 'vscode';
import { AccountCredentials, requestFor } from '../app/git/account-credentials';
import type { DisposableStore } from '../base/disposable';
import { credentialPrompt } from '../commands/git/credential-prompt';
import { CredentialGit } from '../editor/git/credential-git';
import { type FindCredential, registerCredentialsProvider } from '../editor/git/credentials-provider';
import { editorGit } from '../editor/git/show';
import type { GitPlaces } from '../editor/git/work';
import { isOn } from '../editor/shared/settings';
import { passwordNeeded } from '../presentation/git/credential-messages';
import type { AccountsModule } from './accounts';
import type { OutputModule } from './output';

/** Git with the tokens of accounts as passwords. */
export interface GitCredentialsModule {
  readonly gitPlaces: GitPlaces;
  /** For the commands of VS Code's Git extension. */
  readonly findCredential: FindCredential;
}

export function composeGitCredentials(
  extensionUri: Uri,
  store: DisposableStore,
  { accounts, clientFor, log, notify, prompts }: AccountsModule & OutputModule,
): GitCredentialsModule {
  const credentials = new AccountCredentials({ accounts, clientFor, isOn: () => isOn('gitCredentials') });
  const helper = uris.joinPath(extensionUri, 'dist', 'credential-helper.mjs').fsPath;
  const runner = new CredentialGit({ credentials, ask: credentialPrompt(prompts), log, helper });
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
  return { gitPlaces: { ...editorGit, runner }, findCredential };
}
