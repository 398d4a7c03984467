import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { SeenMergeRequests } from '../merge-requests/last-seen';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { RowLookups } from '../merge-requests/row-lookups';
import type { DiscussionActions } from './discussion-actions';

export interface OwnCommentsDeps {
  readonly discussions: Pick<DiscussionActions, 'onDidAct'>;
  readonly mergeRequests: Pick<MergeRequests, 'hasPart' | 'refreshPart'>;
  readonly lookups: Pick<RowLookups, 'refresh'>;
  readonly seen: Pick<SeenMergeRequests, 'changedHere'>;
}

/**
 * Refreshes the data that a comment or review of the user changes, and doesn't mark the merge request as
 * unread.
 */
export class OwnComments implements Disposable {
  readonly #subscription: Disposable;

  constructor({ discussions, mergeRequests, lookups, seen }: OwnCommentsDeps) {
    this.#subscription = discussions.onDidAct(({ key, before, after }) => {
      // A submitted review removes the merge request from those to review.
      lookups.refresh(key);
      ignoreFailure(seen.changedHere(key, before?.updated_at, after.updated_at));
      // Commenting starts a review. If reading fails, the next poll retries.
      for (const part of ['reviewers', 'participants'] as const)
        if (mergeRequests.hasPart(key, part)) ignoreFailure(mergeRequests.refreshPart(key, part));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
