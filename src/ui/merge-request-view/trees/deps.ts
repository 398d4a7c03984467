import type { Accounts } from '../../../app/accounts/accounts';
import type { CheckedOutMergeRequests } from '../../../app/branch/checked-out-merge-requests';
import type { FilesSinceReview } from '../../../app/changes/files-since-review';
import type { ConflictFiles } from '../../../app/git/conflict-files';
import type { MergeRequestActions } from '../../../app/merge-requests/actions';
import type { KeptSearch } from '../../../app/merge-requests/kept-searches';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../../app/merge-requests/row-lookups';
import type { Projects } from '../../../app/projects/projects';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Event } from '../../../base/emitter';
import type { SavedEntry } from '../../../domain/merge-requests/saved-query';
import type { RowDeps } from '../../pipelines/trees/node-rows';
import type { ContextKeys } from '../../shared/editor/context-keys';
import type { ChangesTreeDeps } from './changes-subtree';
import type { MarkStores } from './entries';
import type { StableGroups } from './stable-groups';
import type { ThreadsDeps } from './threads-subtree';
import type { TodoNodeDeps } from './todo-rows';

/** Sources of the data in rows of merge requests. */
export interface MergeRequestDeps extends RowDeps, MarkStores, ChangesTreeDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly mergeRequests: MergeRequests;
  readonly lookups: Pick<RowLookups, 'factsOf' | 'retain' | 'onDidChange' | 'settled'>;
  readonly sinceReview: Pick<FilesSinceReview, 'countOf' | 'onDidChange'>;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing' | 'onDidChangeBusy'>;
  readonly queries: { list(): readonly SavedEntry[]; readonly onDidChange: Event<void> };
  readonly searches: { list(): readonly KeptSearch[]; readonly onDidChange: Event<unknown> };
  readonly todos: TodoNodeDeps['todos'];
  readonly groups: {
    list(): readonly { readonly base: string; readonly group: number | string }[];
    readonly onDidChange: Event<unknown>;
  };
  /** The merge requests of the checked-out branch. */
  readonly branch: Pick<CheckedOutMergeRequests, 'current' | 'withoutMergeRequest' | 'onDidChange'>;
  readonly contextKeys: ContextKeys;
  readonly conflictFiles: Pick<ConflictFiles, 'get' | 'peek' | 'onDidChange'>;
  /** The threads of merge requests. */
  readonly threadDeps: Omit<ThreadsDeps, 'clock'>;
  /** True if a diff of the merge request is open. */
  readonly isDiffOpen: (key: MergeRequestKey) => boolean;
  readonly stableGroups: StableGroups;
  /** Resolves when the data of new rows was read, or after a few seconds. */
  readonly whenRead: () => Promise<void>;
}
