import type { Client } from '../../api/client';
import { isApiError } from '../../api/errors';
import { ignoreFailure } from '../../base/background';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { isActive, isEnded, isLive } from '../../domain/jobs/status';
import type { Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import { type WatchReason, watchedPipelinesSchema } from '../../schemas/stored/pipelines';
import { readFailedJobs } from '../jobs/failed-jobs';
import { readDetail } from '../pipelines/content';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';
import type { Pace } from '../shared/poller';
import { settleAll } from '../shared/settle-all';
import type { KeyValueStore } from '../shared/stores';
import type { NotifiedPipelines } from './notified-pipelines';

/** Which ends of pipelines cause notifications. */
export const NOTIFY_LEVELS = ['failures', 'all', 'off'] as const;
export type NotifyLevel = (typeof NOTIFY_LEVELS)[number];

/** A watched pipeline has ended. `failed` contains the jobs that made it fail, earliest first. */
export interface PipelineNotification {
  readonly key: PipelineKey;
  readonly pipeline: PipelineFacts;
  readonly failed: readonly Job[];
}

export interface PipelineNotificationsDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  /** Memory of the workspace, so that watched pipelines survive a reload of the window. */
  readonly memory: KeyValueStore;
  readonly notified: NotifiedPipelines;
  readonly level: (project: ProjectKey) => NotifyLevel;
  /** The user's name on a server, if known. Sends no request. */
  readonly usernameOn: (base: string) => string | undefined;
  /** A pipeline that is already refreshed elsewhere, so that no request is required. */
  readonly fresh: (key: PipelineKey) => PipelineFacts | undefined;
  /** True while a log of this pipeline is visible. */
  readonly isVisible: (key: PipelineKey, failed: readonly Job[]) => boolean;
}

/** Key of the stored watched pipelines. */
const MEMORY_KEY = 'watched-pipelines';
/** Maximum number of watched pipelines. The oldest are removed. */
const MAX = 20;
/**
 * Milliseconds between requests for a pipeline that isn't refreshed elsewhere: if changes are expected, and
 * otherwise.
 */
const MOVING_MS = 15_000;
const IDLE_MS = 10 * 60_000;

/** Watches pipelines that the user started, pushed, or selected, and notifies once when each ends. */
export class PipelineNotifications implements Disposable {
  readonly #deps: PipelineNotificationsDeps;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();
  readonly #ended = new Emitter<PipelineNotification>();
  #watched: Map<string, Watched> | undefined;
  /**
   * Pipelines that the user stopped watching. They aren't watched again only because the user started them.
   */
  readonly #left = new Set<string>();
  /** Times of the last change of ended pipelines. Responses from before that may still arrive. */
  readonly #ends = new Map<string, string>();

  /** Fires when other pipelines are watched than before. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a watched pipeline ended and the user must be notified. */
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

  /**
   * With `asked`, notifies of every end, and the next poll reads the pipeline, because it may have ended already.
   * `before` is the previously known state, if any.
   */
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
      requestedAt: why === 'asked' ? 0 : now,
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

  /** Processes a pipeline that was read. It may belong to the user, or be watched and have ended. */
  met(key: PipelineKey, pipeline: PipelineFacts): void {
    const end = this.#ends.get(pipelineId(key));
    const goesOn = isLive(pipeline.status) && (end === undefined || (pipeline.updated_at ?? '') > end);
    if (goesOn && this.#isOwn(key, pipeline)) this.watch(key, 'mine');
    ignoreFailure(this.#take(key, pipeline)); // The next poll retries.
  }

  pace(): Pace {
    return [...this.#all().values()].some(({ moves }) => moves) ? 'live' : 'idle';
  }

  /** Reads watched pipelines that are due. Processes all of them, then rejects with the first failure. */
  async poll(signal?: AbortSignal): Promise<void> {
    const now = this.#deps.clock.now();
    const polls = [...this.#all().values()].map(async (watched) => {
      const { key, requestedAt, moves } = watched;
      let pipeline = this.#deps.fresh(key);
      if (pipeline === undefined) {
        if (now - requestedAt < (moves ? MOVING_MS : IDLE_MS)) return;
        this.#put({ ...watched, requestedAt: now });
        const client = this.#deps.clientFor(key.base);
        try {
          pipeline = await readDetail(client, key, { signal, priority: 'background' });
        } catch (error) {
          // The user isn't signed in, which is reported elsewhere and shouldn't slow down polling.
          if (isApiError(error, 'unauthorized')) return;
          throw error;
        }
      }
      // A pipeline that was deleted or isn't visible has no end.
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
      this.#put({ ...watched, liveAt: now, moves: isActive(pipeline, now) });
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
    // If this window shows the log, no window notifies.
    const isSeen = this.#deps.isVisible(key, failed);
    if ((await this.#deps.notified.claim(key, liveAt)) && !isSeen)
      this.#ended.fire({ key, pipeline, failed });
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
    ignoreFailure(this.#deps.memory.set(MEMORY_KEY, held));
    this.#changed.fire();
  }
}

/** A retry is reported before its pipeline is read again, so an end from before it doesn't count. */
function isOlderThan({ updated_at: changed }: PipelineFacts, { before }: Watched): boolean {
  return before !== undefined && (changed ?? '') <= before;
}

/** A pipeline whose end the user wants to be notified of. Times are local Unix milliseconds. */
interface Watched {
  readonly key: PipelineKey;
  readonly why: WatchReason;
  /** When it was last seen live, or since when it is watched. */
  readonly liveAt: number;
  readonly requestedAt: number;
  /** True if its end is expected soon. */
  readonly moves: boolean;
  /** Its last change, if it was already finished when watching started. */
  readonly before: string | undefined;
}

/** Validates stored pipelines. Ignores invalid ones. */
export function readWatched(held: unknown, now: number): Map<string, Watched> {
  const watched = new Map<string, Watched>();
  for (const { why, ...key } of watchedPipelinesSchema.parse(held)) {
    watched.set(pipelineId(key), { key, why, liveAt: now, requestedAt: 0, moves: true, before: undefined });
  }
  return watched;
}
