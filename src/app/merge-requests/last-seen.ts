import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { seenMergeRequestsSchema } from '../../schemas/stored-merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'seen-merge-requests';

/** Those that were opened longest ago are forgotten above this number. */
const MAX = 500;

/** Which merge requests were opened here, and what they were when they were opened last. */
export class SeenMergeRequests implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** When each was changed last (ISO 8601, as the server wrote it) as it was seen; the one seen longest ago first. */
  #seen: LruMap<string, string> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#seen = undefined;
    });
  }

  /**
   * Whether it changed after it was opened last. One that was never opened is not unread: a list would be full of
   * them. `updatedAt` is the server's `updated_at`.
   */
  isUnread(key: MergeRequestKey, updatedAt: string | null | undefined): boolean {
    const seen = this.#read().peek(mergeRequestId(key));
    return seen !== undefined && typeof updatedAt === 'string' && Date.parse(updatedAt) > Date.parse(seen);
  }

  /** It was opened, or changed by this person; an older time than the one that is known tells nothing. */
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

  /** This person changed it: what somebody else changed before that stays unread. */
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
