import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isActive, isEnded } from '../../domain/jobs/status';
import { type KnownRunner, runnersOf } from '../../domain/jobs/waiting';
import type { StageMember } from '../../domain/pipelines/grouping';
import type { Bridge, Job } from '../../schemas/job';
import type { Pipeline, PipelineFacts } from '../../schemas/pipeline';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { reportable, settleAll } from '../shared/settle-all';
import { type PipelineContent, sameContent } from './content';
import { PipelineContentCache } from './content-cache';
import { isContentActive, type ReadDepth } from './content-depth';
import type { PipelineList } from './list';
import { PipelineLists, type PipelinesChange } from './lists';
import { pipelinesOf } from './page-readers';
import { NO_FILTER, type PipelineQuery, queryOf } from './query';

/** Combines the facts about a pipeline, preferring the newest; undefined if nothing is known. */
function factsFrom(
  listed: Pipeline | undefined,
  content: PipelineContent | undefined,
): PipelineFacts | undefined {
  const detail = content?.detail;
  const other = listed ?? pipelinesOf(content?.jobs ?? [])[0];
  if (other === undefined || detail === undefined) return detail ?? other;
  const isNewer = (other.updated_at ?? '') > (detail.updated_at ?? '');
  return isNewer ? { ...detail, status: other.status, updated_at: other.updated_at } : detail;
}

export type { PipelinesChange } from './lists';

/** Age after which a retained pipeline is checked that is neither live nor on the newest page of a list. */
const STALE_MS = 10 * 60_000;

/**
 * Cached pipelines of projects and their content. Values are read when they are first needed. Polling
 * refreshes only what is retained, and fires one event for all changes.
 */
export class Pipelines implements Disposable {
  readonly #clock: Clock;
  readonly #lists: PipelineLists;
  readonly #contents: PipelineContentCache;
  readonly #runners: KnownRunners;
  readonly #changed = new Emitter<readonly PipelinesChange[]>();
  readonly #failing = new Emitter<void>();
  #isFailing = false;

  readonly onDidChange = this.#changed.event;
  /** Fires when `isFailing` changes. */
  readonly onDidChangeFailing = this.#failing.event;

  constructor(
    clientFor: (base: string) => Client,
    clock: Clock,
    queryFor: (project: ProjectKey) => PipelineQuery = () => queryOf(NO_FILTER),
  ) {
    this.#clock = clock;
    this.#lists = new PipelineLists(clientFor, queryFor);
    this.#contents = new PipelineContentCache(clientFor, clock);
    this.#runners = new KnownRunners(this.#contents);
  }

  /** True if the last poll couldn't read a list. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Number of requests sent by all refreshes. */
  get requests(): number {
    return this.#contents.requests + this.#lists.requests;
  }

  /** Refreshes the project's list when polling, until disposed. */
  retainProject(project: ProjectKey): Disposable {
    return this.#lists.retain(project);
  }

  /** Refreshes the pipeline's content when polling, until disposed. */
  retainPipeline(pipeline: PipelineKey): Disposable {
    return this.#contents.retain(pipeline);
  }

  /** True if the pipeline's content is refreshed when polling. */
  isRetained(pipeline: PipelineKey): boolean {
    return this.#contents.isRetained(pipeline);
  }

  /** Returns the known list. Reads its newest page the first time, and after the query changed. */
  list(project: ProjectKey, options?: CallOptions): Promise<PipelineList> {
    return this.#lists.get(project, options);
  }

  async loadOlder(project: ProjectKey, options?: CallOptions): Promise<void> {
    await this.#lists.loadOlder(project, options);
    this.#changed.fire([{ kind: 'list', project }]);
  }

  /** Fires for all lists, because the query may have changed. */
  invalidate(): void {
    this.#fire(this.#lists.projects.map((project) => ({ kind: 'list', project })));
  }

  /** The content of a pipeline, which is read the first time. */
  async content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent> {
    return this.peek(pipeline) ?? (await this.#contents.read(pipeline, 'everything', options));
  }

  /** The cached content of a pipeline. Sends no request. */
  peek(pipeline: PipelineKey): PipelineContent | undefined {
    return this.#contents.peek(pipeline)?.content;
  }

  /** The cached list of a project. Sends no request. */
  peekList(project: ProjectKey): PipelineList | undefined {
    return this.#lists.peek(project);
  }

  /** Runners of cached jobs in all projects of the server, because runners are often shared. */
  runnersOn(base: string): readonly KnownRunner[] {
    return this.#runners.on(base);
  }

  /** The newest facts about a pipeline: from its detail, the list, and its jobs. */
  details(pipeline: PipelineKey): PipelineFacts | undefined {
    return factsFrom(this.peekList(pipeline)?.find(pipeline.pipeline), this.peek(pipeline));
  }

  /** A cached job or trigger job; undefined if its pipeline isn't cached. */
  member(pipeline: PipelineKey, job: number): StageMember | undefined {
    return this.peek(pipeline)?.members.get(job);
  }

  /** Applies a job returned by an action, and refreshes its pipeline. */
  async jobChanged(project: ProjectKey, job: Job | Bridge, options?: CallOptions): Promise<void> {
    if (job.pipeline === null || job.pipeline === undefined) return;
    const pipeline: PipelineKey = { ...project, pipeline: job.pipeline.id };
    if (this.#contents.applyJob(pipeline, job)) this.#changed.fire([{ kind: 'pipeline', pipeline }]);
    // Fires for the results of one request even if the other fails.
    await this.#report([
      this.#lists.refresh(project, options, true),
      this.#refreshContent(pipeline, 'everything', options),
    ]);
  }

