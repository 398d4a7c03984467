import { deepEqual } from '../../base/deep-equal';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { reviewedVersionsSchema } from '../../schemas/stored/reviews';
import { mergeRequestId, type MergeRequestKey, mergeRequestOfId } from '../shared/keys';
import { StoredLru } from '../shared/stored-lru';
import type { KeyValueStore } from '../shared/stores';

/** Stored in place of a version. IDs of versions start at 1. */
const NO_VERSION = 0;

/** Maximum number of entries; the oldest ones are removed first. */
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

/**
 * The version of each merge request that the user reviewed last. Stored for all windows, so that one that gets the focus
 * can read what was reviewed in another one.
 */
export class ReviewedVersions implements Disposable {
  readonly #reviewed: StoredLru<Reviewed>;
  readonly #changed = new Emitter<MergeRequestKey>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#reviewed = new StoredLru(memory, {
      key: 'reviewed-versions',
      max: MAX,
      parse: (stored) =>
        reviewedVersionsSchema
          .parse(stored)
          .map(([id, version, head, submitted]) => [
            id,
            { version: version === NO_VERSION ? undefined : { version, head }, submitted },
          ]),
      entryOf: (id, { version, submitted }) => [
        id,
        version?.version ?? NO_VERSION,
        version?.head ?? '',
        ...(submitted === undefined ? [] : [submitted]),
      ],
    });
  }

  last(key: MergeRequestKey): ReviewedVersion | undefined {
    return this.#reviewed.get(mergeRequestId(key))?.version;
  }

  /** The head commit for which the user last submitted or completed a review. */
  lastHead(key: MergeRequestKey): string | undefined {
    const found = this.#reviewed.get(mergeRequestId(key));
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

  /** Reads again what is stored, because another window may have recorded a review. Sends no requests. */
  reload(): void {
    for (const id of this.#reviewed.reload()) {
      const key = mergeRequestOfId(id);
      if (key !== undefined) this.#changed.fire(key);
    }
  }

  dispose(): void {
    this.#reviewed.dispose();
    this.#changed.dispose();
  }

  async #set(key: MergeRequestKey, value: Reviewed): Promise<void> {
    // All entries are stored together, so those of another window would be lost.
    this.reload();
    const id = mergeRequestId(key);
    const before = this.#reviewed.get(id);
    const stored = this.#reviewed.set(id, value);
    if (!deepEqual(before, value)) this.#changed.fire(key);
    await stored;
  }
}
