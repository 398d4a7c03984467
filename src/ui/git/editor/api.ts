import type { Event as EditorEvent, Uri } from 'vscode';
import type { GitRemote } from '../../../app/shared/git-port';
import type { Repository } from '../../../app/shared/stores';

/** The part of the built-in Git extension's API (version 1) that is used here. */
export interface GitApi {
  /** The executable that VS Code found. */
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: EditorEvent<'uninitialized' | 'initialized'>;
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: EditorEvent<GitRepository>;
  readonly onDidCloseRepository: EditorEvent<GitRepository>;
  getRepository(uri: Uri): GitRepository | null;
  /** Returns the URI of a file at a commit. */
  toGitUri(uri: Uri, ref: string): Uri;
}
export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    /** Without a name if the HEAD is detached. */
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
  /** Refreshes the state. */
  status(): Promise<void>;
  getCommit(ref: string): Promise<{ readonly message: string }>;
  setConfig(key: string, value: string): Promise<string>;
  fetch(options: { readonly remote: string; readonly ref: string }): Promise<void>;
  push(remote: string, branch: string, setUpstream: boolean): Promise<void>;
  checkout(treeish: string): Promise<void>;
  createBranch(name: string, checkout: boolean, ref: string): Promise<void>;
  deleteBranch(name: string, force: boolean): Promise<void>;
  addRemote(name: string, url: string): Promise<void>;
  removeRemote(name: string): Promise<void>;
}

export function remotesOf({ state }: GitRepository): readonly GitRemote[] {
  return state.remotes.flatMap(({ name, fetchUrl, pushUrl }) => {
    const url = fetchUrl ?? pushUrl;
    if (url === undefined) return [];
    return [{ name, url, ...(pushUrl === undefined || pushUrl === url ? {} : { pushUrls: [pushUrl] }) }];
  });
}

export function toRepository(repository: GitRepository): Repository {
  const {
    rootUri,
    state: { HEAD },
  } = repository;
  return {
    id: rootUri.toString(),
    name: rootUri.path.slice(rootUri.path.lastIndexOf('/') + 1),
    remotes: remotesOf(repository),
    // A local branch may have another name on the server.
    head: HEAD && { name: HEAD.upstream?.name ?? HEAD.name, sha: HEAD.commit },
  };
}
