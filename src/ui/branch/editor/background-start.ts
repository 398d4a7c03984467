import type { ExtensionContext } from 'vscode';
import { storedServer } from '../../../app/accounts/account-list';
import { serverToOffer } from '../../../app/accounts/likely-server';
import { startWhenRelevant } from '../../../app/branch/background-start';
import type { Projects } from '../../../app/projects/projects';
import { background } from '../../../base/background';
import type { DisposableStore } from '../../../base/disposable';
import { storedAccountsSchema } from '../../../schemas/stored/accounts';
import { GitRepositories } from '../../git/editor/repositories';
import { editorContextKeys } from '../../shared/editor/context-keys';

/** The objects that are loaded for background work. */
interface BackgroundServices {
  readonly projects: Projects;
  readonly store: DisposableStore;
  /** Starts requests in the background. */
  readonly wake: () => void;
}

export interface BackgroundStart {
  readonly window: DisposableStore;
  readonly state: Pick<ExtensionContext['globalState'], 'get'>;
  /** Server of an account that isn't stored. */
  readonly host: string | undefined;
  readonly load: () => Promise<BackgroundServices>;
}

/**
 * Starts the status bar, badge, and notifications before a view is opened. Without an account, loads only the offer to
 * sign in, if there is one.
 */
export async function startInBackground({ window, state, host, load }: BackgroundStart): Promise<void> {
  const entries = storedAccountsSchema.parse(state.get('accounts'));
  const isSignedIn = entries.some((entry) => 'base' in entry || entry.account !== undefined);
  if (!isSignedIn && host === undefined) {
    editorContextKeys.set('switchyard.signedIn', false);
    const gone = new Set(entries.flatMap((entry) => ('server' in entry ? [entry.server] : [])));
    loadOffer(window, (base) => gone.has(storedServer(base)), load);
    return;
  }
  const { projects, store, wake } = await load();
  store.add(startWhenRelevant(projects, wake));
}

/** Loads the status bar item that offers to sign in when the remotes are on a server for which it is shown. */
function loadOffer(
  window: DisposableStore,
  hasSignedOut: (base: string) => boolean,
  load: () => Promise<unknown>,
): void {
  const repositories = window.add(new GitRepositories(undefined));
  const check = async (): Promise<void> => {
    if (serverToOffer(await repositories.list(), hasSignedOut) === undefined) return;
    repositories.dispose();
    await load();
  };
  const changed = repositories.onDidChange(() => {
    background(check());
  });
  window.add(changed);
  background(check());
}
