import type { ExtensionContext } from 'vscode';
import { startWhenRelevant } from '../app/branch/background-start';
import { storedAccountsSchema } from '../schemas/stored/accounts';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { Parts } from './parts';

export interface BackgroundStart {
  readonly state: Pick<ExtensionContext['globalState'], 'get'>;
  /** Server of an account that isn't stored. */
  readonly host: string | undefined;
  readonly parts: () => Promise<Parts>;
}

/**
 * Starts the status bar, badge, and notifications before a view is opened. Loads nothing without an account.
 */
export async function startInBackground({ state, host, parts }: BackgroundStart): Promise<void> {
  const entries = storedAccountsSchema.parse(state.get('accounts'));
  const isSignedIn = entries.some((entry) => 'base' in entry || entry.account !== undefined);
  if (!isSignedIn && host === undefined) {
    editorContextKeys.set('switchyard.signedIn', false);
    return;
  }
  const { projects, store, wake } = await parts();
  store.add(startWhenRelevant(projects, wake));
}
