import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { reviewedVersionsSchema } from '../../schemas/stored/reviews';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Storage key; the data is stored per workspace. */
const MEMORY_KEY = 'reviewed-versions';

/** Stored in place of a version. IDs of versions start at 1. */
const NO_VERSION = 0;

/** Maximum number of entries; the ones reviewed the longest time ago are removed first. */
const MAX = 500;

/** A reviewed version of a diff. */
export interface ReviewedVersion {
  /** The ID of the version. */
  readonly version: number;
  /** The head of the source branch at that time. If the branch no longer contains it, it was force-pushed. */
  readonly head: string;
}

/** `submitted`: the head for which a review was submitted after `version` was reviewed. */
interface Reviewed {
  readonly version: ReviewedVersion | undefined;
  readonly submitted: string | undefined;
}

/** The version of each merge request that the user reviewed last. */
export class ReviewedVersions implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** Ordered by review time, oldest first. */
  #reviewed: LruMap<string, Reviewed> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#reviewed = undefined;
    });
  }

  last(key: MergeRequestKey): ReviewedVersion | undefined {
    return this.#read().peek(mergeRequestId(key))?.version;
  }

  /** The head commit for which the user last submitted or completed a review. */
  lastHead(key: MergeRequestKey): string | undefined {
    const found = this.#read().peek(mergeRequestId(key));
    return found?.submitted ?? found?.version?.head;
  }

  /** Records a review. Replaces the previous entry even if its version is later. */
  async saw(key: MergeRequestKey, { version, head }: ReviewedVersion): Promise<void> {
    await this.#set(key, { version: { version, head }, submitted: undefined });
  }

  /** Records that a review was submitted, which may not cover all files. */
  async submitted(key: MergeRequestKey, head: string): Promise<void> {
    await this.#set(key, { version: this.last(key), submitted: head });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #set(key: MergeRequestKey, value: Reviewed): Promise<void> {
    const id = mergeRequestId(key);
    const reviewed = this.#read();
    const before = reviewed.peek(id);
    reviewed.set(id, value);
    if (!deepEqual(before, value)) this.#changed.fire(key);
    await this.#memory.set(
      MEMORY_KEY,
      reviewed
        .entries()
        .map(([name, { version, submitted }]) => [
          name,
          version?.version ?? NO_VERSION,
          version?.head ?? '',
          ...(submitted === undefined ? [] : [submitted]),
        ]),
    );
  }

  #read(): LruMap<string, Reviewed> {
    if (this.#reviewed !== undefined) return this.#reviewed;
    this.#reviewed = new LruMap(MAX);
    const stored = reviewedVersionsSchema.parse(this.#memory.get(MEMORY_KEY));
    for (const [id, version, head, submitted] of stored)
      this.#reviewed.set(id, {
        version: version === NO_VERSION ? undefined : { version, head },
        submitted,
      });
    return this.#reviewed;
  }
}
