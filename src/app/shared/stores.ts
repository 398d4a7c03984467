import type { Event } from '../../base/emitter';
import type { StateKey } from './stored-state';

/** Stores secrets in the editor's secret storage. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** The keys of all stored secrets; undefined if the editor can't list them. */
  keys?(): Promise<readonly string[] | undefined>;
  /** Fires with the key of a secret that was changed, in this window or another one. */
  readonly onDidChange: Event<string>;
}

/** Stores data between sessions. Never contains secrets. */
export interface KeyValueStore {
  get(key: StateKey): unknown;
  set(key: StateKey, value: unknown): Promise<void>;
  /** Fires with the server whose account data was removed. Listeners must discard their copies. */
  readonly onDidForget: Event<string>;
}

/** The head of a repository: the branch name on the server, and the commit. A detached head has no name. */
export interface Head {
  readonly name: string | undefined;
  readonly sha: string | undefined;
}

/** A remote of a repository. `url` is the one to fetch from. */
export interface GitRemote {
  readonly name: string;
  readonly url: string;
  /** The URLs to push to, if they are known to differ. */
  readonly pushUrls?: readonly string[] | undefined;
  /** The host that the host of its URLs stands for, if that is an SSH alias. */
  readonly aliasOf?: string | undefined;
}

/** An open git repository. */
export interface Repository {
  /** Identifies it among open repositories; not for display. */
  readonly id: string;
  readonly name: string;
  readonly remotes: readonly GitRemote[];
  /** Undefined before the first commit, and if git doesn't report it. */
  readonly head?: Head | undefined;
}

/** The repositories of the workspace, from the editor's git support. */
export interface Repositories {
  /** Resolves after the first search for repositories. */
  list(signal?: AbortSignal): Promise<readonly Repository[]>;
  /** Asks git, which applies settings such as `insteadOf`. Undefined if git can't be asked. */
  readonly effectiveRemotes?: ((repository: string) => Promise<readonly GitRemote[]>) | undefined;
  readonly onDidChange: Event<void>;
}
