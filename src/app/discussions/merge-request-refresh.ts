import type { CallOptions } from '../../api/client';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { RowLookups } from '../merge-requests/row-lookups';
import type { Todos } from '../merge-requests/todos';
import type { Pipelines } from '../pipelines/pipelines';
import type { PipelineKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { settleAll } from '../shared/settle-all';
import type { Discussions } from './discussions';

export interface MergeRequestRefreshDeps {
  readonly mergeRequests: Pick<MergeRequests, 'poll' | 'pace'>;
  readonly lookups: Pick<RowLookups, 'poll' | 'settled'>;
  readonly todos: Pick<Todos, 'poll'>;
  readonly discussions: Pick<Discussions, 'poll'>;
  readonly pipelines: Pick<Pipelines, 'pollPipelines' | 'paceOf'>;
  /** Expanded rows of the view: lists of pipelines, and pipelines. */
  readonly tree: {
    readonly openPipelines: readonly PipelineKey[];
    poll(options: CallOptions): Promise<void>;
    pace(): Pace;
  };
  readonly branch: { poll(signal: AbortSignal): Promise<void> };
  /** True while the Pipelines view polls all expanded pipelines. */
  readonly pipelinesAreFresh: () => boolean;
  /** True while the branch is polled for the status bar. */
  readonly branchIsFresh: () => boolean;
}

/** Refreshes the data of the Merge Requests view. */
export class MergeRequestRefresh {
  readonly #deps: MergeRequestRefreshDeps;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: MergeRequestRefreshDeps) {
    this.#deps = deps;
  }

  /** `all`: requested by the user. Rejects with the first failure after everything else was read. */
  poll(signal: AbortSignal, all: boolean): Promise<void> {
    const polling = this.#poll(signal, all).finally(() => this.#running.delete(polling));
    this.#running.add(polling);
    return polling;
  }

  /** Resolves when nothing is being read that determines the groups of merge requests. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await this.#deps.lookups.settled();
  }

  async #poll(signal: AbortSignal, all: boolean): Promise<void> {
    const { mergeRequests, lookups, todos, discussions, pipelines, tree, branch, branchIsFresh } = this.#deps;
    const options: CallOptions = { signal, priority: all ? 'foreground' : 'background' };
    const { failure } = await settleAll([
      mergeRequests.poll(options, all).then(() => lookups.poll(options, all)),
      todos.poll(options, all),
      discussions.poll(options, all),
      tree.poll(options),
      pipelines.pollPipelines(this.#ownPipelines(), options, all),
      branchIsFresh() && !all ? undefined : branch.poll(signal),
    ]);
    if (failure !== undefined) throw failure;
  }

  pace(): Pace {
    const { mergeRequests, pipelines, tree } = this.#deps;
    return [mergeRequests.pace(), tree.pace(), pipelines.paceOf(this.#ownPipelines())].includes('live')
      ? 'live'
      : 'idle';
  }

  #ownPipelines(): readonly PipelineKey[] {
    return this.#deps.pipelinesAreFresh() ? [] : this.#deps.tree.openPipelines;
  }
}
