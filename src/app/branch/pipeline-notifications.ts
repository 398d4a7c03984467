import type { Client } from '../../api/client';
import { isApiError } from '../../api/errors';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { unheeded } from '../../base/log-failure';
import { isEnded, isLive, isMoving } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { WatchReason } from '../../schemas/stored-pipelines';
import { readFailedJobs } from '../jobs/failed-jobs';
import { readDetail } from '../pipelines/content';
import { readWatched, type Watched } from '../pipelines/watched-pipelines';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { settleAll } from '../shared/settle-all';
import type { KeyValueStore } from '../shared/stores';
import type { NotifiedPipelines } from './notified-pipelines';

/** Which ends of pipelines are told. */
export const NOTIFY_LEVELS = ['failures', 'all', 'off'] as const;
export type NotifyLevel = (typeof NOTIFY_LEVELS)[number];

/** A watched pipeline is over. `failed` are the jobs that made it fail, the first one first. */
export interface PipelineNotification {
  readonly key: PipelineKey;
  readonly pipeline: PipelineFacts;
  readonly failed: readonly Job[];
}

export interface PipelineNotificationsDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  /** Of the workspace: what is watched survives a reload of the window. */
  readonly memory: KeyValueStore;
  readonly told: NotifiedPipelines;
  readonly level: (project: ProjectKey) => NotifyLevel;
  /** What the person is signed in as on a server, as far as it is known without asking. */
  readonly usernameOn: (base: string) => string | undefined;
  /** What somebody else keeps up to date, so that it need not be asked for. */
  readonly fresh: (key: PipelineKey) => PipelineFacts | undefined;
  /** True while the person has a log of this pipeline before their eyes. */
  readonly isVisible: (key: PipelineKey, failed: readonly Job[]) => boolean;
}

/** Under this name the watched pipelines are remembered. */
const MEMORY_KEY = 'watched-pipelines';
/** The oldest ones are no longer watched above this number. */
const MAX = 20;
/** So often a pipeline is asked about that nobody else keeps up to date: while it moves, and while it stands. */
const MOVING_MS = 15_000;
const STANDING_MS = 10 * 60_000;

/** Watches pipelines that a person started, pushed or asked to be told about, and tells once that each is over. */
export class PipelineNotifications implements Disposable {
  readonly #deps: PipelineNotificationsDeps;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();
  readonly #ended = new Emitter<PipelineNotification>();
  #watched: Map<string, Watched> | undefined;
  /** Pipelines that a person does not want to be told of: being their own is no reason any more. */
  readonly #left = new Set<string>();
  /** When pipelines that were watched had changed last at their end: answers from before it may still come. */
  readonly #ends = new Map<string, string>();

  /** Other pipelines are watched than before. */
  readonly onDidChange = this.#changed.event;
  /** A watched pipeline is over, and the person is to be notified of it. */
  readonly onDidEnd = this.#ended.event;