  /** Applies a job that was read elsewhere if its status differs. Its log may end before the next poll. */
  async jobSeen(project: ProjectKey, job: Job, options?: CallOptions): Promise<void> {
    if (job.pipeline === null || job.pipeline === undefined) return;
    const known = this.member({ ...project, pipeline: job.pipeline.id }, job.id);
    if (known === undefined || known.job.status === job.status) return;
    // Finished jobs don't restart, so such a response is outdated.
    if (!isEnded(known.job.status)) await this.jobChanged(project, job, options);
  }

  /**
   * Polls everything that is retained: each list, and the pipelines that are live, changed, or stale. `all`
   * reads every retained pipeline. Applies all results, then rejects with the first failure.
   */
  async poll(options?: CallOptions, all = false): Promise<void> {
    const lists = await settleAll(
      this.#lists.retained().map((project) => this.#lists.refresh(project, options, all)),
    );
    const changes = lists.values.flat();
    const changed = new Set(
      changes.flatMap((change) => (change.kind === 'pipeline' ? [pipelineId(change.pipeline)] : [])),
    );
    const contents = await settleAll(
      this.#contents.retained().flatMap((pipeline) => {
        const depth = all || changed.has(pipelineId(pipeline)) ? 'everything' : this.#depthDue(pipeline);
        return depth === undefined ? [] : [this.#refreshContent(pipeline, depth, options)];
      }),
    );
    this.#fire([...changes, ...contents.values.flat()]);
    this.#setFailing(reportable(lists.failures) !== undefined);
    const failure = reportable([...lists.failures, ...contents.failures]);
    if (failure !== undefined) throw failure;
  }

  #setFailing(isFailing: boolean): void {
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    this.#failing.fire();
  }

  /** Polls only these pipelines: those that are live or stale, or with `all`, each of them. */
  async pollPipelines(keys: readonly PipelineKey[], options?: CallOptions, all = false): Promise<void> {
    const read = keys.flatMap((key) => {
      const depth = all ? 'everything' : this.#depthDue(key);
      return depth === undefined ? [] : [this.#refreshContent(key, depth, options)];
    });
    await this.#report(read);
  }

  /** `live` if changes in one of these pipelines are expected soon, according to their cached content. */
  paceOf(keys: readonly PipelineKey[]): Pace {
    return keys.flatMap((key) => this.peek(key) ?? []).some((content) => this.#isActive(content))
      ? 'live'
      : 'idle';
  }

  /** `live` if changes in retained pipelines are expected soon. */
  pace(): Pace {
    const now = this.#clock.now();
    const listed = this.#lists.retained().flatMap((key) => this.peekList(key)?.pipelines ?? []);
    const held = this.#contents.retained().flatMap((key) => this.peek(key) ?? []);
    return listed.some((pipeline) => isActive(pipeline, now)) ||
      held.some((content) => this.#isActive(content))
      ? 'live'
      : 'idle';
  }

  /** Removes everything and ignores pending responses. The next call reads from the server. */
  clear(): void {
    this.#lists.clear();
    this.#contents.clear();
  }

  dispose(): void {
    this.#contents.dispose();
    this.#changed.dispose();
    this.#failing.dispose();
  }

  /** Fires one event for all results, then throws if a read failed. */
  async #report(readings: readonly Promise<readonly PipelinesChange[]>[]): Promise<void> {
    const { values, failure } = await settleAll(readings);
    this.#fire(values.flat());
    if (failure !== undefined) throw failure;
  }

  #fire(changes: readonly PipelinesChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }

  /** How much of a retained pipeline to read if no change is known. */
  #depthDue(pipeline: PipelineKey): ReadDepth | undefined {
    const known = this.#contents.peek(pipeline);
    if (known === undefined) return undefined; // The first read is in progress or failed; the tree retries.
    if (this.#isActive(known.content)) return 'jobs';
    // Pipelines on the newest page of a list are refreshed with the list.
    const isListed = this.#lists.isRetained(pipeline) && this.#isListed(pipeline);
    return !isListed && this.#clock.now() - known.readAt >= STALE_MS ? 'if-changed' : undefined;
  }

  #isListed(pipeline: PipelineKey): boolean {
    return this.peekList(pipeline)?.isInNewestPage(pipeline.pipeline) === true;
  }

  #isActive(content: PipelineContent): boolean {
    return isContentActive(content, this.#clock.now());
  }

  async #refreshContent(
    pipeline: PipelineKey,
    depth: ReadDepth,
    options?: CallOptions,
  ): Promise<readonly PipelinesChange[]> {
    const before = this.peek(pipeline);
    if (before === undefined) return [];
    let after = await this.#contents.read(pipeline, depth, options);
    // Reads a finished pipeline completely once more, because its coverage and duration are only known then.
    if (depth === 'jobs' && !this.#isActive(after))
      after = await this.#contents.read(pipeline, 'everything', options);
    return sameContent(before, after) ? [] : [{ kind: 'pipeline', pipeline }];
  }
}

/** Runners of cached jobs, by server. */
class KnownRunners {
  readonly #contents: Pick<PipelineContentCache, 'on'>;
  /** Cached until contents change, because each row of a waiting job needs them. */
  readonly #found = new Map<string, readonly KnownRunner[]>();

  constructor(contents: Pick<PipelineContentCache, 'on' | 'onDidChange'>) {
    this.#contents = contents;
    contents.onDidChange(() => {
      this.#found.clear();
    });
  }

  on(base: string): readonly KnownRunner[] {
    const found = this.#found.get(base);
    if (found !== undefined) return found;
    const runners = runnersOf(this.#contents.on(base).flatMap(({ jobs }) => jobs));
    this.#found.set(base, runners);
    return runners;
  }
}
