import type { CallOptions, Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isEnded, isMoving } from '../../domain/jobs/status';
import type { KnownRunner } from '../../domain/jobs/waiting';
import type { StageMember } from '../../domain/pipelines/grouping';
import type { Bridge, Job } from '../../schemas/job';
import { type PipelineFacts } from '../../schemas/pipeline';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { reportable, settleAll } from '../shared/settle-all';
import { type PipelineContent, sameContent } from './content';
import { PipelineContentCache } from './content-cache';
import { contentMoves, type Depth } from './content-depth';
import { factsFrom } from './details';
import { KnownRunners } from './known-runners';
import type { PipelineList } from './list';
import { PipelineLists, type PipelinesChange } from './lists';
import { NO_FILTER, type PipelineQuery, queryOf } from './query';

export type { PipelinesChange } from './lists';

/** A held pipeline that is over and in no list that is looked at is asked about again after so long. */
const STALE_MS = 10 * 60_000;

/**
 * Cached pipelines of projects and their content. Values are read when they are first needed; polling refreshes only
 * what is retained, and fires one change event for everything that it found.
 */
export class Pipelines implements Disposable {
  readonly #clock: Clock;
  readonly #lists: PipelineLists;
  readonly #contents: PipelineContentCache;
  readonly #runners: KnownRunners;
  readonly #changed = new Emitter<readonly PipelinesChange[]>();

  readonly onDidChange = this.#changed.event;

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

  /** How many requests the looks took so far. */
  get requests(): number {
    return this.#contents.requests + this.#lists.requests;
  }

  /** Keeps the project's list fresh until disposed. */
  retainProject(project: ProjectKey): Disposable {
    return this.#lists.retain(project);
  }

  /** Keeps the pipeline's content fresh until disposed. */
  retainPipeline(pipeline: PipelineKey): Disposable {
    return this.#contents.retain(pipeline);
  }

  /** The list as far as it is known; the first time, and when the question is another one, its newest page is read. */
  list(project: ProjectKey, options?: CallOptions): Promise<PipelineList> {
    return this.#lists.get(project, options);
  }

  async loadOlder(project: ProjectKey, options?: CallOptions): Promise<void> {
    await this.#lists.loadOlder(project, options);
    this.#changed.fire([{ kind: 'list', project }]);
  }

  /** The question may be another one now: whoever shows lists asks for them again. */
  invalidate(): void {
    this.#fire(this.#lists.projects.map((project) => ({ kind: 'list', project })));
  }

  /** What is inside a pipeline; read the first time. */
  async content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent> {
    return this.peek(pipeline) ?? (await this.#contents.read(pipeline, 'whole', options));
  }

  /** What is known to be inside a pipeline, without asking. */
  peek(pipeline: PipelineKey): PipelineContent | undefined {
    return this.#contents.peek(pipeline)?.content;
  }

  /** The list of a project as it is known, without asking. */
  peekList(project: ProjectKey): PipelineList | undefined {
    return this.#lists.peek(project);
  }

  /** Runners of jobs that are known, of any project on the server: they are often shared. */
  runnersOn(base: string): readonly KnownRunner[] {
    return this.#runners.on(base);
  }

  /** The newest facts about a pipeline itself: from its own answer, the list, and its jobs. */
  details(pipeline: PipelineKey): PipelineFacts | undefined {
    return factsFrom(this.peekList(pipeline)?.find(pipeline.pipeline), this.peek(pipeline));
  }

  /** A job or trigger job of a pipeline as it was seen last; undefined where its pipeline was not read. */
  member(pipeline: PipelineKey, job: number): StageMember | undefined {
    return this.peek(pipeline)?.members.get(job);
  }

  /** Takes over a job that an action answered with, and then reads its pipeline again. */
  async jobChanged(project: ProjectKey, job: Job | Bridge, options?: CallOptions): Promise<void> {
    if (job.pipeline === null || job.pipeline === undefined) return;
    const pipeline: PipelineKey = { ...project, pipeline: job.pipeline.id };
    if (this.#contents.applyJob(pipeline, job)) this.#changed.fire([{ kind: 'pipeline', pipeline }]);
    // What one of the two learned is told even where the other failed.
    await this.#report([
      this.#lists.refresh(project, options, true),
      this.#refreshContent(pipeline, 'whole', options),
    ]);
  }

