import type { Client } from '../../api/client';
import { getJob } from '../../api/endpoints/jobs';
import { type ErrorKind, isApiError, isCanceled } from '../../api/errors';
import { isAbort } from '../../base/abort';
import { background } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { isErased } from '../../domain/jobs/log-availability';
import type { LogParser } from '../../domain/logs/parser';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import type { Backpressure } from './backpressure';
import { type LogCache, LogCacheWriter } from './cache';
import { DamagedLogError, type StoredLog } from './file-format';
import { LogOutput, type LogOutputDeps } from './output';
import { type LogVisibility, PollBackoff } from './poll-backoff';
import { LogReader } from './reader';
import { hasFinalLog, isFollowing, isUnfinished, type LogState, type LogUpdate } from './state';
import type { OmittedPart } from './window';

/** Errors that are often temporary. */
const PASSING: readonly ErrorKind[] = ['network', 'timeout', 'too-many-requests', 'server'];
/** Errors for objects that no longer exist or that the user can't see. */
const GONE: readonly ErrorKind[] = ['forbidden', 'not-found', 'gone'];

const passes = (error: unknown): boolean => isApiError(error) && PASSING.includes(error.kind);
const isGone = (error: unknown): boolean => GONE.some((kind) => isApiError(error, kind));

export interface LogFeedDeps extends LogOutputDeps {
  readonly client: Client;
  /** Stores logs of finished jobs, if enabled. */
  readonly cache?: LogCache | undefined;
}

/** Maximum number of consecutive retries of an interrupted log of a finished job. */
const MAX_BREAKS = 4;

/**
 * Reads the log of a job incrementally, and follows it until the job is finished. Reads only while this is
 * requested.
 */
export class LogFeed implements Disposable {
  readonly key: JobKey;
  readonly #deps: LogFeedDeps;
  readonly #output: LogOutput;
  readonly #reader: LogReader;
  readonly #pace: PollBackoff;
  #reading: AbortController | undefined;
  readonly #copy: LogCacheWriter;
  /** True for a reload, which reads from the server first. */
  #fromServer = false;
  #breaks = 0;
  #grewAt: number | undefined;
  readonly backlog: Backpressure;
  readonly onDidUpdate: Event<LogUpdate>;

