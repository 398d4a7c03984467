import type { Memento } from 'vscode';
import { mayBeSignedIn } from '../app/accounts/may-be-signed-in';
import { editorContextKeys } from '../editor/shared/context-keys';

/** Lists the commands that need an account in the palette from activation on, if there is likely to be one. */
export function showLikelyAccount(state: Pick<Memento, 'get'>, environmentHost: string | undefined): void {
  editorContextKeys.set('switchyard.signedIn', mayBeSignedIn(state.get('accounts'), environmentHost));
}
