import { isAbort } from '../../base/abort';
import { background } from '../../base/background';
import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import { LruMap } from '../../base/lru-map';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';
import type { ReviewedVersions } from './reviewed-versions';

export interface FilesSinceReviewDeps {
  readonly changes: Pick<Changes, 'versions' | 'compared'>;
  readonly reviewed: Pick<ReviewedVersions, 'lastHead'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Maximum number of merge requests whose counts are cached. */
const MAX_CACHED = 200;

/** The heads of the last reviewed version and of the latest one. */
interface Heads {
  readonly from: string;
  readonly to: string;
}

/** `count`: undefined while it is loaded, and if it can't be determined. */
interface Counted {
  readonly heads: Heads;
  readonly count: number | undefined;
}

/**
 * The number of files that changed since the user's last review, for rows of merge requests. Compares the files of two
 * versions, one merge request of a server after the other.
 */
export class FilesSinceReview implements Disposable {
  readonly #deps: FilesSinceReviewDeps;
  readonly #known = new LruMap<string, Counted>(MAX_CACHED);
  readonly #changed = new Emitter<MergeRequestKey>();
  /** The end of the last comparison of each server, so that a slow server doesn't delay others. */
  readonly #last = new Map<string, Promise<void>>();
  #end = new AbortController();

  /** Fires with the merge request whose count was loaded. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: FilesSinceReviewDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the number of files that differ from the last reviewed version, without those that were only rebased. If it
   * isn't known, loads it in the background, once for each head.
   */
  countOf(key: MergeRequestKey, head: string): number | undefined {
    const from = this.#deps.reviewed.lastHead(key);
    if (from === undefined || from === head) return undefined;
    const heads = { from, to: head };
    const known = this.#known.get(mergeRequestId(key));
    if (deepEqual(known?.heads, heads)) return known?.count;
    this.#known.set(mergeRequestId(key), { heads, count: undefined });
    const { signal } = this.#end;
    const last = (this.#last.get(key.base) ?? Promise.resolve()).then(() => this.#load(key, heads, signal));
    this.#last.set(key.base, last);
    background(last);
    return undefined;
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#end.abort();
    this.#end = new AbortController();
    this.#known.clear();
  }

  dispose(): void {
    this.#end.abort();
    this.#changed.dispose();
  }

  async #load(key: MergeRequestKey, heads: Heads, signal: AbortSignal): Promise<void> {
    try {
      signal.throwIfAborted();
      const count = await this.#read(key, heads, signal);
      if (count === undefined || signal.aborted) return;
      this.#known.set(mergeRequestId(key), { heads, count });
      this.#changed.fire(key);
    } catch (error) {
      if (!isAbort(error))
        this.#deps.log.warn(`Couldn't count the files that changed since a review: ${String(error)}`);
    }
  }

  /** Undefined if the server doesn't return both versions with all their files. */
  async #read(key: MergeRequestKey, heads: Heads, signal: AbortSignal): Promise<number | undefined> {
    const { changes } = this.#deps;
    const options = { signal, priority: 'background' } as const;
    const versions = await changes.versions(key, options);
    const idOf = (head: string): number | undefined =>
      versions.find(({ head_commit_sha: each }) => each === head)?.id;
    const range = { from: idOf(heads.from), to: idOf(heads.to) };
    if (range.from === undefined || range.to === undefined) return undefined;
    const { complete, overflow, failure, files } = await changes.compared(key, range, options);
    if (!complete || overflow || failure !== undefined) return undefined;
    return files.filter(({ comparison }) => comparison !== 'rebased').length;
  }
}
