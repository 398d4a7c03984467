import type { TreeView } from 'vscode';
import type { Client } from '../api/client';
import type { Accounts } from '../app/accounts';
import { AddedGroups } from '../app/added-groups';
import type { BranchWatch } from '../app/branch-watch';
import type { PipelineKey } from '../app/keys';
import { MergeRequestActions } from '../app/merge-request-actions';
import type { MergeRequests } from '../app/merge-requests';
import { Pins } from '../app/pins';
import type { Pipelines } from '../app/pipelines';
import { Poller } from '../app/poller';
import type { KeyValueStore } from '../app/ports';
import { SavedQueries } from '../app/saved-queries';
import { SeenMergeRequests } from '../app/seen-merge-requests';
import type { CallOptions } from '../api/client';
import { Emitter, type Event } from '../base/emitter';
import type { DisposableStore } from '../base/disposable';
import { savedQuerySetting } from '../editor/saved-query-setting';
import { isOn, setting } from '../editor/settings';
import type { MergeRequestPorts } from '../trees/merge-request-ports';
import { MergeRequestTree } from '../trees/merge-request-tree';
import { MergeRequestView } from '../trees/merge-request-view';
import type { TreeNode } from '../trees/tree-node';

/** The view with all that belongs to it. */
export type MergeRequestViewCore = ReturnType<typeof composeMergeRequestView>;

export interface MergeRequestViewParts extends Omit<
  MergeRequestPorts,
  'branch' | 'pins' | 'seen' | 'queries' | 'groups' | 'mergeRequestActions'
> {
  readonly view: TreeView<TreeNode>;
  readonly memory: KeyValueStore;
  readonly clientFor: (base: string) => Client;
  readonly notices: { readonly onDidChange: Event<unknown> };
  readonly accounts: Accounts;
  readonly mergeRequests: MergeRequests;
  readonly pipelines: Pipelines;
  readonly branch: BranchWatch;
  /** True while the view of the pipelines is seen: it keeps all open pipelines fresh. */
  readonly pipelinesAreFresh: () => boolean;
}

/** The view of the merge requests, what keeps it fresh, and what is remembered of its rows. */
export function composeMergeRequestView(store: DisposableStore, parts: MergeRequestViewParts) {
  const { mergeRequests, pipelines, clock, branch, memory, pipelinesAreFresh } = parts;
  const pins = store.add(new Pins(memory, clock));
  const seen = store.add(new SeenMergeRequests(memory));
  const groups = store.add(new AddedGroups(memory));
  const queries = store.add(new SavedQueries(savedQuerySetting));
  const actions = store.add(new MergeRequestActions(parts.clientFor, mergeRequests, clock));
  store.add(
    actions.onDidAct(({ key, before, after }) => {
      // What somebody else changed before stays unread.
      if (!seen.isUnread(key, before?.updated_at)) void seen.saw(key, after.updated_at);
    }),
  );
  const tree: MergeRequestTree = store.add(
    new MergeRequestTree({
      ...parts,
      pins,
      seen,
      groups,
      queries,
      mergeRequestActions: actions,
      branch: { current: () => branch.facts?.mergeRequests ?? [], onDidChange: branchMoves(store, branch) },
    }),
  );
  const own = (): readonly PipelineKey[] => (pipelinesAreFresh() ? [] : tree.openPipelines);
  const poller = store.add(
    new Poller({
      clock,
      look: async (signal, all) => {
        const options: CallOptions = { signal, priority: all ? 'foreground' : 'background' };
        const looks = await Promise.allSettled([
          mergeRequests.look(options, all),
          tree.look(options),
          pipelines.lookInto(own(), options, all),
          // Nobody else follows the branch then.
          isOn('statusBar') && !all ? undefined : branch.look(signal),
        ]);
        const failed = looks.find((look) => look.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      },
      pace: () =>
        [mergeRequests.pace(), tree.pace(), pipelines.paceOf(own())].includes('live') ? 'live' : 'idle',
      interval: () => setting('refreshInterval') * 1000,
      requests: () => mergeRequests.requests,
    }),
  );
  store.add(parts.notices.onDidChange(tree.repaintAges.bind(tree)));
  store.add(new MergeRequestView(parts.view, { tree, poller, clock }));
  return { tree, poller, pins, seen, groups, queries, actions };
}

/** Fires where the branch has other merge requests than before: what is told of them is told by the store. */
function branchMoves(store: DisposableStore, branch: BranchWatch) {
  const moved = store.add(new Emitter<void>());
  const names = (): string => JSON.stringify(branch.facts?.mergeRequests ?? []);
  let before = names();
  store.add(
    branch.onDidChange(() => {
      const now = names();
      if (now === before) return;
      before = now;
      moved.fire();
    }),
  );
  return moved.event;
}
