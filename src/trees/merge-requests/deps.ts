import type { Accounts } from '../../app/accounts/accounts';
import type { MergeRequestActions } from '../../app/merge-requests/actions';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { RowLookups } from '../../app/merge-requests/row-lookups';
import type { Projects } from '../../app/projects/projects';
import type { MergeRequestKey } from '../../app/shared/keys';
import type { Event } from '../../base/emitter';
import type { SavedEntry } from '../../domain/merge-requests/saved-query';
import type { ContextKeys } from '../../editor/shared/context-keys';
import type { RowDeps } from '../pipelines/node-rows';
import type { ChangesTreeDeps } from './changes-subtree';
import type { MarkStores } from './entries';
import type { ThreadsDeps } from './threads-subtree';

/** Where the rows of merge requests get what they show. */
export interface MergeRequestDeps extends RowDeps, MarkStores, ChangesTreeDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly mergeRequests: MergeRequests;
  readonly lookups: Pick<RowLookups, 'factsOf' | 'retain' | 'onDidChange'>;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing' | 'onDidChangeBusy'>;
  readonly queries: { list(): readonly SavedEntry[]; readonly onDidChange: Event<void> };
  readonly groups: {
    list(): readonly { readonly base: string; readonly group: number | string }[];
    readonly onDidChange: Event<unknown>;
  };
  /** The merge requests of what is checked out. */
  readonly branch: { current(): readonly MergeRequestKey[]; readonly onDidChange: Event<unknown> };
  readonly contextKeys: ContextKeys;
  /** What is said about merge requests. */
  readonly talk: Omit<ThreadsDeps, 'clock'>;
}
