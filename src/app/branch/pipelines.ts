import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { isOfBranch, latestPipelineOfBranch } from '../../domain/branch/pipeline';
import type { PipelineFacts } from '../../schemas/pipeline';
import { PipelineList } from '../pipelines/list';
import type { Pipelines } from '../pipelines/pipelines';
import { NO_FILTER, type PipelineHead, queryOf } from '../pipelines/query';
import type { ProjectKey } from '../shared/keys';
import type { Branch } from './details';
import type { BranchHeads } from './heads';

export interface BranchPipelinesDeps {
  readonly clientFor: (base: string) => Client;
  readonly pipelines: Pick<Pipelines, 'retainProject' | 'peekList' | 'details' | 'invalidate'>;
  readonly clock: Pick<Clock, 'now'>;
  /** True while the store's lists are refreshed elsewhere, so that their pipelines need no requests. */
  readonly listsAreFresh: () => boolean;
  /** Receives the followed branch. */
  readonly heads: BranchHeads;
}

/** Milliseconds between requests for the branch if the filter of the view excludes pipelines. */
const FILTERED_MS = 10 * 60_000;
const ALL = queryOf(NO_FILTER).key;

/** The pipelines of the checked-out branch, from a separate list and the store's lists. */
export class BranchPipelines implements Disposable {
  readonly #deps: BranchPipelinesDeps;
  /** IIDs of the branch's merge requests in a project. */
  readonly #mergeRequestsWithin: (project: ProjectKey) => readonly number[];
  #branch: Branch | undefined;
  #list: PipelineList | undefined;
  #listReadAt = -Infinity;
  #hold: Disposable | undefined;
  /** IID of its merge request, if that has merged results pipelines. */
  #mergedResultsOf: number | undefined;

  constructor(deps: BranchPipelinesDeps, mergeRequestsWithin: (project: ProjectKey) => readonly number[]) {
    this.#deps = deps;
    this.#mergeRequestsWithin = mergeRequestsWithin;
  }

  /** The pipelines of the separate list. */
  get known(): readonly PipelineFacts[] {
    return this.#list?.pipelines ?? [];
  }

  enter(branch: Branch): void {
    this.leave();
    this.#branch = branch;
    this.#hold = this.#deps.pipelines.retainProject(branch.project);
    this.#follow(branch);
  }

  leave(): void {
    this.#mergedResultsOf = undefined;
    this.#hold?.dispose();
    this.#hold = undefined;
    this.#branch = undefined;
    this.#deps.heads.followed = undefined;
    this.#list = undefined;
    this.#listReadAt = -Infinity;
  }

  dispose(): void {
    this.#hold?.dispose();
  }

  /** True if merged results pipelines must be requested from now on, because they run for another commit. */
  learnMergedResults(branch: Branch, iid: number | undefined): boolean {
    if (iid === undefined || iid === this.#mergedResultsOf) return false;
    this.#mergedResultsOf = iid;
    this.#follow(branch);
    this.#deps.pipelines.invalidate();
    return true;
  }

  /** Reads the branch's pipelines, unless the list that is refreshed for the view contains them. */
  async read({ project, head }: Branch, options: CallOptions): Promise<void> {
    const list = this.#list;
    if (list === undefined) return;
    const now = this.#deps.clock.now();
    const fresh = this.#deps.listsAreFresh();
    const isCovered = fresh && this.#storeHasAll(project);
    // If the branch's pipeline is older than those in the list, it is requested once.
    const newest = this.newest();
    const own = { ...head, mergeRequests: this.#mergeRequestsWithin(project) };
    const hasOwn = newest !== undefined && isOfBranch(newest, own);
    if (isCovered && (list.loaded || hasOwn)) return;
    if (fresh && !isCovered && list.loaded && now - this.#listReadAt < FILTERED_MS) return;
    await list.refresh(this.#deps.clientFor(project.base), options, false);
    this.#listReadAt = now;
  }

  /** The newest pipeline of both lists, with its newest known state. */
  newest(): PipelineFacts | undefined {
    const { branch, list } = { branch: this.#branch, list: this.#list };
    if (branch === undefined || list === undefined) return undefined;
    const stored = this.#deps.pipelines.peekList(branch.project)?.pipelines ?? [];
    const own = { ...branch.head, mergeRequests: this.#mergeRequestsWithin(branch.project) };
    const newest = latestPipelineOfBranch([...list.pipelines, ...stored], own);
    if (newest === undefined) return undefined;
    const key = { ...branch.project, pipeline: newest.id };
    const candidates = [list.find(newest.id), this.#deps.pipelines.details(key), newest].filter(
      (each) => each !== undefined,
    );
    return candidates.reduce(
      (best, next) => ((next.updated_at ?? '') > (best.updated_at ?? '') ? next : best),
      newest,
    );
  }

  /** True if the store's list excludes no pipelines of the branch. */
  #storeHasAll(project: ProjectKey): boolean {
    const query = this.#deps.pipelines.peekList(project)?.query;
    return query !== undefined && (query.key === ALL || query.key === this.#list?.query.key);
  }

  #follow({ project, head: checkedOut }: Branch): void {
    const head: PipelineHead = { ...checkedOut, mergedResultsOf: this.#mergedResultsOf };
    this.#deps.heads.followed = { project, head };
    this.#list = new PipelineList(project, queryOf({ ...NO_FILTER, mode: 'branch' }, [head]));
  }
}
