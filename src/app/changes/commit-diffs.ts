import type { CallOptions, Client } from '../../api/client';
import { getCommit, listCommitDiff } from '../../api/endpoints/repository';
import { ignoreError } from '../../base/background';
import { diffOfEntry } from '../../domain/changes/entry-diff';
import type { FileDiff } from '../../domain/changes/file-diff';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { GitPort } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { isRefusal } from './sides/side-text';

export interface CommitDiffDeps {
  readonly clientFor: (base: string) => Client;
  readonly git: Pick<GitPort, 'clones' | 'hasCommit' | 'resolve' | 'changedFiles'>;
  readonly mergeRequests: Pick<MergeRequests, 'part'>;
}

/** A commit of a merge request and its position among all of them. */
export interface CommitPlace {
  readonly sha: string;
  readonly subject: string | undefined;
  /**
   * The position, starting at 1 for the oldest commit, and the number of commits; undefined if there are more
   * commits than were read.
   */
  readonly number: number | undefined;
  readonly count: number | undefined;
}

/** The changes of a commit compared to its first parent. */
export interface CommitDiff {
  /** The empty tree if the commit has no parent. */
  readonly parent: string;
  /** Sorted by path; omits binary files if the server returned the list. */
  readonly files: readonly Pick<FileDiff, 'change' | 'oldPath' | 'newPath'>[];
}

/** The SHA of git's empty tree. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const PAGE_SIZE = 100;
/** Maximum number of files. Larger commits aren't reviewed file by file. */
const MAX_FILES = 1000;
/** Limits pages that contain mostly binary files. */
const MAX_PAGES = 50;

const CHANGES = { added: 'added', deleted: 'deleted', changed: 'modified' } as const;

/** The commits of merge requests: from open clones that contain them, or else from the server. */
export class CommitDiffs {
  readonly #deps: CommitDiffDeps;

  constructor(deps: CommitDiffDeps) {
    this.#deps = deps;
  }

  /** Oldest first, which is the order of a review. */
  async places(key: MergeRequestKey, options?: CallOptions): Promise<readonly CommitPlace[]> {
    const part = await this.#deps.mergeRequests.part(key, 'commits', options);
    const commits = [...(part?.items ?? [])].reverse();
    return commits.map(({ id, title }, index) => ({
      sha: id,
      subject: title ?? undefined,
      number: part?.cut === true ? undefined : index + 1,
      count: part?.cut === true ? undefined : commits.length,
    }));
  }

  /** Undefined if no clone contains the commit and the server doesn't return it. */
  async read(key: MergeRequestKey, sha: string, options?: CallOptions): Promise<CommitDiff | undefined> {
    return (await this.#fromGit(sha, options)) ?? this.#fromServer(key, sha, options);
  }

  async #fromGit(sha: string, options?: CallOptions): Promise<CommitDiff | undefined> {
    const { git } = this.#deps;
    for (const { repository } of await git.clones(options?.signal)) {
      try {
        if (!(await git.hasCommit(repository, sha))) continue;
        const files = await git.changedFiles(repository, `${sha}^1`, sha);
        const parent = await git.resolve(repository, `${sha}^1`);
        return {
          parent: parent ?? EMPTY_TREE,
          files: files.map(({ kind, path, from }) => ({
            change: CHANGES[kind],
            oldPath: from,
            newPath: path,
          })),
        };
      } catch (error) {
        ignoreError(error);
        // If the clone is corrupt or shallow, try the next one, then the server.
        options?.signal?.throwIfAborted();
      }
    }
    return undefined;
  }

  async #fromServer(
    { base, project }: MergeRequestKey,
    sha: string,
    options?: CallOptions,
  ): Promise<CommitDiff | undefined> {
    const client = this.#deps.clientFor(base);
    const args = { id: project, sha };
    try {
      const { parent_ids: parents } = await client.call(getCommit, args, options);
      const files: FileDiff[] = [];
      let pages = 0;
      for await (const page of client.pages(listCommitDiff, { ...args, per_page: PAGE_SIZE }, options)) {
        files.push(...page.items.map(diffOfEntry).filter(({ binary }) => !binary));
        pages += 1;
        if (files.length >= MAX_FILES || pages >= MAX_PAGES) break;
      }
      return { parent: parents[0] ?? EMPTY_TREE, files };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }
}
