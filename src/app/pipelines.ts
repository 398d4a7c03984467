import type { CallOptions, Client } from '../api/client';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { SingleFlight } from '../base/single-flight';
import { isCancelled } from '../api/errors';
import { isEnded, isMoving } from '../domain/job-status';
import type { StageMember } from '../domain/pipeline-grouping';
import type { Bridge, Job } from '../schemas/job';
import type { Pipeline } from '../schemas/pipeline';
import { Holds } from './holds';
import { pipelineId, projectId, type PipelineKey, type ProjectKey } from './keys';
import { readContent, sameContent, withJob, type PipelineContent } from './pipeline-content';
import { PipelineList } from './pipeline-list';
import type { Pace } from './poller';

/** What changed: which pipelines a project has, or what is known about one pipeline (itself and all inside). */
export type PipelinesChange =
  | { readonly kind: 'list'; readonly project: ProjectKey }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineKey };

/** Content that nobody has refreshed for so long is read again even though nothing in it seems to move. */
const STALE_MS = 60_000;

interface KnownContent {
  readonly content: PipelineContent;
  readonly readAt: number;
}

/** Makes a reading that began before an action lose against what the action answered. */
type Generation = number;

/**
 * The pipelines of projects and what is inside them. It reads what is asked for once, and again only what somebody
 * holds. One change event carries all that one look found.
 */
