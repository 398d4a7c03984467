import type { CallOptions, Client } from '../api/client';
import { isCancelled } from '../api/errors';
import { abortReason } from '../base/abort';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { SingleFlight } from '../base/single-flight';
import { isOfBranch, newestOfBranch } from '../domain/branch-pipeline';
import { isMoving } from '../domain/job-status';
import { mergeRequestOf } from '../domain/pipeline-rules';
import type { Job } from '../schemas/job';
import type { MergeRequest } from '../schemas/merge-request';
import type { CheckedOut } from './branch-merge-request';
import { BranchMergeRequests } from './branch-merge-requests';
import { readFailedJobs } from './failed-jobs';
import { projectId, type MergeRequestKey, type PipelineKey, type ProjectKey } from './keys';
import type { MergeRequests } from './merge-requests';
import { readDetail } from './pipeline-content';
import type { PipelineFacts } from './pipeline-facts';
import { PipelineList } from './pipeline-list';
import { NO_FILTER, queryOf } from './pipeline-query';
import type { Pipelines } from './pipelines';
import type { Pace } from './poller';
import type { Head } from './ports';
import type { Projects } from './projects';

/** What is checked out, and the project that it belongs to. */
export interface Branch {
  readonly project: ProjectKey;
  readonly path: string;
  readonly head: Head;
  /** Name of the project's main branch, where the server tells it. */
  readonly mainBranch?: string | undefined;
}

/** What is known of the workspace's branch. */
export interface BranchFacts {
  readonly branch: Branch;
  /** Its newest pipeline. */
  readonly pipeline: PipelineFacts | undefined;
  /** Jobs that made it fail. */
  readonly failed: readonly Job[];
  /** Its merge request: the one from its commit, an open one, else the newest of any state. */
  readonly mergeRequest: MergeRequest | undefined;
  /** All that are open, that one first. */
  readonly mergeRequests: readonly MergeRequestKey[];
  /** Why this may be out of date. */
  readonly problem: unknown;
}

export interface BranchWatchPorts {
  readonly clientFor: (base: string) => Client;
  readonly projects: Projects;
  readonly pipelines: Pipelines;
  /** Told of the merge request; what it learns of it otherwise is shown here as well. */
  readonly mergeRequests: MergeRequests;
  readonly clock: Clock;
  /** True while the lists of the store are kept fresh for somebody else: nothing is asked that they tell. */
  readonly listsAreFresh: () => boolean;
  /** Told of each pipeline that was met. */
  readonly met: (key: PipelineKey, pipeline: PipelineFacts) => void;
}

/** So often the branch is asked for itself where the list in the view leaves pipelines out. */
const FILTERED_MS = 10 * 60_000;

/** Follows the newest pipeline of the branch that is checked out. Asks nothing before the first look. */
export class BranchWatch implements Disposable {
  readonly #ports: BranchWatchPorts;
  readonly #changed = new Emitter<BranchFacts | undefined>();
  readonly #subscriptions = new DisposableStore();
  readonly #flights = new SingleFlight<'look', void>();
  readonly #mergeRequests: BranchMergeRequests;
  #branch: Branch | undefined;
  #list: PipelineList | undefined;
  #listReadAt = -Infinity;
  #hold: Disposable | undefined;
  #facts: BranchFacts | undefined;
  #again = false;

  /** Undefined where there is nothing to show. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: BranchWatchPorts) {
    this.#ports = ports;
    this.#mergeRequests = new BranchMergeRequests(ports.clientFor, ports.mergeRequests, ports.clock);
    this.#subscriptions.add(
      ports.pipelines.onDidChange(() => {
        this.#takeFromStore();
      }),
    );
    this.#subscriptions.add(
      ports.mergeRequests.onDidChange(() => {
        this.#takeMergeRequest();
      }),
    );
  }

  get facts(): BranchFacts | undefined {
    return this.#facts;
  }

  pace(): Pace {
    const { pipeline } = this.#facts ?? {};
    return pipeline !== undefined && isMoving(pipeline, this.#ports.clock.now()) ? 'live' : 'idle';
  }

  /** Forgets what was read: the account is another one. */
  forget(): void {
    this.#leave();
    this.#tell(undefined);
  }

