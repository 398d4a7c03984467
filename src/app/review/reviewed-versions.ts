import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { reviewedVersionsSchema } from '../../schemas/stored-reviews';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'reviewed-versions';

/** Those that were reviewed longest ago are forgotten above this number. */
const MAX = 500;

/** A version of a diff as it was reviewed. */
export interface ReviewedVersion {
  /** The server's id of the version. */
  readonly version: number;
  /** The head commit of the source branch then: whether it is still in the branch tells of a force-push. */
  readonly head: string;
}

/** Which version of each merge request this person has reviewed last. */
export class ReviewedVersions implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** The one reviewed longest ago first. */
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

  /** It was reviewed: whatever comes after it is new. An older version than the one that is known counts too. */
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