  constructor(deps: PipelineNotificationsDeps) {
    this.#deps = deps;
    this.#subscription = deps.memory.onDidForget((base) => {
      for (const [id, { key }] of this.#watched ?? []) if (key.base === base) this.#watched?.delete(id);
      this.#changed.fire();
    });
  }

  isWatched(key: PipelineKey): boolean {
    return this.#all().has(pipelineId(key));
  }

  get any(): boolean {
    return this.#all().size > 0;
  }

  /** `asked` is stronger than the others: then every end is told. `before` is what was known until now, if anything. */
  watch(key: PipelineKey, why: WatchReason, before?: PipelineFacts): void {
    if (why !== 'asked' && (this.#deps.level(key) === 'off' || this.isWatched(key))) return;
    if (why === 'mine' && this.#left.has(pipelineId(key))) return;
    this.#left.delete(pipelineId(key));
    const now = this.#deps.clock.now();
    const { base, project, pipeline } = key;
    this.#all().delete(pipelineId(key));
    this.#all().set(pipelineId(key), {
      key: { base, project, pipeline },
      why,
      liveAt: now,
      askedAt: now,
      moves: true,
      before: before !== undefined && isEnded(before.status) ? (before.updated_at ?? '') : undefined,
    });
    for (const [oldest] of [...this.#all()].slice(0, -MAX)) this.#all().delete(oldest);
    this.#remember();
  }

  unwatch(key: PipelineKey): void {
    this.#left.add(pipelineId(key));
    if (this.#all().delete(pipelineId(key))) this.#remember();
  }

  /** A pipeline was met: it may be one's own, or one that is watched and over. */
  met(key: PipelineKey, pipeline: PipelineFacts): void {
    const end = this.#ends.get(pipelineId(key));
    const goesOn = isLive(pipeline.status) && (end === undefined || (pipeline.updated_at ?? '') > end);
    if (goesOn && this.#isOwn(key, pipeline)) this.watch(key, 'mine');
    void this.#take(key, pipeline).catch(() => undefined); // The next look asks again.
  }

  pace(): Pace {
    return [...this.#all().values()].some(({ moves }) => moves) ? 'live' : 'idle';
  }

  /** Asks about watched pipelines that are due. Rejects with the first failure after all others were taken over. */
  async poll(signal?: AbortSignal): Promise<void> {
    const now = this.#deps.clock.now();
    const polls = [...this.#all().values()].map(async (watched) => {
      const { key, askedAt, moves } = watched;
      let pipeline = this.#deps.fresh(key);
      if (pipeline === undefined) {
        if (now - askedAt < (moves ? MOVING_MS : STANDING_MS)) return;
        this.#put({ ...watched, askedAt: now });
        const client = this.#deps.clientFor(key.base);
        try {
          pipeline = await readDetail(client, key, { signal, priority: 'background' });
        } catch (error) {
          // Nobody is signed in there now: that is told elsewhere, and slows down no other look.
          if (isApiError(error, 'unauthorized')) return;
          throw error;
        }
      }
      // What was deleted or may no longer be seen has no end to wait for.
      if (pipeline === undefined) this.unwatch(key);
      else await this.#take(key, pipeline, signal);
    });
    const { failure } = await settleAll(polls);
    if (failure !== undefined) throw failure;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  async #take(key: PipelineKey, pipeline: PipelineFacts, signal?: AbortSignal): Promise<void> {
    const watched = this.#all().get(pipelineId(key));
    if (watched === undefined) return;
    if (!isEnded(pipeline.status)) {
      const now = this.#deps.clock.now();
      this.#put({ ...watched, liveAt: now, moves: isMoving(pipeline, now) });
      return;
    }
    if (isOlderThan(pipeline, watched)) return;
    this.#all().delete(pipelineId(key));
    try {
      await this.#end(watched, pipeline, signal);
    } catch (error) {
      this.#all().set(pipelineId(key), watched);
      throw error;
    }
    this.#ends.delete(pipelineId(key));
    this.#ends.set(pipelineId(key), pipeline.updated_at ?? '');
    for (const [oldest] of [...this.#ends].slice(0, -MAX)) this.#ends.delete(oldest);
    this.#remember();
  }

  async #end(watched: Watched, pipeline: PipelineFacts, signal?: AbortSignal): Promise<void> {
    const { key, why, liveAt } = watched;
    const level = this.#deps.level(key);
    const hasFailed = pipeline.status === 'failed';
    if (level === 'off' || (!hasFailed && level === 'failures' && why !== 'asked')) return;
    const client = this.#deps.clientFor(key.base);
    const failed = hasFailed ? await readFailedJobs(client, key, { signal, priority: 'background' }) : [];
    // Who has seen it is not told by another window, either.
    const isSeen = this.#deps.isVisible(key, failed);
    if ((await this.#deps.told.claim(key, liveAt)) && !isSeen) this.#ended.fire({ key, pipeline, failed });
  }

  #isOwn({ base }: PipelineKey, { user }: PipelineFacts): boolean {
    const name = this.#deps.usernameOn(base);
    return name !== undefined && user?.username === name;
  }

  #put(watched: Watched): void {
    const id = pipelineId(watched.key);
    if (this.#all().has(id)) this.#all().set(id, watched);
  }

  #all(): Map<string, Watched> {
    return (this.#watched ??= readWatched(this.#deps.memory.get(MEMORY_KEY), this.#deps.clock.now()));
  }

  #remember(): void {
    const held = [...this.#all().values()].map(({ key, why }) => ({ ...key, why }));
    unheeded(this.#deps.memory.set(MEMORY_KEY, held));
    this.#changed.fire();
  }
}

/** A retry is told of before its pipeline is read again: an end from before it is not the one that is waited for. */
function isOlderThan({ updated_at: changed }: PipelineFacts, { before }: Watched): boolean {
  return before !== undefined && (changed ?? '') <= before;
}
