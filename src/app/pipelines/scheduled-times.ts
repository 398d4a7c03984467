import type { Client } from '../../api/client';
import { isApiError } from '../../api/errors';
import { getScheduledTime, jobGlobalId } from '../../api/queries/delayed-jobs';
import { background } from '../../base/background';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { jobId, type JobKey } from '../shared/keys';

/** Maximum number of jobs whose time is cached. It doesn't change. */
const MAX_CACHED = 500;

export interface ScheduledTimesDeps {
  readonly clientFor: (base: string) => Client;
  /** Path of a project from an earlier response. The queries require it. */
  readonly pathOf: (key: JobKey) => string | undefined;
}

/** When delayed jobs start, by GraphQL, which not every server allows. */
export class ScheduledTimes {
  readonly #deps: ScheduledTimesDeps;
  /** Null if the server doesn't return the time. */
  readonly #known = new LruMap<string, number | null>(MAX_CACHED);
  readonly #loading = new Set<string>();
  readonly #changed = new Emitter<JobKey>();
  /** Incremented when everything is removed. Earlier responses may belong to another user. */
  #generation = 0;

  /** Fires with the job whose time was loaded. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: ScheduledTimesDeps) {
    this.#deps = deps;
  }

  /** Returns the time in Unix milliseconds. If it isn't known, loads it in the background. */
  timeOf(key: JobKey): number | undefined {
    const known = this.#known.peek(jobId(key));
    if (known === undefined) background(this.load(key));
    return known ?? undefined;
  }

  /** Loads the time once. Failed requests are repeated by the next call. */
  async load(key: JobKey): Promise<void> {
    const fullPath = typeof key.project === 'string' ? key.project : this.#deps.pathOf(key);
    const id = jobId(key);
    if (fullPath === undefined || this.#known.has(id) || this.#loading.has(id)) return;
    this.#loading.add(id);
    const generation = this.#generation;
    const time = await this.#read(key, fullPath).finally(() => this.#loading.delete(id));
    if (time === undefined || generation !== this.#generation) return;
    this.#known.set(id, time);
    if (time !== null) this.#changed.fire(key);
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read({ base, job }: JobKey, fullPath: string): Promise<number | null | undefined> {
    const args = { fullPath, id: jobGlobalId(job) };
    try {
      const { project } = await this.#deps
        .clientFor(base)
        .query(getScheduledTime, args, { priority: 'background' });
      const time = Date.parse(project?.job?.scheduledAt ?? '');
      return Number.isNaN(time) ? null : time;
    } catch (error) {
      return isApiError(error, 'not-found') || isApiError(error, 'bad-request') ? null : undefined;
    }
  }
}