  /** Takes over a job that was met elsewhere, where it tells more than what is known: its log may end before a look. */
  async jobSeen(project: ProjectKey, job: Job, options?: CallOptions): Promise<void> {
    if (job.pipeline === null || job.pipeline === undefined) return;
    const known = this.member({ ...project, pipeline: job.pipeline.id }, job.id);
    if (known === undefined || known.job.status === job.status) return;
    // What is over does not come back to life: such an answer is older than what is known.
    if (!isEnded(known.job.status)) await this.jobChanged(project, job, options);
  }

  /**
   * Looks at all that is held: each list once, and of the pipelines those that move, changed or are stale.
   * `all` reads every held pipeline. Rejects with the first failure after all others were taken over.
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
        const depth = all || changed.has(pipelineId(pipeline)) ? 'whole' : this.#depthDue(pipeline);
        return depth === undefined ? [] : [this.#refreshContent(pipeline, depth, options)];
      }),
    );
    this.#fire([...changes, ...contents.values.flat()]);
    const failure = reportable([...lists.failures, ...contents.failures]);
    if (failure !== undefined) throw failure;
  }

  /** Looks into these pipelines only: those that move or are stale, or, where `all` is wanted, each of them. */
  async pollPipelines(keys: readonly PipelineKey[], options?: CallOptions, all = false): Promise<void> {
    const read = keys.flatMap((key) => {
      const depth = all ? 'whole' : this.#depthDue(key);
      return depth === undefined ? [] : [this.#refreshContent(key, depth, options)];
    });
    await this.#report(read);
  }

  /** Whether one of these pipelines moves, as far as they are known from the inside. */
  paceOf(keys: readonly PipelineKey[]): Pace {
    return keys.flatMap((key) => this.peek(key) ?? []).some((content) => this.#moves(content))
      ? 'live'
      : 'idle';
  }

  /** Whether anything that is held moves. */
  pace(): Pace {
    const now = this.#clock.now();
    const listed = this.#lists.retained().flatMap((key) => this.peekList(key)?.pipelines ?? []);
    const held = this.#contents.retained().flatMap((key) => this.peek(key) ?? []);
    return listed.some((pipeline) => isMoving(pipeline, now)) || held.some((content) => this.#moves(content))
      ? 'live'
      : 'idle';
  }

  /** Forgets everything, answers on their way included: the next question is asked of the server. */
  clear(): void {
    this.#lists.clear();
    this.#contents.clear();
  }

  dispose(): void {
    this.#contents.dispose();
    this.#changed.dispose();
  }

  /** Fires one event for what all readings found, then throws if one of them failed. */
  async #report(readings: readonly Promise<readonly PipelinesChange[]>[]): Promise<void> {
    const { values, failure } = await settleAll(readings);
    this.#fire(values.flat());
    if (failure !== undefined) throw failure;
  }

  #fire(changes: readonly PipelinesChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }

  /** How much of a held pipeline is to be read though nothing is known to have changed. */
  #depthDue(pipeline: PipelineKey): Depth | undefined {
    const known = this.#contents.peek(pipeline);
    if (known === undefined) return undefined; // Its first reading is under way or failed; the tree asks again.
    if (this.#moves(known.content)) return 'moving';
    // What the newest page of a list holds is looked at there.
    const isListed = this.#lists.isRetained(pipeline) && this.#isListed(pipeline);
    return !isListed && this.#clock.now() - known.readAt >= STALE_MS ? 'pulse' : undefined;
  }

  #isListed(pipeline: PipelineKey): boolean {
    return this.peekList(pipeline)?.isInNewestPage(pipeline.pipeline) === true;
  }

  #moves(content: PipelineContent): boolean {
    return contentMoves(content, this.#clock.now());
  }

  async #refreshContent(
    pipeline: PipelineKey,
    depth: Depth,
    options?: CallOptions,
  ): Promise<readonly PipelinesChange[]> {
    const before = this.peek(pipeline);
    if (before === undefined) return [];
    let after = await this.#contents.read(pipeline, depth, options);
    // What came to its end is read whole once more: only then is its coverage and duration known.
    if (depth === 'moving' && !this.#moves(after))
      after = await this.#contents.read(pipeline, 'whole', options);
    return sameContent(before, after) ? [] : [{ kind: 'pipeline', pipeline }];
  }
}
