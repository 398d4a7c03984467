import type { ReviewRange } from '../../domain/review/review-file';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { DiffVersion } from './diff-versions';

/** What a person wants to see. `newest`: the version that is the newest one whenever it is looked at. */
export interface RangeChoice {
  readonly from: number | undefined;
  readonly to: number | 'newest' | undefined;
}

/** All changes, whatever is pushed from now on. */
export const ALL_CHANGES: RangeChoice = { from: undefined, to: 'newest' };

/** What is chosen to be seen of merge requests, and what that means with the versions that there are. */
export class ChosenRanges {
  readonly #chosen = new Map<string, RangeChoice>();

  /** Undefined goes back to what is shown by itself. */
  set(key: MergeRequestKey, choice: RangeChoice | undefined): void {
    if (choice === undefined) this.#chosen.delete(mergeRequestId(key));
    else this.#chosen.set(mergeRequestId(key), choice);
  }

  /** `versions`: newest first. Undefined where nothing is chosen, or what was chosen is there no more. */
  of(key: MergeRequestKey, versions: readonly DiffVersion[]): ReviewRange | undefined {
    const chosen = this.#chosen.get(mergeRequestId(key));
    if (chosen === undefined) return undefined;
    const { from } = chosen;
    const to = chosen.to === 'newest' ? versions[0]?.id : chosen.to;
    return hasVersion(versions, from) && hasVersion(versions, to) ? { from, to } : undefined;
  }
}

/** Undefined stands for what needs no version. */
export const hasVersion = (versions: readonly DiffVersion[], version: number | undefined): boolean =>
  version === undefined || versions.some(({ id }) => id === version);
