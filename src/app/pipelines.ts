import type { CallOptions, Client } from '../api/client';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isEnded, isMoving } from '../domain/job-status';
import type { StageMember } from '../domain/pipeline-grouping';
import { runnersOf, type KnownRunner } from '../domain/waiting';
import type { Bridge, Job } from '../schemas/job';
import { Holds } from './holds';
import { pipelineId, projectId, type PipelineKey, type ProjectKey } from './keys';
import {
  readContent,
  readDetail,
  readMoving,
  sameContent,
  withJob,
  type ContentReading,
  type PipelineContent,
} from './pipeline-content';
import { factsFrom, type PipelineFacts } from './pipeline-facts';
import { PipelineList } from './pipeline-list';
import { NO_FILTER, queryOf, type PipelineQuery } from './pipeline-query';
import { PipelineShelf } from './pipeline-shelf';
import type { Pace } from './poller';
import { SharedFlight } from './shared-flight';

/** What changed: which pipelines a project has, or what is known about one pipeline (itself and all inside). */
export type PipelinesChange =
  | { readonly kind: 'list'; readonly project: ProjectKey }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineKey };

/** A held pipeline that is over and in no list that is looked at is asked about again after so long. */
const STALE_MS = 10 * 60_000;

/** What a reading of a content is for: all of it, what moves in it, or only whether anything changed. */
type Depth = 'whole' | 'moving' | 'pulse';

/**
 * The pipelines of projects and what is inside them. It reads what is asked for once, and again only what somebody
 * holds. One change event carries all that one look found.
 */
