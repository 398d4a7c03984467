import type { CallOptions, Client } from '../../api/client';
import { isCancelled } from '../../api/errors';
import { abortReason } from '../../base/abort';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { SingleFlight } from '../../base/single-flight';
import { isMoving } from '../../domain/jobs/status';
import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import { readFailedJobs } from '../jobs/failed-jobs';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergedResultsOf } from '../merge-requests/merged-results';
import { readDetail } from '../pipelines/content';
import type { Pipelines } from '../pipelines/pipelines';
import type { Projects } from '../projects/projects';
import { type PipelineKey, projectId, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { type Branch, type BranchFacts, isSame, isUnchanged, NOTHING } from './details';
import type { BranchHeads } from './heads';
import { BranchMergeRequests } from './merge-requests';
import type { CheckedOutHead } from './merge-requests-of';
import { BranchPipelines } from './pipelines';

export type { Branch, BranchFacts } from './details';

export interface BranchWatchDeps {
  readonly clientFor: (base: string) => Client;
  readonly projects: Projects;
  readonly pipelines: Pipelines;
  /** Told of the merge request; what it learns of it otherwise is shown here as well. */
  readonly mergeRequests: MergeRequests;
  readonly clock: Clock;
  /** True while the lists of the store are kept fresh for somebody else: nothing is asked that they tell. */
  readonly listsAreFresh: () => boolean;
  /** Told which branch is followed. */
  readonly heads: BranchHeads;
}

/** The newest pipeline of the branch, as it was read or is known from a list. */
export interface ReadPipeline {
  readonly key: PipelineKey;
  readonly pipeline: PipelineFacts;
}

/** Follows the newest pipeline of the branch that is checked out. Asks nothing before the first look. */
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
  #again = false;
  /** Of whoever asked last. */
  #signal: AbortSignal | undefined;

  /** Undefined where there is nothing to show. */
  readonly onDidChange = this.#changed.event;
  /** Fires on every poll, also where nothing changed. */
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
    return pipeline !== undefined && isMoving(pipeline, this.#deps.clock.now()) ? 'live' : 'idle';
  }

  /** Forgets what was read: the account is another one. */
  forget(): void {
    this.#leave();
    this.#notify(undefined);
  }

  /** Looks once; whoever asks while a look is under way gets that one and one more. Rejects where it failed. */
  poll(signal?: AbortSignal): Promise<void> {
    this.#again = this.#flights.has('look');
    this.#signal = signal;
    return this.#flights.run('look', () => this.#pollUntilNewest());
  }

  /** Only the outcome of the newest request counts: an earlier one may have failed, or was given up, before it. */
  async #pollUntilNewest(): Promise<void> {
    for (;;) {
      this.#again = false;
      try {
        await this.#poll({ signal: this.#signal, priority: 'background' });
        if (!this.#wasAskedAgain()) return;
      } catch (error) {
        if (!this.#wasAskedAgain()) throw error;
      }
    }
  }

  /** The branch may have another merge request now. What fails here is told by a later look. */
  mergeRequestMade(): void {
    this.#mergeRequests.expire();
    void this.poll().catch(() => undefined);
  }

  dispose(): void {
    this.#pipelines.dispose();
    this.#mergeRequests.dispose();
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#read.dispose();
  }

  #wasAskedAgain(): boolean {
    return this.#again;
  }

  async #poll(options: CallOptions): Promise<void> {
    const branch = await this.#find(options.signal);
    // A search that was given up finds no project: that says nothing about the branch.
    if (options.signal?.aborted === true) throw abortReason(options.signal);
    if (branch === undefined) {
      this.forget();
      return;
    }
    if (!isSame(branch, this.#branch)) this.#enter(branch);
    try {
      await this.#pipelines.read(branch, options);
      await this.#describe(branch, options);
      const iid = mergedResultsOf(branch.project, this.#mergeRequests.first);
      if (this.#pipelines.learnMergedResults(branch, iid)) {
        await this.#pipelines.read(branch, options);
        await this.#describe(branch, options);
      }
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.#notify({ ...NOTHING, branch, ...this.#facts, problem: error });
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
    // A commit changes neither the branch nor its merge request: what is known of it stays until more is known.
    if (!sameName) this.#facts = undefined;
  }

  #leave(): void {
    this.#branch = undefined;
    this.#pipelines.leave();
    this.#mergeRequests.forget();
  }

  /** Reads what is to be told of the newest pipeline, where it is another one or in another status than before. */
  async #describe(branch: Branch, options: CallOptions): Promise<void> {
    const newest = this.#pipelines.newest();
    const before = this.#facts;
    const same = newest !== undefined && isUnchanged(newest, before?.pipeline);
    const isOver = newest !== undefined && !isMoving(newest, this.#deps.clock.now());
    // With the pipeline's end it may have become possible to merge.
    const asks = !same && isOver && before !== undefined;
    const [pipeline, failed, mergeRequests] = await Promise.all([
      newest === undefined || same ? before?.pipeline : this.#whole(branch.project, newest, options),
      same ? (before?.failed ?? []) : this.#failedIn(branch.project, newest, options),
      this.#mergeRequests.read(this.#checkedOut(branch), asks, options),
    ]);
    this.#notify({
      branch,
      pipeline: newest === undefined ? undefined : pipeline,
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

  /** The merge request was read or changed by somebody else. */
  #takeMergeRequest(): void {
    const mergeRequest = this.#mergeRequests.first;
    if (this.#facts !== undefined && mergeRequest !== undefined)
      this.#notify({ ...this.#facts, mergeRequest });
  }

  /** What others made known needs no request, but may ask for one: a retried job makes its pipeline run again. */
  #takeFromStore(): void {
    const newest = this.#pipelines.newest();
    if (newest === undefined || isUnchanged(newest, this.#facts?.pipeline)) return;
    void this.poll().catch(() => undefined);
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