  /** Looks once; whoever asks while a look is under way gets that one and one more. Rejects where it failed. */
  look(signal?: AbortSignal): Promise<void> {
    if (this.#flights.has('look')) this.#again = true;
    return this.#flights.run('look', async () => {
      do {
        this.#again = false;
        await this.#look({ signal, priority: 'background' });
      } while (this.#wasAskedAgain());
    });
  }

  /** The branch may have another merge request now. What fails here is told by a later look. */
  mergeRequestMade(): void {
    this.#mergeRequests.expire();
    void this.look().catch(() => undefined);
  }

  dispose(): void {
    this.#hold?.dispose();
    this.#mergeRequests.dispose();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #wasAskedAgain(): boolean {
    return this.#again;
  }

  async #look(options: CallOptions): Promise<void> {
    const branch = await this.#find(options.signal);
    // A search that was given up finds no project: that says nothing about the branch.
    if (options.signal?.aborted === true) throw abortReason(options.signal);
    if (branch === undefined) {
      this.forget();
      return;
    }
    if (!isSame(branch, this.#branch)) this.#enter(branch);
    try {
      await this.#readPipelines(branch, options);
      await this.#describe(branch, options);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.#tell({ ...NOTHING, branch, ...this.#facts, problem: error });
      throw error;
    }
  }

  /** The first project of the workspace that is checked out. */
  async #find(signal?: AbortSignal): Promise<Branch | undefined> {
    const search = await this.#ports.projects.search(signal);
    if (search.state !== 'found') return undefined;
    for (const outcome of search.projects) {
      if (!outcome.ok) continue;
      const { key, path, details } = outcome.project;
      const head = this.#ports.projects
        .headsOf(key)
        .find(({ name, sha }) => name !== undefined || sha !== undefined);
      if (head !== undefined)
        return { project: key, path, head, mainBranch: details?.default_branch ?? undefined };
    }
    return undefined;
  }

