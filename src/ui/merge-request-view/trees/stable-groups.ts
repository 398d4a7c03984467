import { mergeRequestId, type MergeRequestKey, mergeRequestOfId } from '../../../app/shared/keys';
import type { MergeRequestStep } from '../../../domain/merge-requests/next-step';

/** Determines the group of a merge request. `step`: undefined for merge requests of archived projects, which have no group. */
export interface Placement {
  readonly step: MergeRequestStep | undefined;
  readonly isSnoozed: boolean;
}

/**
 * Keeps the groups of merge requests, and their order, when more is known about them. Otherwise, a click could hit
 * another row that has just moved under the pointer.
 */
export class StableGroups {
  readonly #placements = new Map<string, Placement>();
  readonly #positions = new Map<string, number>();
  /** Merge requests that the user changed. */
  readonly #released = new Set<string>();

  /** Undefined if the merge request can move. */
  placementOf(key: MergeRequestKey): Placement | undefined {
    return this.#placements.get(mergeRequestId(key));
  }

  /** True if the merge request was shown before. */
  isKnown(key: MergeRequestKey): boolean {
    return this.#positions.has(mergeRequestId(key));
  }

  /** Keeps the group of a merge request, unless the user changed the merge request, and its position. */
  keep(key: MergeRequestKey, placement: Placement): void {
    const id = mergeRequestId(key);
    if (!this.#positions.has(id)) this.#positions.set(id, this.#positions.size);
    if (!this.#released.has(id) && !this.#placements.has(id)) this.#placements.set(id, placement);
  }

  /** Returns merge requests in the order in which they were shown before; new ones come last. */
  inOrder<T>(items: readonly T[], keyOf: (item: T) => MergeRequestKey): readonly T[] {
    const positionOf = (item: T): number =>
      this.#positions.get(mergeRequestId(keyOf(item))) ?? this.#positions.size;
    return [...items].sort((a, b) => positionOf(a) - positionOf(b));
  }

  /** Lets a merge request move until the next call of `forget`, because the user changed it. */
  release(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    this.#released.add(id);
    this.#placements.delete(id);
  }

  /** Forgets the order, and the groups of all merge requests that aren't held. Returns false if there were none. */
  forget(isHeld: (key: MergeRequestKey) => boolean): boolean {
    const hadAny = this.#positions.size > 0;
    for (const id of [...this.#placements.keys()]) {
      const key = mergeRequestOfId(id);
      if (key === undefined || !isHeld(key)) this.#placements.delete(id);
    }
    this.#positions.clear();
    this.#released.clear();
    return hadAny;
  }
}
