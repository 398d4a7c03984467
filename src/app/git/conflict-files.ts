import { isCanceled } from '../../api/errors';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { SingleFlight } from '../../base/single-flight';
import type { ConflictingFile } from '../../domain/git/conflicts';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitPort } from '../shared/git-port';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { orAborted } from './abortable';
import { headRef } from './branch-names';
import type { Clone, Clones } from './clones';
import type { MergePort, Worktrees } from './merge-port';

/**
 * The conflicting files of a merge request, as far as a clone shows them. `none`: the fetched branches don't
 * conflict, so they are older than the server's. `shallow`: the clone doesn't have the commit from which both branches
 * started. `untrusted`: the workspace is in Restricted Mode, in which Git doesn't run.
 */
export type ConflictList =
  | { readonly kind: 'files'; readonly files: readonly ConflictingFile[] }
  | { readonly kind: 'none' | 'not-fetched' | 'no-clone' | 'shallow' | 'untrusted' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ConflictFilesDeps {
  readonly git: Pick<GitPort, 'hasCommit' | 'resolve' | 'fetch'>;
  readonly merging: Pick<MergePort, 'conflictsBetween' | 'conflictsByMerging' | 'isShallow'>;
  readonly worktrees: Pick<Worktrees, 'newId' | 'create' | 'repositoryOf' | 'remove'>;
  readonly clones: Pick<Clones, 'of'>;
  readonly isTrusted: () => boolean;
}

interface Known {
  readonly key: MergeRequestKey;
  readonly version: string;
  readonly list: ConflictList;
}

const MAX_KNOWN = 50;

/** Finds the conflicting files of merge requests in clones. Fetches only if asked to. */
export class ConflictFiles implements Disposable {
  readonly #deps: ConflictFilesDeps;
  readonly #known = new Map<string, Known>();
  readonly #flights = new SingleFlight<string, ConflictList>();
  readonly #changed = new Emitter<MergeRequestKey>();

  /** Fires when the list of a merge request was found or changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: ConflictFilesDeps) {
    this.#deps = deps;
  }

  /** Returns the list for the displayed commit; undefined until it was found. */
  peek(key: MergeRequestKey, mergeRequest: MergeRequest): ConflictList | undefined {
    const known = this.#known.get(mergeRequestId(key));
    return known?.version === versionOf(mergeRequest) ? known.list : undefined;
  }

  /** Finds the list once for each commit of the source branch. */
  async get(key: MergeRequestKey, mergeRequest: MergeRequest): Promise<ConflictList> {
    return this.peek(key, mergeRequest) ?? this.#find(key, mergeRequest);
  }

  /** Finds the list again with the currently fetched branches. */
  refresh(key: MergeRequestKey, mergeRequest: MergeRequest): Promise<ConflictList> {
    return this.#find(key, mergeRequest);
  }

  /** Fetches both branches, then finds the list. */
  async fetch(key: MergeRequestKey, mergeRequest: MergeRequest, signal: AbortSignal): Promise<ConflictList> {
    const { clones, git } = this.#deps;
    const [clone] = await clones.of(key, signal);
    if (clone !== undefined) {
      const { repository, remote } = clone;
      const target = targetRef(mergeRequest, clone);
      await orAborted(git.fetch(repository, remote.name, headRef(key.iid)), signal);
      await orAborted(git.fetch(repository, remote.name, target.ref, target.into), signal);
    }
    return this.#find(key, mergeRequest);
  }

  /** Called when clones were opened or closed. Forgets where one was missing. */
  clonesChanged(): void {
    for (const [id, { key, list }] of this.#known) {
      if (list.kind !== 'no-clone' && list.kind !== 'untrusted') continue;
      this.#known.delete(id);
      this.#changed.fire(key);
    }
  }

  /** Forgets everything, for example because the account changed. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #find(key: MergeRequestKey, mergeRequest: MergeRequest): Promise<ConflictList> {
    const id = mergeRequestId(key);
    const version = versionOf(mergeRequest);
    return this.#flights.run(`${id} ${version}`, async () => {
      const list = await this.#read(key, mergeRequest).catch((error: unknown): ConflictList => {
        if (isCanceled(error)) throw error;
        return { kind: 'failed', error };
      });
      this.#known.delete(id);
      this.#known.set(id, { key, version, list });
      const [oldest] = this.#known.keys();
      if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
      this.#changed.fire(key);
      return list;
    });
  }

  async #read(key: MergeRequestKey, mergeRequest: MergeRequest): Promise<ConflictList> {
    const { clones, git, isTrusted, merging } = this.#deps;
    const [clone] = await clones.of(key);
    if (clone === undefined) return { kind: isTrusted() ? 'no-clone' : 'untrusted' };
    const { repository } = clone;
    const source = mergeRequest.sha ?? '';
    const target = await git.resolve(repository, targetRef(mergeRequest, clone).into);
    if (target === undefined || source === '' || !(await git.hasCommit(repository, source)))
      return { kind: 'not-fetched' };
    try {
      const listed = await merging.conflictsBetween(repository, source, target);
      const files = listed === 'unsupported' ? await this.#byMerging(repository, source, target) : listed;
      return files.length === 0 ? { kind: 'none' } : { kind: 'files', files };
    } catch (error) {
      if (await merging.isShallow(repository)) return { kind: 'shallow' };
      throw error;
    }
  }

  /** Git before 2.38 can only find conflicts by merging, which is done in a temporary worktree. */
  async #byMerging(repository: string, source: string, target: string): Promise<readonly ConflictingFile[]> {
    const { merging, worktrees } = this.#deps;
    const id = worktrees.newId();
    try {
      await worktrees.create(repository, id, { branch: 'source', sha: source }, 'few');
      return await merging.conflictsByMerging(worktrees.repositoryOf(id), target);
    } finally {
      await worktrees.remove(id);
    }
  }
}

const versionOf = ({ sha, target_branch: target }: MergeRequest): string => `${sha ?? ''} ${target ?? ''}`;

function targetRef(
  { target_branch: target }: MergeRequest,
  { remote }: Clone,
): { readonly ref: string; readonly into: string } {
  const name = target ?? '';
  return { ref: `refs/heads/${name}`, into: `refs/remotes/${remote.name}/${name}` };
}
