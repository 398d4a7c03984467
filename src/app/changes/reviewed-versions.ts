import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { reviewedVersionsSchema } from '../../schemas/stored/reviews';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Storage key; the data is stored per workspace. */
const MEMORY_KEY = 'reviewed-versions';

/** Maximum number of entries; the ones reviewed the longest time ago are removed first. */
const MAX = 500;

/** A reviewed version of a diff. */
export interface ReviewedVersion {
  /** The ID of the version. */
  readonly version: number;
  /** The head of the source branch at that time. If the branch no longer contains it, it was force-pushed. */
  readonly head: string;
}

/** The version of each merge request that the user reviewed last. */
export class ReviewedVersions implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** Ordered by review time, oldest first. */
  #reviewed: LruMap<string, ReviewedVersion> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#reviewed = undefined;
    });
  }

  last(key: MergeRequestKey): ReviewedVersion | undefined {
    return this.#read().peek(mergeRequestId(key));
  }

  /** Records a review. Replaces the previous entry even if its version is later. */
  async saw(key: MergeRequestKey, { version, head }: ReviewedVersion): Promise<void> {
    const id = mergeRequestId(key);
    const reviewed = this.#read();
    const before = reviewed.peek(id);
    reviewed.set(id, { version, head });
    if (before?.version !== version || before.head !== head) this.#changed.fire(key);
    await this.#memory.set(
      MEMORY_KEY,
      reviewed.entries().map(([name, seen]) => [name, seen.version, seen.head]),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(): LruMap<string, ReviewedVersion> {
    if (this.#reviewed !== undefined) return this.#reviewed;
    this.#reviewed = new LruMap(MAX);
    const stored = reviewedVersionsSchema.parse(this.#memory.get(MEMORY_KEY));
    for (const [id, version, head] of stored) this.#reviewed.set(id, { version, head });
    return this.#reviewed;
  }
}
