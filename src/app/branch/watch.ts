import type { CallOptions, Client } from '../../api/client';
import { isCanceled } from '../../api/errors';
import { abortReason } from '../../base/abort';
import { ignoreFailure } from '../../base/background';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { SingleFlight } from '../../base/single-flight';
import { isActive } from '../../domain/jobs/status';
import { latestJobs } from '../../domain/pipelines/grouping';
import { type PipelineProgress, progressOf } from '../../domain/pipelines/progress';
import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import { readFailedJobs } from '../jobs/failed-jobs';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergedResultsOf } from '../merge-requests/merged-results';
import { readDetail } from '../pipelines/content';
import type { Pipelines } from '../pipelines/pipelines';
import { readProgress } from '../pipelines/read-progress';
import type { Projects } from '../projects/projects';
import { type PipelineKey, projectId, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { type Branch, type BranchFacts, isSameBranch, isUnchangedPipeline, NO_BRANCH_FACTS } from './details';
import type { BranchHeads } from './heads';
import { BranchMergeRequests } from './merge-requests';
import type { CheckedOutHead } from './merge-requests-of';
import { BranchPipelines } from './pipelines';

export type { Branch, BranchFacts } from './details';

export interface BranchWatchDeps {
  readonly clientFor: (base: string) => Client;
  readonly projects: Projects;
  readonly pipelines: Pipelines;
  /** Receives the merge request. Its changes are also shown here. */
  readonly mergeRequests: MergeRequests;
  readonly clock: Clock;
  /** True while the store's lists are refreshed elsewhere, so that their pipelines need no requests. */
  readonly listsAreFresh: () => boolean;
  /** Receives the followed branch. */
  readonly heads: BranchHeads;
}

/** The newest pipeline of the branch, from a request or a list. */
export interface ReadPipeline {
  readonly key: PipelineKey;
  readonly pipeline: PipelineFacts;
}

/** Follows the newest pipeline of the checked-out branch. Sends no requests before the first poll. */
export class BranchWatch implements Disposable {
  readonly #deps: BranchWatchDeps;
  readonly #changed = new Emitter<BranchFacts | undefined>();
  readonly #read = new Emitter<ReadPipeline>();
  readonly #subscriptions = new DisposableStore();
  readonly #flights = new SingleFlight<'look', void>();
  readonly #mergeRequests: BranchMergeRequests;
  readonly #pipelines: BranchPipelines;
  #branch: Branch | undefined;
  #facts: BranchFacts | undefined;
  /** When everything was read last. */
  #readAt: number | undefined;
  #again = false;
  /** The signal of the latest caller. */
  #signal: AbortSignal | undefined;

  /** Fires with undefined if there is nothing to show. */
  readonly onDidChange = this.#changed.event;
  /** Fires on every poll, even if nothing changed. */
  readonly onDidRead = this.#read.event;

  constructor(deps: BranchWatchDeps) {
    this.#deps = deps;
    this.#mergeRequests = new BranchMergeRequests(deps.clientFor, deps.mergeRequests, deps.clock);
    this.#pipelines = new BranchPipelines(deps, (project) => this.#mergeRequests.within(project));
    this.#subscriptions.add(
      deps.pipelines.onDidChange(() => {
        this.#takeFromStore();
      }),
    );
    this.#subscriptions.add(
      // The state is out of date as soon as that of the view is.
      deps.pipelines.onDidChangeFailing(() => {
        if (this.#facts !== undefined) ignoreFailure(this.poll());
      }),
    );
    this.#subscriptions.add(
      deps.mergeRequests.onDidChange(() => {
        this.#takeMergeRequest();
      }),
    );
  }

  get details(): BranchFacts | undefined {
    return this.#facts;
  }

  pace(): Pace {
    const { pipeline } = this.#facts ?? {};
    return pipeline !== undefined && isActive(pipeline, this.#deps.clock.now()) ? 'live' : 'idle';
  }

  /** Removes what is known about the branch. */
  clear(): void {
    this.#leave();
    this.#notify(undefined);
  }

  /** Polls once. A call during a poll starts another one after it. Rejects if the last poll fails. */
  poll(signal?: AbortSignal): Promise<void> {
    this.#again = this.#flights.has('look');
    this.#signal = signal;
    return this.#flights.run('look', () => this.#pollUntilNewest());
  }

  /** Only the result of the last poll counts. Earlier ones may have failed or been aborted. */
  async #pollUntilNewest(): Promise<void> {
    for (;;) {
      this.#again = false;
      try {
        await this.#poll({ signal: this.#signal, priority: 'background' });
        if (!this.#isRepeatRequested()) return;
      } catch (error) {
        if (!this.#isRepeatRequested()) throw error;
      }
    }
  }

  /** Polls because the branch may have another merge request. Later polls report failures. */
  mergeRequestMade(): void {
    this.#mergeRequests.expire();
    ignoreFailure(this.poll());
  }

  dispose(): void {
    this.#pipelines.dispose();
    this.#mergeRequests.dispose();
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#read.dispose();
  }

  #isRepeatRequested(): boolean {
    return this.#again;
  }

  async #poll(options: CallOptions): Promise<void> {
    const branch = await this.#find(options.signal);
    // An aborted search finds no project, which doesn't mean that there is no branch.
    if (options.signal?.aborted === true) throw abortReason(options.signal);
    if (branch === undefined) {
      this.clear();
      return;
    }
    if (!isSameBranch(branch, this.#branch)) this.#enter(branch);
    try {
      await this.#pipelines.read(branch, options);
      await this.#describe(branch, options);
      const iid = mergedResultsOf(branch.project, this.#mergeRequests.first);
      if (this.#pipelines.learnMergedResults(branch, iid)) {
        await this.#pipelines.read(branch, options);
        await this.#describe(branch, options);
      }
    } catch (error) {
      if (isCanceled(error)) throw error;
      this.#notify({ ...NO_BRANCH_FACTS, branch, ...this.#facts, problem: error, readAt: this.#readAt });
      throw error;
    }
  }

  /** The first project of the workspace that is checked out. */
  async #find(signal?: AbortSignal): Promise<Branch | undefined> {
    const search = await this.#deps.projects.search(signal);
    if (search.state !== 'found') return undefined;
    for (const outcome of search.projects) {
      if (!outcome.ok) continue;
      const { key, path, details } = outcome.project;
      const head = this.#deps.projects
        .headsOf(key)
        .find(({ name, sha }) => name !== undefined || sha !== undefined);
      if (head !== undefined)
        return {
          project: key,
          path,
          head,
          mainBranch: details?.default_branch ?? undefined,
          forkedFrom: details && (details.forked_from_project?.id ?? null),
        };
    }
    return undefined;
  }

  #enter(branch: Branch): void {
    const before = this.#branch;
    this.#leave();
    this.#branch = branch;
    this.#pipelines.enter(branch);
    const sameName =
      before !== undefined &&
      projectId(before.project) === projectId(branch.project) &&
      before.head.name === branch.head.name;
    // After a commit, the branch and its merge request are the same, so their data is shown until new data is
    // read.
    if (!sameName) [this.#facts, this.#readAt] = [undefined, undefined];
  }

  #leave(): void {
    this.#branch = undefined;
    this.#pipelines.leave();
    this.#mergeRequests.forget();
  }

  /** Reads the details of the newest pipeline if it or its status changed. */
  async #describe(branch: Branch, options: CallOptions): Promise<void> {
    const newest = this.#pipelines.newest();
    const before = this.#facts;
    const same = newest !== undefined && isUnchangedPipeline(newest, before?.pipeline);
    const isOver = newest !== undefined && !isActive(newest, this.#deps.clock.now());
    // The merge request may have become mergeable when the pipeline ended.
    const shouldRefresh = !same && isOver && before !== undefined;
    const [pipeline, progress, failed, mergeRequests] = await Promise.all([
      newest === undefined || same ? before?.pipeline : this.#whole(branch.project, newest, options),
      newest?.status === 'running' && !isOver ? this.#progressOf(branch.project, newest, options) : undefined,
      same ? (before?.failed ?? []) : this.#failedIn(branch.project, newest, options),
      this.#mergeRequests.read(this.#checkedOut(branch), shouldRefresh, options),
    ]);
    this.#readAt = this.#deps.clock.now();
    this.#notify({
      branch,
      pipeline: newest === undefined ? undefined : pipeline,
      progress,
      failed,
      mergeRequest: this.#mergeRequests.first,
      mergeRequests,
      problem: undefined,
    });
  }

  async #whole(project: ProjectKey, newest: PipelineFacts, options: CallOptions): Promise<PipelineFacts> {
    const key = { ...project, pipeline: newest.id };
    const detail = await readDetail(this.#deps.clientFor(project.base), key, options);
    return detail ?? newest;
  }

  /** From the view while it is visible, otherwise with one request. */
  #progressOf(
    project: ProjectKey,
    { id }: PipelineFacts,
    options: CallOptions,
  ): Promise<PipelineProgress | undefined> {
    const { clientFor, listsAreFresh, pipelines } = this.#deps;
    const key = { ...project, pipeline: id };
    if (!listsAreFresh()) return readProgress(clientFor(project.base), key, options);
    const known = pipelines.isRetained(key) ? pipelines.peek(key) : undefined;
    return Promise.resolve(known && progressOf(latestJobs(known.stages)));
  }

  async #failedIn(
    project: ProjectKey,
    newest: PipelineFacts | undefined,
    options: CallOptions,
  ): Promise<readonly Job[]> {
    if (newest?.status !== 'failed') return [];
    return readFailedJobs(this.#deps.clientFor(project.base), { ...project, pipeline: newest.id }, options);
  }

  #checkedOut({ project, head, mainBranch, forkedFrom }: Branch): CheckedOutHead {
    const hinted = this.#pipelines.known.flatMap(({ ref, sha }) =>
      sha === head.sha ? (mergeRequestOf(ref) ?? []) : [],
    );
    return { project, head, mainBranch, forkedFrom, hinted };
  }

  /** Applies a merge request that was read or changed elsewhere. */
  #takeMergeRequest(): void {
    const mergeRequest = this.#mergeRequests.first;
    if (this.#facts !== undefined && mergeRequest !== undefined)
      this.#notify({ ...this.#facts, mergeRequest });
  }

  /** Polls if the store contains a newer state, for example because a retried job restarted the pipeline. */
  #takeFromStore(): void {
    const newest = this.#pipelines.newest();
    if (newest === undefined || isUnchangedPipeline(newest, this.#facts?.pipeline)) return;
    ignoreFailure(this.poll());
  }

  #notify(facts: BranchFacts | undefined): void {
    const before = this.#facts;
    this.#facts = facts;
    if (facts?.pipeline !== undefined) {
      const key = { ...facts.branch.project, pipeline: facts.pipeline.id };
      this.#read.fire({ key, pipeline: facts.pipeline });
    }
    if (JSON.stringify(before) !== JSON.stringify(facts) || before?.problem !== facts?.problem) {
      this.#changed.fire(facts);
    }
  }
}
