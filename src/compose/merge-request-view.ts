import type { Accounts } from '../app/accounts';
import type { BranchWatch } from '../app/branch-watch';
import type { PipelineKey } from '../app/keys';
import type { MergeRequests } from '../app/merge-requests';
import type { Pipelines } from '../app/pipelines';
import { Poller } from '../app/poller';
import type { CallOptions } from '../api/client';
import { Emitter } from '../base/emitter';
import type { DisposableStore } from '../base/disposable';
import { isOn, setting } from '../editor/settings';
import type { MergeRequestPorts } from '../trees/merge-request-ports';
import { MergeRequestTree } from '../trees/merge-request-tree';
import { MergeRequestView } from '../trees/merge-request-view';

export interface MergeRequestViewParts extends Omit<MergeRequestPorts, 'branch'> {
  readonly accounts: Accounts;
  readonly mergeRequests: MergeRequests;
  readonly pipelines: Pipelines;
  readonly branch: BranchWatch;
  /** True while the view of the pipelines is seen: it keeps all open pipelines fresh. */
  readonly pipelinesAreFresh: () => boolean;
}

/** The view of the merge requests with what keeps it fresh. */
export function composeMergeRequestView(store: DisposableStore, parts: MergeRequestViewParts) {
  const { mergeRequests, pipelines, clock, branch, pipelinesAreFresh } = parts;
  const tree: MergeRequestTree = store.add(
    new MergeRequestTree({
      ...parts,
      drawing: async () => (await import('../trees/merge-request-drawing')).DRAWING,
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
  const view = store.add(new MergeRequestView({ tree, poller, clock }));
  return { tree, poller, view };
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
