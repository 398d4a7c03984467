import type { Event } from '../../base/emitter';
import type { StateKey } from './stored-state';

/** Where secrets are kept: the editor's secret storage. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, secret: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** The keys of all stored secrets; undefined where the editor can't list them. */
  keys?(): Promise<readonly string[] | undefined>;
  /** The key whose secret was changed, by this window or another one. */
  readonly onDidChange: Event<string>;
}

/** Where plain facts are kept between sessions. Never a secret. */
export interface KeyValueStore {
  get(key: StateKey): unknown;
  set(key: StateKey, value: unknown): Promise<void>;
  /** The account of this server ended, and what was kept for it is gone: who holds some of it in memory drops it. */
  readonly onDidForget: Event<string>;
}

/** What is checked out: the branch by the name that it has on the server, and the commit; a detached head has no name. */
export interface Head {
  readonly name: string | undefined;
  readonly sha: string | undefined;
}

/** A git repository that is open in the editor. */
export interface Repository {
  /** Identifies it among the open ones; not a path to show. */
  readonly id: string;
  readonly name: string;
  readonly remotes: readonly { readonly name: string; readonly url: string }[];
  /** Undefined before the first commit, and where git does not tell. */
  readonly head?: Head | undefined;
}

/** The repositories of the workspace, as the editor's git support sees them. */
export interface Repositories {
  /** Resolves when they were looked for once. */
  list(signal?: AbortSignal): Promise<readonly Repository[]>;
  readonly onDidChange: Event<void>;
}