  #enter(branch: Branch): void {
    const before = this.#branch;
    this.#leave();
    this.#branch = branch;
    this.#hold = this.#ports.pipelines.holdProject(branch.project);
    this.#list = new PipelineList(branch.project, queryOf({ ...NO_FILTER, mode: 'branch' }, [branch.head]));
    const sameName =
      before !== undefined &&
      projectId(before.project) === projectId(branch.project) &&
      before.head.name === branch.head.name;
    // A commit changes neither the branch nor its merge request: what is known of it stays until more is known.
    if (!sameName) this.#facts = undefined;
  }

  #leave(): void {
    this.#hold?.dispose();
    this.#hold = undefined;
    this.#branch = undefined;
    this.#list = undefined;
    this.#listReadAt = -Infinity;
    this.#mergeRequests.forget();
  }

  /** Asks for the branch's pipelines, unless the list that is kept fresh for the view tells them. */
  async #readPipelines({ project, head }: Branch, options: CallOptions): Promise<void> {
    const list = this.#list;
    if (list === undefined) return;
    const now = this.#ports.clock.now();
    const fresh = this.#ports.listsAreFresh();
    const told = fresh && this.#storeTells(project);
    // The branch's own pipeline may lie further down than the list goes: then it is asked for once.
    const newest = this.#newest();
    const hasOwn = newest !== undefined && isOfBranch(newest, head);
    if (told && (list.loaded || hasOwn)) return;
    if (fresh && !told && list.loaded && now - this.#listReadAt < FILTERED_MS) return;
    await list.refresh(this.#ports.clientFor(project.base), options, false);
    this.#listReadAt = now;
  }

  /** Whether the store's list leaves nothing out that belongs to the branch. */
  #storeTells(project: ProjectKey): boolean {
    const query = this.#ports.pipelines.peekList(project)?.query;
    return query !== undefined && (query.key === ALL || query.key === this.#list?.query.key);
  }

  /** The newest pipeline, from both lists and with the newest word about it. */
  #newest(): PipelineFacts | undefined {
    const { branch, list } = { branch: this.#branch, list: this.#list };
    if (branch === undefined || list === undefined) return undefined;
    const stored = this.#ports.pipelines.peekList(branch.project)?.pipelines ?? [];
    const newest = newestOfBranch([...list.pipelines, ...stored], branch.head);
    if (newest === undefined) return undefined;
    const key = { ...branch.project, pipeline: newest.id };
    const told = [list.find(newest.id), this.#ports.pipelines.facts(key), newest].filter(
      (each) => each !== undefined,
    );
    return told.reduce(
      (best, next) => ((next.updated_at ?? '') > (best.updated_at ?? '') ? next : best),
      newest,
    );
  }

  /** Reads what is to be told of the newest pipeline, where it is another one or in another status than before. */
  async #describe(branch: Branch, options: CallOptions): Promise<void> {
    const newest = this.#newest();
    const before = this.#facts;
    const same = newest !== undefined && isUnchanged(newest, before?.pipeline);
    const isOver = newest !== undefined && !isMoving(newest, this.#ports.clock.now());
    // With the pipeline's end it may have become possible to merge.
    const asks = !same && isOver && before !== undefined;
    const [pipeline, failed, mergeRequests] = await Promise.all([
      newest === undefined || same ? before?.pipeline : this.#whole(branch.project, newest, options),
      same ? (before?.failed ?? []) : this.#failedIn(branch.project, newest, options),
      this.#mergeRequests.read(this.#checkedOut(branch), asks, options),
    ]);
    this.#tell({
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
    const detail = await readDetail(this.#ports.clientFor(project.base), key, options);
    return detail ?? newest;
  }

  async #failedIn(
    project: ProjectKey,
    newest: PipelineFacts | undefined,
    options: CallOptions,
  ): Promise<readonly Job[]> {
    if (newest?.status !== 'failed') return [];
    return readFailedJobs(this.#ports.clientFor(project.base), { ...project, pipeline: newest.id }, options);
  }

  #checkedOut({ project, head, mainBranch }: Branch): CheckedOut {
    const known = this.#list?.pipelines ?? [];
    const hinted = known.flatMap(({ ref, sha }) => (sha === head.sha ? (mergeRequestOf(ref) ?? []) : []));
    return { project, head, mainBranch, hinted };
  }

  /** The merge request was read or changed by somebody else. */
  #takeMergeRequest(): void {
    const mergeRequest = this.#mergeRequests.first;
    if (this.#facts !== undefined && mergeRequest !== undefined) this.#tell({ ...this.#facts, mergeRequest });
  }

  /** What others made known needs no request, but may ask for one: a retried job makes its pipeline run again. */
  #takeFromStore(): void {
    const newest = this.#newest();
    if (newest === undefined || isUnchanged(newest, this.#facts?.pipeline)) return;
    void this.look().catch(() => undefined);
  }

  #tell(facts: BranchFacts | undefined): void {
    const before = this.#facts;
    this.#facts = facts;
    if (facts?.pipeline !== undefined) {
      this.#ports.met({ ...facts.branch.project, pipeline: facts.pipeline.id }, facts.pipeline);
    }
    if (JSON.stringify(before) !== JSON.stringify(facts) || before?.problem !== facts?.problem) {
      this.#changed.fire(facts);
    }
  }
}

const NOTHING = { pipeline: undefined, failed: [], mergeRequest: undefined, mergeRequests: [] } as const;
const ALL = queryOf(NO_FILTER).key;

function isSame(a: Branch, b: Branch | undefined): boolean {
  return (
    b !== undefined &&
    projectId(a.project) === projectId(b.project) &&
    a.head.name === b.head.name &&
    a.head.sha === b.head.sha
  );
}

function isUnchanged(a: PipelineFacts, b: PipelineFacts | undefined): boolean {
  return (
    b !== undefined && a.id === b.id && a.status === b.status && (a.updated_at ?? '') <= (b.updated_at ?? '')
  );
}
