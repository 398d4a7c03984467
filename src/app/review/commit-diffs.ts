import type { CallOptions, Client } from '../../api/client';
import { getCommit, listCommitDiff } from '../../api/endpoints/repository';
import { diffOfEntry } from '../../domain/review/entry-diff';
import type { FileDiff } from '../../domain/review/file-diff';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { GitPort } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import { isRefusal } from './side-text';

export interface CommitDiffDeps {
  readonly clientFor: (base: string) => Client;
  readonly git: Pick<GitPort, 'clones' | 'hasCommit' | 'resolve' | 'changedFiles'>;
  readonly mergeRequests: Pick<MergeRequests, 'part'>;
}

/** A commit of a merge request, where it stands among all of them. */
export interface CommitPlace {
  readonly sha: string;
  readonly subject: string | undefined;
  /** From 1, the oldest one, and of how many; undefined where there are more commits than are read. */
  readonly number: number | undefined;
  readonly count: number | undefined;
}

/** What a commit changes against its first parent. */
export interface CommitDiff {
  /** Of the first commit of a history the tree without files. */
  readonly parent: string;
  /** In the order of their paths; without those of which a server says that they are no text. */
  readonly files: readonly Pick<FileDiff, 'change' | 'oldPath' | 'newPath'>[];
}

/** The tree without files, as git names it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const PAGE_SIZE = 100;
/** Further pages are not read: so many files are no commit that anybody walks through. */
const MAX_FILES = 1000;
/** Binary files count for nothing, but their pages do. */
const MAX_PAGES = 50;

const CHANGES = { added: 'added', deleted: 'deleted', changed: 'modified' } as const;

/** The commits of merge requests one by one: out of git's objects where a clone that is open has them, else of the server. */
export class CommitDiffs {
  readonly #deps: CommitDiffDeps;

  constructor(deps: CommitDiffDeps) {
    this.#deps = deps;
  }

  /** Oldest first: in the order in which they were made, and are read. */
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

  /** Undefined where no clone has the commit and the server does not give it. */
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
      } catch {
        // A clone that is broken, or ends before the parent: the server has it.
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