export class Pipelines implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Clock;
  readonly #queryFor: (project: ProjectKey) => PipelineQuery;
  readonly #lists = new Map<string, PipelineList>();
  readonly #heldProjects = new Holds<ProjectKey>(projectId);
  readonly #heldPipelines = new Holds<PipelineKey>(pipelineId);
  readonly #shelf = new PipelineShelf((id) => this.#heldPipelines.has(id));
  /** Counts how often everything was forgotten: what was asked before may be what somebody else may see. */
  #era = 0;
  readonly #listFlights = new SharedFlight<string, PipelineList>();
  readonly #contentFlights = new SharedFlight<string, PipelineContent>();
  readonly #changed = new Emitter<readonly PipelinesChange[]>();
  #requests = 0;
  /** As they were found when the shelf was in that turn: every row of a waiting job asks. */
  readonly #runners = new Map<string, { readonly turn: number; readonly runners: readonly KnownRunner[] }>();

  readonly onDidChange = this.#changed.event;

  constructor(
    clientFor: (base: string) => Client,
    clock: Clock,
    queryFor: (project: ProjectKey) => PipelineQuery = () => queryOf(NO_FILTER),
  ) {
    this.#clientFor = clientFor;
    this.#clock = clock;
    this.#queryFor = queryFor;
  }

  /** How many requests the looks took so far. */
  get requests(): number {
    return this.#requests;
  }
  /** How many pipelines are known from the inside. */
  get known(): number {
    return this.#shelf.size;
  }

  /** Keeps the project's list fresh until disposed. */
  holdProject(project: ProjectKey): Disposable {
    return this.#heldProjects.hold(project);
  }

  /** Keeps the pipeline's content fresh until disposed. */
  holdPipeline(pipeline: PipelineKey): Disposable {
    return this.#heldPipelines.hold(pipeline);
  }

  /** The list as far as it is known; the first time, and when the question is another one, its newest page is read. */
  async list(project: ProjectKey, options?: CallOptions): Promise<PipelineList> {
    const query = this.#queryFor(project);
    const known = this.#lists.get(projectId(project));
    if (known?.loaded === true && known.query.key === query.key) return known;
    const era = this.#era;
    const read = async (signal: AbortSignal): Promise<PipelineList> => {
      const list = new PipelineList(project, query);
      await list.refresh(this.#clientFor(project.base), { ...options, signal });
      const stillAsked = this.#queryFor(project).key === query.key;
      if (era === this.#era && stillAsked) this.#lists.set(projectId(project), list);
      return list;
    };
    return this.#listFlights.run(`${projectId(project)} ${era} ${query.key}`, read, options?.signal);
  }

  async loadOlder(project: ProjectKey, options?: CallOptions): Promise<void> {
    const read = async (signal: AbortSignal): Promise<PipelineList> => {
      const list = await this.list(project, { ...options, signal });
      await list.loadOlder(this.#clientFor(project.base), { ...options, signal });
      return list;
    };
    await this.#listFlights.run(`${projectId(project)} older`, read, options?.signal);
    this.#changed.fire([{ kind: 'list', project }]);
  }

  /** The question may be another one now: whoever shows lists asks for them again. */
  asksAnew(): void {
    this.#fire([...this.#lists.values()].map(({ project }) => ({ kind: 'list', project })));
  }

  /** What is inside a pipeline; read the first time. */
  async content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent> {
    return this.peek(pipeline) ?? (await this.#readContent(pipeline, 'whole', options));
  }

  /** What is known to be inside a pipeline, without asking. */
  peek(pipeline: PipelineKey): PipelineContent | undefined {
    return this.#shelf.get(pipelineId(pipeline))?.content;
  }

  /** The list of a project as it is known, without asking. */
  peekList(project: ProjectKey): PipelineList | undefined {
    return this.#lists.get(projectId(project));
  }

  /** Runners of jobs that are known, of any project on the server: they are often shared. */
  runnersOn(base: string): readonly KnownRunner[] {
    const { turn } = this.#shelf;
    if (this.#runners.get(base)?.turn !== turn) {
      const known = [...this.#shelf.entries()].filter(([id]) => id.startsWith(`${base} `));
      const runners = runnersOf(known.flatMap(([, { content }]) => content.jobs));
      this.#runners.set(base, { turn, runners });
    }
    return this.#runners.get(base)?.runners ?? [];
  }

  /** The newest facts about a pipeline itself: from its own answer, the list, and its jobs. */
  facts(pipeline: PipelineKey): PipelineFacts | undefined {
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
    const id = pipelineId(pipeline);
    const known = this.#shelf.get(id);
    if (known !== undefined) {
      this.#shelf.overrule(id, { ...known, content: withJob(known.content, job) });
      this.#changed.fire([{ kind: 'pipeline', pipeline }]);
    }
    // What one of the two learned is told even where the other failed.
    const [list, content] = await Promise.allSettled([
      this.#refreshList(project, options, true),
      this.#refreshContent(pipeline, 'whole', options),
    ]);
    this.#fire([list, content].flatMap((told) => (told.status === 'fulfilled' ? told.value : [])));
    for (const told of [list, content]) if (told.status === 'rejected') throw asError(told.reason);
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
  async look(options?: CallOptions, all = false): Promise<void> {
    const failures: unknown[] = [];
    const settle = async (work: Promise<readonly PipelinesChange[]>): Promise<readonly PipelinesChange[]> => {
      try {
        return await work;
      } catch (error) {
        failures.push(error);
        return [];
      }
    };
    const lists = await Promise.all(
      this.#heldProjects.all().map((project) => settle(this.#refreshList(project, options, all))),
    );
    const changes = lists.flat();
    const changed = new Set(
      changes.flatMap((change) => (change.kind === 'pipeline' ? [pipelineId(change.pipeline)] : [])),
    );
    const contents = await Promise.all(
      this.#heldPipelines.all().map((pipeline) => {
        const depth = all || changed.has(pipelineId(pipeline)) ? 'whole' : this.#depthDue(pipeline);
        return depth === undefined
          ? Promise.resolve([])
          : settle(this.#refreshContent(pipeline, depth, options));
      }),
    );
    this.#fire([...changes, ...contents.flat()]);
    const failure = failures.find((error) => !isCancelled(error)) ?? failures[0];
    if (failure !== undefined) throw asError(failure);
  }

  /** Looks into these pipelines only: those that move or are stale, or, where `all` is wanted, each of them. */
  async lookInto(keys: readonly PipelineKey[], options?: CallOptions, all = false): Promise<void> {
    const read = keys.flatMap((key) => {
      const depth = all ? 'whole' : this.#depthDue(key);
      return depth === undefined ? [] : [this.#refreshContent(key, depth, options)];
    });
    const looked = await Promise.allSettled(read);
    this.#fire(looked.flatMap((told) => (told.status === 'fulfilled' ? told.value : [])));
    for (const told of looked) if (told.status === 'rejected') throw asError(told.reason);
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
    const listed = this.#heldProjects.all().flatMap((key) => this.peekList(key)?.pipelines ?? []);
    const held = this.#heldPipelines.all().flatMap((key) => this.peek(key) ?? []);
    return listed.some((pipeline) => isMoving(pipeline, now)) || held.some((content) => this.#moves(content))
      ? 'live'
      : 'idle';
  }

  /** Forgets everything, answers on their way included: the next question is asked of the server. */
  clear(): void {
    this.#era++;
    this.#lists.clear();
    this.#shelf.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #fire(changes: readonly PipelinesChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }

  /** How much of a held pipeline is to be read though nothing is known to have changed. */
  #depthDue(pipeline: PipelineKey): Depth | undefined {
    const known = this.#shelf.get(pipelineId(pipeline));
    if (known === undefined) return undefined; // Its first reading is under way or failed; the tree asks again.
    if (this.#moves(known.content)) return 'moving';
    // What the newest page of a list holds is looked at there.
    const isListed = this.#heldProjects.has(projectId(pipeline)) && this.#isListed(pipeline);
    return !isListed && this.#clock.now() - known.readAt >= STALE_MS ? 'pulse' : undefined;
  }

  #isListed(pipeline: PipelineKey): boolean {
    return this.peekList(pipeline)?.isInNewestPage(pipeline.pipeline) === true;
  }

  #moves({ jobs, bridges }: PipelineContent): boolean {
    const now = this.#clock.now();
    return (
      jobs.some((job) => isMoving(job, now)) ||
      bridges.some(
        (bridge) =>
          isMoving(bridge, now) ||
          (bridge.downstream_pipeline ? isMoving(bridge.downstream_pipeline, now) : false),
      )
    );
  }

  async #refreshList(
    project: ProjectKey,
    options: CallOptions | undefined,
    all: boolean,
  ): Promise<readonly PipelinesChange[]> {
    const list = this.#lists.get(projectId(project));
    if (list === undefined) return [];
    this.#requests++;
    const { reordered, updated } = await list.refresh(this.#clientFor(project.base), options, all);
    return [
      ...(reordered ? [{ kind: 'list', project } as const] : []),
      ...updated.map(({ id }) => ({ kind: 'pipeline', pipeline: { ...project, pipeline: id } }) as const),
    ];
  }

  async #refreshContent(
    pipeline: PipelineKey,
    depth: Depth,
    options?: CallOptions,
  ): Promise<readonly PipelinesChange[]> {
    const before = this.peek(pipeline);
    if (before === undefined) return [];
    let after = await this.#readContent(pipeline, depth, options);
    // What came to its end is read whole once more: only then is its coverage and duration known.
    if (depth === 'moving' && !this.#moves(after))
      after = await this.#readContent(pipeline, 'whole', options);
    return sameContent(before, after) ? [] : [{ kind: 'pipeline', pipeline }];
  }

  #readContent(pipeline: PipelineKey, depth: Depth, options?: CallOptions): Promise<PipelineContent> {
    const id = pipelineId(pipeline);
    const generation = this.#shelf.generation(id);
    const era = this.#era;
    const read = async (signal: AbortSignal): Promise<PipelineContent> => {
      const { content, requests } = await this.#ask(pipeline, depth, { ...options, signal });
      this.#requests += requests;
      if (generation !== this.#shelf.generation(id) || era !== this.#era)
        return this.peek(pipeline) ?? content;
      this.#shelf.set(id, { content, readAt: this.#clock.now() });
      return content;
    };
    const key = `${id} ${generation} ${era} ${depth} ${options?.priority ?? 'foreground'}`;
    return this.#contentFlights.run(key, read, options?.signal);
  }

  async #ask(pipeline: PipelineKey, depth: Depth, options: CallOptions): Promise<ContentReading> {
    const client = this.#clientFor(pipeline.base);
    const known = this.peek(pipeline);
    if (depth === 'whole' || known === undefined) return readContent(client, pipeline, options);
    if (depth === 'moving') return readMoving(client, pipeline, known, options);
    const detail = await readDetail(client, pipeline, options);
    const same = detail !== undefined && detail.updated_at === known.detail?.updated_at;
    if (same && detail.status === known.detail?.status) return { content: known, requests: 1 };
    const whole = await readContent(client, pipeline, options);
    return { ...whole, requests: whole.requests + 1 };
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The refresh failed');
}
