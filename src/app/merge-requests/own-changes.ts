import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { MergeRequestActed } from './actions';
import type { SeenMergeRequests } from './last-seen';
import type { RowLookups } from './row-lookups';

export interface OwnChangesDeps {
  readonly actions: {
    readonly onDidAct: Event<Pick<MergeRequestActed, 'key' | 'action' | 'before' | 'after'>>;
  };
  readonly lookups: Pick<RowLookups, 'refresh'>;
  readonly seen: Pick<SeenMergeRequests, 'changedHere'>;
}

/**
 * Updates the row of a merge request after an action in this window: refreshes its approvals, and doesn't
 * mark it as unread.
 */
export class OwnChanges implements Disposable {
  readonly #subscription: Disposable;

  constructor({ actions, lookups, seen }: OwnChangesDeps) {
    this.#subscription = actions.onDidAct(({ key, action, before, after }) => {
      if (action === 'approve' || action === 'unapprove') lookups.refresh(key);
      ignoreFailure(seen.changedHere(key, before?.updated_at, after.updated_at));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