  constructor(key: JobKey, deps: LogFeedDeps) {
    this.key = key;
    this.#deps = deps;
    this.#pace = new PollBackoff(deps.clock);
    this.#copy = new LogCacheWriter(deps.cache, key);
    this.#output = new LogOutput(deps);
    this.#reader = new LogReader(key, {
      client: deps.client,
      output: this.#output,
      written: (at, bytes) => this.#copy.write(at, bytes),
    });
    this.backlog = this.#output.backlog;
    this.onDidUpdate = this.#output.onDidUpdate;
  }

  get state(): LogState {
    return this.#output.state;
  }
  /** The lines read so far. Replaced by another object after a restart. */
  get trace(): LogParser {
    return this.#output.window.trace;
  }
  /** The range of raw bytes that is omitted in the middle, and the first byte that is shown. */
  get left(): OmittedPart | undefined {
    return this.#output.window.left;
  }
  get from(): number {
    return this.#output.window.from;
  }
  get ownLines(): number {
    return this.#output.window.ownLines;
  }
  /** Number of raw bytes read. */
  get read(): number {
    return this.#output.window.read;
  }

  /** When the log last grew, in Unix milliseconds; undefined if nothing was read. */
  get grewAt(): number | undefined {
    return this.#grewAt;
  }

  /** Starts or stops reading. A complete log isn't read again. */
  set wanted(wanted: boolean) {
    if (wanted && this.state.kind === 'failed') this.#output.load();
    this.attention = wanted ? 'watched' : 'none';
  }

  /** Visibility of the log. A hidden log is read to its current end, then rarely or not at all. */
  set attention(attention: LogVisibility) {
    this.#pace.attention = attention;
    if (attention === 'none') {
      this.#reading?.abort();
      this.#reading = undefined;
    } else if (this.#reading === undefined && isUnfinished(this.state)) this.#start();
  }

  /** Reads everything from the server again, after a failure or because the log changed. */
  restart(): void {
    this.#fromServer = true;
    this.#again(0);
  }

  /** Reads immediately if the log is followed, because an action was performed on the job. */
  pollSoon(): void {
    if (isFollowing(this.state)) this.#pace.pollNow();
  }

  /** Continues with the part that is omitted; false if there is none. */
  nextPart(): boolean {
    const { left } = this;
    if (left === undefined) return false;
    this.#again(left.from);
    return true;
  }

  dispose(): void {
    this.attention = 'none';
    this.#copy.drop();
    this.#output.dispose();
  }

  #again(from: number): void {
    this.attention = 'none';
    this.#reset(from);
    this.#output.load();
    this.attention = 'watched';
  }

  #start(): void {
    const reading = new AbortController();
    this.#reading = reading;
    background(
      this.#follow(reading.signal).finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      }),
    );
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      if (!this.#fromServer && this.#output.window.read === this.from && (await this.#readKept(signal)))
        return;
      for (;;) {
        const transferred = await this.#poll(signal);
        if (!isUnfinished(this.state)) return;
        this.#pace.read(transferred.grew, transferred.bytes);
        await this.#pace.rest('job' in this.state ? this.state.job : undefined, signal);
      }
    } catch (error) {
      if (signal.aborted || isCanceled(error)) return;
      // If a reload fails, shows the stored log.
      if (passes(error) && this.#output.window.read === this.from && (await this.#readKept(signal, error)))
        return;
      // Listeners may restart the feed.
      this.#reading = undefined;
      this.#output.notify({ kind: 'failed', error });
    } finally {
      if (!signal.aborted) this.#fromServer = false;
    }
  }

  /** Reads the job and the log once. Temporary errors don't end following or reading a partial log. */
  async #poll(signal: AbortSignal): Promise<{ readonly grew: boolean; readonly bytes: number }> {
    try {
      // Reads the job first: if it was already finished, the log is complete.
      const job = await this.#deps.client.call(getJob, this.#args(), { signal });
      const read = await this.#read(job, signal);
      this.#breaks = 0;
      return read;
    } catch (error) {
      const state = this.state;
      const halfRead = state.kind === 'lines' && !state.complete;
      const goesOn = isFollowing(state) || (halfRead && this.#breaks++ < MAX_BREAKS);
      if (signal.aborted || !passes(error) || !goesOn) throw error;
      this.#output.notify({ ...state, problem: error });
      return { grew: false, bytes: 0 };
    }
  }

  async #read(job: Job, signal: AbortSignal): Promise<{ readonly grew: boolean; readonly bytes: number }> {
    const over = hasFinalLog(job);
    if (isErased(job)) {
      this.#reset(0);
      await this.#deps.cache?.remove(this.key);
      this.#output.notify({ kind: 'erased', job });
      return { grew: false, bytes: 0 };
    }
    const before = this.#output.window.read;
    const part = await this.#reader.ask(signal);
    if (part === 'replaced') {
      this.#reset(0);
      return this.#read(job, signal);
    }
    if (part === undefined) {
      if (before > 0) this.#reset(0);
      this.#output.notify({ kind: 'no-log', job, following: !over });
      return { grew: false, bytes: 0 };
    }
    if (before === 0) await this.#copy.begin(signal);
    const state = { kind: 'lines', job, following: !over } as const;
    const { bytes, missing } = await this.#reader.append(part, state, signal);
    if (this.#output.window.read !== before) this.#grewAt = this.#deps.clock.now();
    if (missing > 0 || this.#output.window.full) {
      // A log shorter than before is another log. If it is too large, the omitted part is recalculated.
      this.#reset(missing > 0 ? 0 : this.from);
      return this.#read(job, signal);
    }
    if (this.#output.window.read === 0) this.#output.notify({ kind: 'no-log', job, following: !over });
    else await this.#output.settle(state, over, signal);
    if (over) await this.#copy.keep(job, this.#output.window.read);
    return { grew: this.#output.window.read !== before, bytes };
  }

  /** Shows the stored log, then checks whether it still exists on the server; false if it isn't stored. */
  async #readKept(signal: AbortSignal, unchecked?: unknown): Promise<boolean> {
    const stored = await this.#deps.cache?.find(this.key);
    if (stored === undefined) return false;
    try {
      const shown = await this.#showKept(stored, signal, unchecked);
      if (shown && unchecked === undefined) await this.#checkKept(stored, signal);
      return shown;
    } finally {
      await stored.close();
    }
  }

  async #showKept(stored: StoredLog, signal: AbortSignal, unchecked: unknown): Promise<boolean> {
    const { job, keptAt } = stored;
    const kept = unchecked === undefined ? { at: keptAt } : { at: keptAt, unchecked };
    const state = { kind: 'lines', job, following: false, kept } as const;
    this.#output.window.expect(0, stored.bytes);
    try {
      await this.#reader.appendAll({ stream: stored.read(this.from), skip: 0 }, state, signal);
      await this.#output.settle(state, true, signal);
      return true;
    } catch (error) {
      if (!(error instanceof DamagedLogError)) throw error;
      await this.#deps.cache?.remove(this.key);
      this.#reset(this.from);
      return false;
    }
  }

  async #checkKept({ keptAt }: StoredLog, signal: AbortSignal): Promise<void> {
    const state = this.state;
    if (state.kind !== 'lines') return;
    try {
      const job = await this.#deps.client.call(getJob, this.#args(), { signal, priority: 'background' });
      if (isErased(job)) await this.#read(job, signal);
      else this.#output.notify({ ...state, job });
    } catch (error) {
      if (signal.aborted || isAbort(error)) throw error;
      if (isGone(error)) {
        // Removes a log that the user can no longer read.
        await this.#deps.cache?.remove(this.key);
        this.#reset(0);
        this.#output.notify({ kind: 'failed', error });
      } else this.#output.notify({ ...state, kept: { at: keptAt, unchecked: error } });
    }
  }

  #reset(from: number): void {
    this.#copy.drop();
    this.#output.reset(from);
    this.#reader.reset();
    this.#pace.begin();
  }

  readonly #args = () => ({ id: this.key.project, job_id: this.key.job });
}
