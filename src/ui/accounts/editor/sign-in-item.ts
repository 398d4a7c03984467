import type { StatusBarItem } from 'vscode';
import type { Accounts } from '../../../app/accounts/accounts';
import { serverToOffer } from '../../../app/accounts/likely-server';
import type { Repositories } from '../../../app/shared/stores';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { createStatusItem } from '../../shared/editor/status-bar-item';

export interface SignInItemDeps {
  readonly accounts: Pick<Accounts, 'hasSignedOut' | 'list' | 'onDidChange'>;
  readonly repositories: Repositories;
}

/** The status bar item that offers to sign in, while there is no account and the remotes are on a likely server. */
export class SignInItem implements Disposable {
  readonly #deps: SignInItemDeps;
  readonly #store = new DisposableStore();
  readonly #item: StatusBarItem;
  #shown: string | undefined;

  constructor(deps: SignInItemDeps) {
    this.#deps = deps;
    this.#item = this.#store.add(createStatusItem('signIn'));
    this.#item.name = t('Sign In');
    // Its first step proposes the same server.
    this.#item.command = COMMAND.signIn;
    const update = (): void => {
      background(this.#update());
    };
    this.#store.add(deps.accounts.onDidChange(update));
    this.#store.add(deps.repositories.onDidChange(update));
    update();
  }

  /** The displayed text; undefined while the item is hidden. */
  get shown(): string | undefined {
    return this.#shown;
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #update(): Promise<void> {
    const { accounts, repositories } = this.#deps;
    const listed = accounts.list().length > 0 ? [] : await repositories.list();
    // Read again, because the user can have signed in in the meantime.
    const base =
      accounts.list().length > 0
        ? undefined
        : serverToOffer(listed, (server) => accounts.hasSignedOut(server));
    if (base === undefined) {
      this.#shown = undefined;
      this.#item.hide();
      return;
    }
    const host = escapeInvisibleLine(new URL(base).host);
    this.#shown = t('Sign in to {0}', host);
    this.#item.text = `$(account) ${this.#shown}`;
    this.#item.tooltip = t('Sign in to see the pipelines and merge requests of this workspace');
    this.#item.accessibilityInformation = { label: this.#shown };
    this.#item.show();
  }
}
