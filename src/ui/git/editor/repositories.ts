import { extensions, workspace } from 'vscode';
import type { Repositories, Repository } from '../../../app/shared/stores';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { type GitApi, type GitRepository, toRepository } from './api';
import { connectGit } from './extension';

/**
 * Repositories of the built-in Git extension; empty if the extension isn't available (untrusted or virtual
 * workspaces).
 */
export class GitRepositories implements Repositories, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();
  readonly #watched = new WeakSet<GitRepository>();
  #connected = false;
  #listening = false;
  #api: Promise<GitApi | undefined> | undefined;
  /** The last known remotes and heads. Repositories also fire their event for every change of a file. */
  #last = '';

  readonly onDidChange = this.#changed.event;

  readonly effectiveRemotes: Repositories['effectiveRemotes'];

  /** `effectiveRemotes` starts git. */
  constructor(effectiveRemotes: Repositories['effectiveRemotes']) {
    this.effectiveRemotes = effectiveRemotes;
  }

  async list(): Promise<readonly Repository[]> {
    this.#listen();
    this.#api ??= this.#connect().finally(() => {
      // Cache only a successful connection: Git may be enabled, or the workspace trusted, at any time.
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
    const update = (): void => {
      for (const repository of api.repositories) this.#watch(api, repository);
      this.#notifyIfChanged(api);
    };
    this.#subscriptions.add(api.onDidOpenRepository(update));
    this.#subscriptions.add(api.onDidCloseRepository(update));
    for (const repository of api.repositories) this.#watch(api, repository);
    this.#connected = true;
    return api;
  }

  /** Until the Git extension is available, listens for changes that may enable it. */
  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    const notify = (): void => {
      if (!this.#connected) this.#changed.fire();
    };
    this.#subscriptions.add(workspace.onDidGrantWorkspaceTrust(notify));
    this.#subscriptions.add(extensions.onDidChange(notify));
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
