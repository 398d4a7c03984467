import type { Accounts } from '../app/accounts';
import type { MergeRequestKey } from '../app/keys';
import type { MergeRequestActions } from '../app/merge-request-actions';
import type { MergeRequests } from '../app/merge-requests';
import type { Projects } from '../app/projects';
import type { Event } from '../base/emitter';
import type { SavedEntry } from '../domain/saved-query';
import type { ContextKeys } from '../editor/context-keys';
import type { ChangesPorts } from './changes-part';
import type { MarkStores } from './merge-request-entries';
import type { RowPorts } from './pipeline-node-rows';
import type { ThreadsPorts } from './threads-part';

/** Where the rows of merge requests get what they show. */
export interface MergeRequestPorts extends RowPorts, MarkStores, ChangesPorts {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly mergeRequests: MergeRequests;
  readonly mergeRequestActions: Pick<MergeRequestActions, 'doing' | 'onDidChangeBusy'>;
  readonly queries: { list(): readonly SavedEntry[]; readonly onDidChange: Event<void> };
  readonly groups: {
    list(): readonly { readonly base: string; readonly group: number | string }[];
    readonly onDidChange: Event<void>;
  };
  /** The merge requests of what is checked out. */
  readonly branch: { current(): readonly MergeRequestKey[]; readonly onDidChange: Event<unknown> };
  readonly contextKeys: ContextKeys;
  /** What is said about merge requests. */
  readonly talk: Omit<ThreadsPorts, 'clock'>;
}
