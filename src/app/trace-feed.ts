import type { Client, TextAnswer } from '../api/client';
import { getJob, getJobTrace } from '../api/endpoints/jobs';
import { isApiError, isCancelled, type ErrorKind } from '../api/errors';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isEnded } from '../domain/job-status';
import { TraceParser } from '../domain/trace/trace-parser';
import type { Job } from '../schemas/job';
import type { JobKey } from './keys';

/** Milliseconds between two reads of a log that grows; grows itself while nothing new comes. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;
/** The editor gives an extension no document above 50 MB. */
const MOST_BYTES = 45 * 1024 * 1024;

/** What is there to read: lines, or the reason why there are none. `problem` is why the newest may be missing. */
export type TraceState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'lines';
      readonly job: Job;
      readonly following: boolean;
      readonly cut: boolean;
      readonly problem?: unknown;
    }
  | { readonly kind: 'no-log'; readonly job: Job; readonly following: boolean; readonly problem?: unknown }
  | { readonly kind: 'erased'; readonly job: Job }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A new state. `keep`: all lines from this one on may be others than before; undefined where none is. */
export interface TraceUpdate {
  readonly state: TraceState;
  readonly keep: number | undefined;
}

/** Reads the log of one job and follows it until the job is over. It reads only while somebody wants it to. */
export class TraceFeed implements Disposable {
  readonly key: JobKey;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #updates = new Emitter<TraceUpdate>();
  #trace = new TraceParser();
  #bytes = 0;
  #etag: string | undefined;
  #state: TraceState = { kind: 'loading' };
  #reading: AbortController | undefined;

  readonly onDidUpdate = this.#updates.event;

  constructor(key: JobKey, client: Client, clock: Clock) {
    this.key = key;
    this.#client = client;
    this.#clock = clock;
  }

  get state(): TraceState {
    return this.#state;
  }
  /** What was read so far. Another one after a restart. */
  get trace(): TraceParser {
    return this.#trace;
  }

  /** Switches following on or off. A log that is complete is not read again. */
  set wanted(wanted: boolean) {
    if (wanted === (this.#reading !== undefined)) return;
    if (!wanted) {
      this.#reading?.abort();
      this.#reading = undefined;
    } else if (this.#state.kind === 'loading' || this.#state.kind === 'failed' || isFollowing(this.#state)) {
      const reading = new AbortController();
      this.#reading = reading;
      void this.#follow(reading.signal).finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    }
  }

  /** Reads everything again from the start, after a failure or because the log was changed. */
  restart(): void {
    this.wanted = false;
    this.#reset();
    this.#state = { kind: 'loading' };
    this.wanted = true;
  }

  dispose(): void {
    this.wanted = false;
    this.#updates.dispose();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let wait = SHORTEST_WAIT_MS;
    try {
      for (;;) {
        const grew = await this.#look(signal);
        if (!isFollowing(this.#state)) return;
        wait = grew ? SHORTEST_WAIT_MS : Math.min(wait * 1.5, LONGEST_WAIT_MS);
        await this.#clock.wait(wait, signal);
      }
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) this.#tell({ kind: 'failed', error });
    }
  }

  /** Reads job and log once; true where something was new. A failure that passes ends no following that has begun. */
  async #look(signal: AbortSignal): Promise<boolean> {
    try {
      // The job first: when it was over before the log was read, that log is complete.
      const job = await this.#client.call(getJob, this.#args(), { signal });
      return await this.#read(job, signal);
    } catch (error) {
      const state = this.#state;
      if (signal.aborted || !passes(error) || !isFollowing(state)) throw error;
      this.#tell({ ...state, problem: error });
      return false;
    }
  }

  /** Reads what is new; true where something was. */
  async #read(job: Job, signal: AbortSignal): Promise<boolean> {
    const over = isEnded(job.status) || isSet(job.finished_at);
    if (isSet(job.erased_at)) {
      this.#reset();
      this.#tell({ kind: 'erased', job });
      return false;
    }
    const answer = await this.#ask(signal);
    const keep = this.#take(answer, over);
    const cut = (answer?.kind === 'whole' && answer.cut) || this.#bytes >= MOST_BYTES;
    const following = !over && !cut;
    if (this.#bytes === 0) this.#tell({ kind: 'no-log', job, following });
    else this.#tell({ kind: 'lines', job, following, cut }, keep);
    return keep !== undefined;
  }

  /** Undefined where the job has no log: 404 by doc 1 §4, an empty 200 on the real service. */
  async #ask(signal: AbortSignal): Promise<TextAnswer | undefined> {
    try {
      const offset = this.#bytes === 0 ? undefined : this.#bytes;
      const options = { signal, etag: this.#etag, offset, maxBytes: MOST_BYTES };
      return await this.#client.text(getJobTrace, this.#args(), options);
    } catch (error) {
      if (isApiError(error, 'not-found')) return undefined;
      throw error;
    }
  }

  #take(answer: TextAnswer | undefined, over: boolean): number | undefined {
    let keep: number | undefined;
    if (answer !== undefined && answer.kind !== 'unchanged') {
      this.#etag = answer.etag;
      // A whole log that is shorter than what was read is another log.
      if (answer.kind === 'whole' && answer.bytes.length < this.#bytes) this.#reset();
      const fresh = answer.kind === 'rest' ? answer.bytes : answer.bytes.subarray(this.#bytes);
      this.#bytes += fresh.length;
      if (fresh.length > 0) keep = this.#trace.push(fresh);
    }
    if (over) {
      const { lineCount } = this.#trace;
      const last = this.#trace.end();
      if (this.#trace.lineCount !== lineCount || keep !== undefined) keep = Math.min(keep ?? last, last);
    }
    return keep;
  }

  #reset(): void {
    this.#trace = new TraceParser();
    this.#bytes = 0;
    this.#etag = undefined;
  }

  #tell(state: TraceState, keep?: number): void {
    this.#state = state;
    this.#updates.fire({ state, keep });
  }

  #args(): { id: number | string; job_id: number } {
    return { id: this.key.project, job_id: this.key.job };
  }
}

/** Failures that are often over by the next time. */
const PASSING: readonly ErrorKind[] = ['network', 'timeout', 'too-many-requests', 'server'];

function passes(error: unknown): boolean {
  return isApiError(error) && PASSING.includes(error.kind);
}

export function isFollowing(state: TraceState): state is Extract<TraceState, { following: boolean }> {
  return (state.kind === 'lines' || state.kind === 'no-log') && state.following;
}

function isSet(time: string | null | undefined): boolean {
  return time !== null && time !== undefined;
}
