import type { TreeView } from 'vscode';
import type { Client } from '../api/client';
import type { Accounts } from '../app/accounts';
import { AddedGroups } from '../app/added-groups';
import type { BranchWatch } from '../app/branch-watch';
import { ChangeFilters } from '../app/change-filter';
import { Changes } from '../app/changes';
import { ChangesLayoutStore } from '../app/changes-layout';
import type { Blobs } from '../app/compared-versions';
import type { PipelineKey } from '../app/keys';
import { MergeRequestActions } from '../app/merge-request-actions';
import type { MergeRequests } from '../app/merge-requests';
import { Pins } from '../app/pins';
import type { Pipelines } from '../app/pipelines';
import { Poller } from '../app/poller';
import { Pushes } from '../app/pushes';
import type { KeyValueStore } from '../app/ports';
import { CommentOutbox } from '../app/comment-outbox';
import { Discussions } from '../app/discussions';
import { Reactions } from '../app/reactions';
import { ReviewedVersions } from '../app/reviewed-versions';
import { SavedQueries } from '../app/saved-queries';
import { SeenMergeRequests } from '../app/seen-merge-requests';
import { ShownChanges } from '../app/shown-changes';
import { ThreadAges } from '../app/thread-ages';
import { VIEWED_KEY, ViewedFiles } from '../app/viewed-files';
import type { CallOptions } from '../api/client';
import { Emitter, type Event } from '../base/emitter';
import type { DisposableStore } from '../base/disposable';
import { GeneratedFiles } from '../editor/generated-files';
import { savedQuerySetting } from '../editor/saved-query-setting';
import { isOn, setting } from '../editor/settings';
import { registerChangeBadges } from '../trees/change-badges';
import type { MergeRequestPorts } from '../trees/merge-request-ports';
import { MergeRequestTree } from '../trees/merge-request-tree';
import { MergeRequestView } from '../trees/merge-request-view';
import type { TreeNode } from '../trees/tree-node';

/** The view with all that belongs to it. */
export type MergeRequestViewCore = ReturnType<typeof composeMergeRequestView>;

export interface MergeRequestViewParts extends Omit<
  MergeRequestPorts,
  | 'branch'
  | 'pins'
  | 'seen'
  | 'queries'
  | 'groups'
  | 'mergeRequestActions'
  | 'changes'
  | 'viewed'
  | 'shownChanges'
  | 'pushes'
  | 'changesLayout'
  | 'talk'
> {
  readonly view: TreeView<TreeNode>;
  readonly memory: KeyValueStore;
  /** What the editor may carry to a person's other computers. */
  readonly synced: (keys: readonly string[]) => KeyValueStore;
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
  const reviewed = store.add(new ReviewedVersions(memory));
  const blobs: Blobs = async (asks) => (await import('./local-blobs')).localBlobs(asks);
  const changes = store.add(new Changes({ clientFor: parts.clientFor, mergeRequests, reviewed, blobs }));
  const pushes = store.add(new Pushes({ clientFor: parts.clientFor, changes }));
  const discussions = store.add(new Discussions({ clientFor: parts.clientFor, mergeRequests }));
  const reactions = store.add(new Reactions({ clientFor: parts.clientFor, mergeRequests, clock }));
  const ages = store.add(new ThreadAges({ changes, discussions, mergeRequests }));
  const outbox = store.add(new CommentOutbox(memory));
  store.add(
    parts.accounts.onDidChange(() => {
      changes.clear();
      pushes.clear();
      discussions.clear();
      reactions.clear();
    }),
  );
  const viewed = store.add(new ViewedFiles(memory, parts.synced([VIEWED_KEY]), clock));
  const filters = store.add(new ChangeFilters());
  const layout = store.add(new ChangesLayoutStore(memory));
  const generated = store.add(new GeneratedFiles());
  const shown = store.add(new ShownChanges({ changes, viewed, filters, generated, clock }));
  store.add(registerChangeBadges());
  store.add(
    viewed.onDidChange((key) => {
      // Whoever has viewed every file has reviewed the version.
      const { set, progress } = shown.peek(key) ?? {};
      const newest = changes.peekVersions(key)?.[0];
      if (set?.complete !== true || set.range.to !== newest?.id || newest === undefined) return;
      if (progress?.viewed === progress?.files && !set.overflow)
        void reviewed.saw(key, { version: newest.id, head: newest.head_commit_sha });
    }),
  );
  const actions = store.add(new MergeRequestActions(parts.clientFor, mergeRequests, clock));
  store.add(
    actions.onDidAct(({ key, action, before, after }) => {
      // What somebody else changed before stays unread.
      if (!seen.isUnread(key, before?.updated_at)) void seen.saw(key, after.updated_at);
      // Whoever approves has reviewed what there is.
      const newest = action === 'approve' ? changes.peekVersions(key)?.[0] : undefined;
      if (newest !== undefined) void reviewed.saw(key, { version: newest.id, head: newest.head_commit_sha });
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
      changes,
      viewed,
      shownChanges: shown,
      pushes,
      changesLayout: layout,
      talk: { discussions, outbox, ages },
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
          discussions.look(options, all),
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
  const review = {
    changes,
    pushes,
    reviewed,
    viewed,
    filters,
    layout,
    generated,
    shown,
    discussions,
    reactions,
    outbox,
  };
  return { tree, poller, pins, seen, groups, queries, actions, review };
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
