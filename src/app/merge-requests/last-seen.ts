import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { seenMergeRequestsSchema } from '../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Storage key; the data is stored per workspace. */
const MEMORY_KEY = 'seen-merge-requests';

/** Maximum number of entries; the ones opened the longest time ago are removed first. */
const MAX = 500;

/** The merge requests that were opened here, and their `updated_at` at that time. */
export class SeenMergeRequests implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<MergeRequestKey>();
  /**
   * By merge request, the `updated_at` (ISO 8601) when it was last seen. Ordered by when it was seen, oldest
   * first.
   */
  #seen: LruMap<string, string> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#seen = undefined;
    });
  }

  /**
   * True if it was updated after it was last opened. Merge requests that were never opened aren't unread,
   * because that would apply to most rows. `updatedAt` is the server's `updated_at`.
   */
  isUnread(key: MergeRequestKey, updatedAt: string | null | undefined): boolean {
    const seen = this.#read().peek(mergeRequestId(key));
    return seen !== undefined && typeof updatedAt === 'string' && Date.parse(updatedAt) > Date.parse(seen);
  }

  /** The `updated_at` when it was last seen; undefined if it was never opened. */
  lastSeen(key: MergeRequestKey): string | undefined {
    return this.#read().peek(mergeRequestId(key));
  }

  /** Records that it was opened, or changed by the user. Never replaces a later time. */
  async saw(key: MergeRequestKey, updatedAt: string | null | undefined): Promise<void> {
    if (typeof updatedAt !== 'string' || Number.isNaN(Date.parse(updatedAt))) return;
    const id = mergeRequestId(key);
    const seen = this.#read();
    const before = seen.peek(id);
    const latest = before !== undefined && Date.parse(before) > Date.parse(updatedAt) ? before : updatedAt;
    seen.set(id, latest);
    await this.#memory.set(MEMORY_KEY, seen.entries());
    if (latest !== before) this.#changed.fire(key);
  }

  /** Records a change by the user. A merge request that was unread before stays unread. */
  async changedHere(
    key: MergeRequestKey,
    before: string | null | undefined,
    after: string | null | undefined,
  ): Promise<void> {
    if (!this.isUnread(key, before)) await this.saw(key, after);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(): LruMap<string, string> {
    if (this.#seen !== undefined) return this.#seen;
    this.#seen = new LruMap(MAX);
    const stored = seenMergeRequestsSchema.parse(this.#memory.get(MEMORY_KEY));
    for (const [id, updatedAt] of stored) this.#seen.set(id, updatedAt);
    return this.#seen;
  }
}
