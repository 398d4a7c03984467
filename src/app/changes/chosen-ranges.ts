import type { ReviewRange } from '../../domain/changes/review-file';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { DiffVersion } from './diff-versions';

/** The versions that the user selected. `newest`: always the latest version. */
export interface RangeChoice {
  readonly from: number | undefined;
  readonly to: number | 'newest' | undefined;
}

/** All changes, including later pushes. */
export const ALL_CHANGES: RangeChoice = { from: undefined, to: 'newest' };

/** The user's selection of versions by merge request. */
export class ChosenRanges {
  readonly #chosen = new Map<string, RangeChoice>();

  /** Undefined restores the default. */
  set(key: MergeRequestKey, choice: RangeChoice | undefined): void {
    if (choice === undefined) this.#chosen.delete(mergeRequestId(key));
    else this.#chosen.set(mergeRequestId(key), choice);
  }

  /**
   * `versions`: latest first. Returns undefined if nothing is selected, or if a selected version no longer
   * exists.
   */
  of(key: MergeRequestKey, versions: readonly DiffVersion[]): ReviewRange | undefined {
    const chosen = this.#chosen.get(mergeRequestId(key));
    if (chosen === undefined) return undefined;
    const { from } = chosen;
    const to = chosen.to === 'newest' ? versions[0]?.id : chosen.to;
    return hasVersion(versions, from) && hasVersion(versions, to) ? { from, to } : undefined;
  }
}

/** True if the version exists or is undefined. */
export const hasVersion = (versions: readonly DiffVersion[], version: number | undefined): boolean =>
  version === undefined || versions.some(({ id }) => id === version);
