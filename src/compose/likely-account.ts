import type { Memento } from 'vscode';
import { mayBeSignedIn } from '../app/accounts/may-be-signed-in';
import { editorContextKeys } from '../ui/shared/editor/context-keys';

/**
 * Lists commands that require an account in the Command Palette from activation on, if there likely is one.
 */
export function showLikelyAccount(state: Pick<Memento, 'get'>, environmentHost: string | undefined): void {
  editorContextKeys.set('switchyard.signedIn', mayBeSignedIn(state.get('accounts'), environmentHost));
}
