import { extensions, workspace, type Event as EditorEvent, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Repositories, Repository } from '../app/ports';

/** The part of the built-in git extension's public interface (version 1) that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}
interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: EditorEvent<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: EditorEvent<GitRepository>;
  readonly onDidCloseRepository: EditorEvent<GitRepository>;
}
interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    /** Without a name where it is detached. */
    readonly HEAD:
      | {
          readonly name?: string;
          readonly commit?: string;
          readonly upstream?: { readonly name: string };
        }
      | undefined;
    readonly remotes: readonly {
      readonly name: string;
      readonly fetchUrl?: string;
      readonly pushUrl?: string;
    }[];
    readonly onDidChange: EditorEvent<void>;
  };
}

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
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    if (extension === undefined) return undefined;
    const git = extension.isActive ? extension.exports : await extension.activate();
    if (!git.enabled) return undefined;
    const api = git.getAPI(1);
    await this.#initialized(api);
    const look = (): void => {
      for (const repository of api.repositories) this.#watch(api, repository);
      this.#tellIfChanged(api);
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

  /** The git extension looks for repositories once, in its own time. */
  #initialized(api: GitApi): Promise<void> {
    if (api.state === 'initialized') return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = api.onDidChangeState((state) => {
        if (state !== 'initialized') return;
        subscription.dispose();
        resolve();
      });
      this.#subscriptions.add(subscription);
    });
  }

  #watch(api: GitApi, repository: GitRepository): void {
    if (this.#watched.has(repository)) return;
    this.#watched.add(repository);
    this.#subscriptions.add(
      repository.state.onDidChange(() => {
        this.#tellIfChanged(api);
      }),
    );
  }

  #tellIfChanged(api: GitApi): void {
    const now = JSON.stringify(api.repositories.map(toRepository));
    if (now === this.#last) return;
    this.#last = now;
    this.#changed.fire();
  }
}

function toRepository({ rootUri, state }: GitRepository): Repository {
  const { HEAD } = state;
  return {
    id: rootUri.toString(),
    name: rootUri.path.slice(rootUri.path.lastIndexOf('/') + 1),
    remotes: state.remotes.flatMap(({ name, fetchUrl, pushUrl }) => {
      const url = fetchUrl ?? pushUrl;
      return url === undefined ? [] : [{ name, url }];
    }),
    // A local branch may have another name on the server.
    head: HEAD && { name: HEAD.upstream?.name ?? HEAD.name, sha: HEAD.commit },
  };
}
