import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { isOfBranch, newestOfBranch } from '../../domain/branch/pipeline';
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
  /** True while the lists of the store are kept fresh for somebody else: nothing is asked that they tell. */
  readonly listsAreFresh: () => boolean;
  /** Told which branch is followed. */
  readonly heads: BranchHeads;
}

/** So often the branch is asked for itself where the list in the view leaves pipelines out. */
const FILTERED_MS = 10 * 60_000;
const ALL = queryOf(NO_FILTER).key;

/** The pipelines of the branch that is checked out, from a list of its own and from the lists of the store. */
export class BranchPipelines implements Disposable {
  readonly #deps: BranchPipelinesDeps;
  /** Numbers of the branch's merge requests within a project. */
  readonly #mergeRequestsWithin: (project: ProjectKey) => readonly number[];
  #branch: Branch | undefined;
  #list: PipelineList | undefined;
  #listReadAt = -Infinity;
  #hold: Disposable | undefined;
  /** Number of its merge request, where that has merged results pipelines. */
  #mergedResultsOf: number | undefined;

  constructor(deps: BranchPipelinesDeps, mergeRequestsWithin: (project: ProjectKey) => readonly number[]) {
    this.#deps = deps;
    this.#mergeRequestsWithin = mergeRequestsWithin;
  }

  /** Those of the branch's own list. */
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

  /** True where merged results pipelines are to be asked for from now on: their commit is not the branch's. */
  learnMergedResults(branch: Branch, iid: number | undefined): boolean {
    if (iid === undefined || iid === this.#mergedResultsOf) return false;
    this.#mergedResultsOf = iid;
    this.#follow(branch);
    this.#deps.pipelines.invalidate();
    return true;
  }

  /** Asks for the branch's pipelines, unless the list that is kept fresh for the view tells them. */
  async read({ project, head }: Branch, options: CallOptions): Promise<void> {
    const list = this.#list;
    if (list === undefined) return;
    const now = this.#deps.clock.now();
    const fresh = this.#deps.listsAreFresh();
    const told = fresh && this.#storeHasAll(project);
    // The branch's own pipeline may lie further down than the list goes: then it is asked for once.
    const newest = this.newest();
    const own = { ...head, mergeRequests: this.#mergeRequestsWithin(project) };
    const hasOwn = newest !== undefined && isOfBranch(newest, own);
    if (told && (list.loaded || hasOwn)) return;
    if (fresh && !told && list.loaded && now - this.#listReadAt < FILTERED_MS) return;
    await list.refresh(this.#deps.clientFor(project.base), options, false);
    this.#listReadAt = now;
  }

  /** The newest pipeline, from both lists and with the newest word about it. */
  newest(): PipelineFacts | undefined {
    const { branch, list } = { branch: this.#branch, list: this.#list };
    if (branch === undefined || list === undefined) return undefined;
    const stored = this.#deps.pipelines.peekList(branch.project)?.pipelines ?? [];
    const own = { ...branch.head, mergeRequests: this.#mergeRequestsWithin(branch.project) };
    const newest = newestOfBranch([...list.pipelines, ...stored], own);
    if (newest === undefined) return undefined;
    const key = { ...branch.project, pipeline: newest.id };
    const told = [list.find(newest.id), this.#deps.pipelines.details(key), newest].filter(
      (each) => each !== undefined,
    );
    return told.reduce(
      (best, next) => ((next.updated_at ?? '') > (best.updated_at ?? '') ? next : best),
      newest,
    );
  }

  /** Whether the store's list leaves nothing out that belongs to the branch. */
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