export class Pipelines implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Clock;
  readonly #lists = new Map<string, PipelineList>();
  readonly #contents = new Map<string, KnownContent>();
  readonly #generations = new Map<string, Generation>();
  /** Counts how often everything was forgotten: what was asked before may be what somebody else may see. */
  #era = 0;
  readonly #listFlights = new SingleFlight<string, PipelineList>();
  readonly #contentFlights = new SingleFlight<string, PipelineContent>();
  readonly #heldProjects = new Holds<ProjectKey>(projectId);
  readonly #heldPipelines = new Holds<PipelineKey>(pipelineId);
  readonly #changed = new Emitter<readonly PipelinesChange[]>();

  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, clock: Clock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
  }

  /** Keeps the project's list fresh until disposed. */
  holdProject(project: ProjectKey): Disposable {
    return this.#heldProjects.hold(project);
  }

  /** Keeps the pipeline's content fresh until disposed. */
  holdPipeline(pipeline: PipelineKey): Disposable {
    return this.#heldPipelines.hold(pipeline);
  }

  /** The list as far as it is known; the first time, its newest page is read. */
  async list(project: ProjectKey, options?: CallOptions): Promise<PipelineList> {
    const known = this.#lists.get(projectId(project));
    if (known?.loaded === true) return known;
    const era = this.#era;
    return this.#listFlights.run(`${projectId(project)} ${era}`, async () => {
      const list = new PipelineList(project);
      await list.refresh(this.#clientFor(project.base), options);
      if (era === this.#era) this.#lists.set(projectId(project), list);
      return list;
    });
  }

  async loadOlder(project: ProjectKey, options?: CallOptions): Promise<void> {
    await this.#listFlights.run(`${projectId(project)} older`, async () => {
      const list = await this.list(project, options);
      await list.loadOlder(this.#clientFor(project.base), options);
      return list;
    });
    this.#changed.fire([{ kind: 'list', project }]);
  }

  /** What is inside a pipeline; read the first time. */
  async content(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent> {
    return this.peek(pipeline) ?? (await this.#readContent(pipeline, options));
  }

  /** What is known to be inside a pipeline, without asking. */
  peek(pipeline: PipelineKey): PipelineContent | undefined {
    return this.#contents.get(pipelineId(pipeline))?.content;
  }

  /** The newest facts about a pipeline itself: from its own answer, else from the list. */
  facts(pipeline: PipelineKey): Pipeline | undefined {
    const listed = this.#lists.get(projectId(pipeline))?.find(pipeline.pipeline);
    const detail = this.peek(pipeline)?.detail;
    // Both may be known, and either may be the newer one.
    return (detail?.updated_at ?? '') >= (listed?.updated_at ?? '') ? (detail ?? listed) : (listed ?? detail);
  }

  /** The oldest pipeline that is known of a project. */
  oldest(project: ProjectKey): Pipeline | undefined {
    return this.#lists.get(projectId(project))?.pipelines.at(-1);
  }

  /** A job or trigger job of a pipeline as it was seen last; undefined where its pipeline was not read. */
  member(pipeline: PipelineKey, job: number): StageMember | undefined {
    return this.peek(pipeline)
      ?.stages.flatMap(({ members }) => members)
      .find((member) => member.job.id === job);
  }

  /** Takes over a job that an action answered with, and then reads its pipeline again. */
  async jobChanged(project: ProjectKey, job: Job | Bridge, options?: CallOptions): Promise<void> {
    if (job.pipeline === null || job.pipeline === undefined) return;
    const pipeline: PipelineKey = { ...project, pipeline: job.pipeline.id };
    const id = pipelineId(pipeline);
    const known = this.#contents.get(id);
    if (known !== undefined) {
      this.#generations.set(id, this.#generation(id) + 1);
      this.#contents.set(id, { ...known, content: withJob(known.content, job) });
      this.#changed.fire([{ kind: 'pipeline', pipeline }]);
    }
    // What one of the two learned is told even where the other failed.
    const [list, content] = await Promise.allSettled([
      this.#refreshList(project, options),
      this.#refreshContent(pipeline, options),
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
      this.#heldProjects.all().map((project) => settle(this.#refreshList(project, options))),
    );
    const changes = lists.flat();
    const changed = new Set(
      changes.flatMap((change) => (change.kind === 'pipeline' ? [pipelineId(change.pipeline)] : [])),
    );
    const due = this.#heldPipelines
      .all()
      .filter((pipeline) => all || changed.has(pipelineId(pipeline)) || this.#isDue(pipeline));
    const contents = await Promise.all(
      due.map((pipeline) => settle(this.#refreshContent(pipeline, options))),
    );
    this.#fire([...changes, ...contents.flat()]);
    const failure = failures.find((error) => !isCancelled(error)) ?? failures[0];
    if (failure !== undefined) throw asError(failure);
  }

  /** Whether anything that is held moves. */
  pace(): Pace {
    const now = this.#clock.now();
    const listed = this.#heldProjects
      .all()
      .flatMap((key) => this.#lists.get(projectId(key))?.pipelines ?? []);
    const held = this.#heldPipelines.all().flatMap((key) => this.peek(key) ?? []);
    return listed.some((pipeline) => isMoving(pipeline, now)) || held.some((content) => this.#moves(content))
      ? 'live'
      : 'idle';
  }

  /** Forgets everything, answers on their way included: the next question is asked of the server. */
  clear(): void {
    this.#era++;
    this.#lists.clear();
    this.#contents.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #fire(changes: readonly PipelinesChange[]): void {
    if (changes.length > 0) this.#changed.fire(changes);
  }

  #isDue(pipeline: PipelineKey): boolean {
    const known = this.#contents.get(pipelineId(pipeline));
    if (known === undefined) return false; // Its first reading is under way or failed; the tree asks again.
    return this.#clock.now() - known.readAt >= STALE_MS || this.#moves(known.content);
  }

  #moves({ detail, jobs, bridges }: PipelineContent): boolean {
    const now = this.#clock.now();
    return [detail, ...jobs, ...bridges].some((thing) => thing !== undefined && isMoving(thing, now));
  }

  async #refreshList(project: ProjectKey, options?: CallOptions): Promise<readonly PipelinesChange[]> {
    const list = this.#lists.get(projectId(project));
    if (list === undefined) return [];
    const { reordered, updated } = await list.refresh(this.#clientFor(project.base), options);
    return [
      ...(reordered ? [{ kind: 'list', project } as const] : []),
      ...updated.map(({ id }) => ({ kind: 'pipeline', pipeline: { ...project, pipeline: id } }) as const),
    ];
  }

  async #refreshContent(pipeline: PipelineKey, options?: CallOptions): Promise<readonly PipelinesChange[]> {
    const before = this.peek(pipeline);
    if (before === undefined) return [];
    const after = await this.#readContent(pipeline, options);
    return sameContent(before, after) ? [] : [{ kind: 'pipeline', pipeline }];
  }

  #readContent(pipeline: PipelineKey, options?: CallOptions): Promise<PipelineContent> {
    const id = pipelineId(pipeline);
    const generation = this.#generation(id);
    const era = this.#era;
    return this.#contentFlights.run(`${id} ${generation} ${era}`, async () => {
      const content = await readContent(this.#clientFor(pipeline.base), pipeline, options);
      if (generation !== this.#generation(id) || era !== this.#era) return this.peek(pipeline) ?? content;
      this.#contents.set(id, { content, readAt: this.#clock.now() });
      return content;
    });
  }

  #generation(id: string): Generation {
    return this.#generations.get(id) ?? 0;
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The refresh failed');
}
