import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { seenMergeRequestsSchema } from '../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { StoredLru } from '../shared/stored-lru';
import type { KeyValueStore } from '../shared/stores';

/** Maximum number of entries; the ones opened the longest time ago are removed first. */
const MAX = 500;

/** The merge requests that were opened here, and their `updated_at` at that time. Stored per workspace. */
export class SeenMergeRequests implements Disposable {
  /** Keyed by merge request, the `updated_at` (ISO 8601) when it was last seen. */
  readonly #seen: StoredLru<string>;
  readonly #changed = new Emitter<MergeRequestKey>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#seen = new StoredLru(memory, {
      key: 'seen-merge-requests',
      max: MAX,
      parse: (stored) => seenMergeRequestsSchema.parse(stored).map(([id, updatedAt]) => [id, updatedAt]),
      entryOf: (id, updatedAt) => [id, updatedAt],
    });
  }

  /**
   * True if it was updated after it was last opened. Merge requests that were never opened aren't unread,
   * because that would apply to most rows. `updatedAt` is the server's `updated_at`.
   */
  isUnread(key: MergeRequestKey, updatedAt: string | null | undefined): boolean {
    const seen = this.lastSeen(key);
    return seen !== undefined && typeof updatedAt === 'string' && Date.parse(updatedAt) > Date.parse(seen);
  }

  /** The `updated_at` when it was last seen; undefined if it was never opened. */
  lastSeen(key: MergeRequestKey): string | undefined {
    return this.#seen.get(mergeRequestId(key));
  }

  /** Records that it was opened, or changed by the user. Never replaces a later time. */
  async saw(key: MergeRequestKey, updatedAt: string | null | undefined): Promise<void> {
    if (typeof updatedAt !== 'string' || Number.isNaN(Date.parse(updatedAt))) return;
    const before = this.lastSeen(key);
    const latest = before !== undefined && Date.parse(before) > Date.parse(updatedAt) ? before : updatedAt;
    await this.#seen.set(mergeRequestId(key), latest);
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
    this.#seen.dispose();
    this.#changed.dispose();
  }
}
