import type { Memento } from 'vscode';
import { mayBeSignedIn } from '../app/accounts/may-be-signed-in';
import { background } from '../base/background';
import type { Disposable } from '../base/disposable';
import type { WindowAccount } from '../editor/demo/window-account';
import { registerCredentialsProvider } from '../editor/git/credentials-provider';
import { editorContextKeys } from '../editor/shared/context-keys';
import type { Parts } from './parts';

/**
 * Lists commands that require an account in the Command Palette from activation on, if there likely is one. Provides the
 * credentials of accounts for VS Code's Git extension. Starts the demo in its window.
 */
export function useLikelyAccount(
  state: Pick<Memento, 'get'>,
  { host, isDemo }: Pick<WindowAccount, 'host' | 'isDemo'>,
  parts: () => Promise<Parts>,
): Disposable {
  const isLikely = (): boolean => mayBeSignedIn(state.get('accounts'), host);
  editorContextKeys.set('switchyard.signedIn', isLikely());
  if (isDemo) background(parts());
  return registerCredentialsProvider(async (url) =>
    isLikely() ? (await parts()).findCredential(url) : undefined,
  );
}
