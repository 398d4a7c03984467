import { extensions, workspace } from 'vscode';
import type { Repositories, Repository } from '../../app/shared/stores';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type GitApi, type GitRepository, toRepository } from './api';
import { connectGit } from './extension';

/** Repositories through the built-in git extension; none where it is absent (untrusted or virtual workspaces). */
export class GitRepositories implements Repositories, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();
  readonly #watched = new WeakSet<GitRepository>();
  #connected = false;
  #listening = false;
  #api: Promise<GitApi | undefined> | undefined;
  /** Remotes and heads as they were told last: a repository also changes with every edit of a file. */
  #last = '';

  readonly onDidChange = this.#changed.event;

  async list(): Promise<readonly Repository[]> {
    this.#listen();
    this.#api ??= this.#connect().finally(() => {
      // Only a success is kept: git may be switched on, or the workspace trusted, at any time.
      if (!this.#connected) this.#api = undefined;
    });
    const api = await this.#api;
    const repositories = (api?.repositories ?? []).map(toRepository);
    this.#last = JSON.stringify(repositories);
    return repositories;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #connect(): Promise<GitApi | undefined> {
    const api = await connectGit(this.#subscriptions);
    if (api === undefined) return undefined;
    const look = (): void => {
      for (const repository of api.repositories) this.#watch(api, repository);
      this.#notifyIfChanged(api);
    };
    this.#subscriptions.add(api.onDidOpenRepository(look));
    this.#subscriptions.add(api.onDidCloseRepository(look));
    for (const repository of api.repositories) this.#watch(api, repository);
    this.#connected = true;
    return api;
  }

  /** While there is no git support, what may bring it is listened to. */
  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    const look = (): void => {
      if (!this.#connected) this.#changed.fire();
    };
    this.#subscriptions.add(workspace.onDidGrantWorkspaceTrust(look));
    this.#subscriptions.add(extensions.onDidChange(look));
  }

  #watch(api: GitApi, repository: GitRepository): void {
    if (this.#watched.has(repository)) return;
    this.#watched.add(repository);
    this.#subscriptions.add(
      repository.state.onDidChange(() => {
        this.#notifyIfChanged(api);
      }),
    );
  }

  #notifyIfChanged(api: GitApi): void {
    const now = JSON.stringify(api.repositories.map(toRepository));
    if (now === this.#last) return;
    this.#last = now;
    this.#changed.fire();
  }
}
