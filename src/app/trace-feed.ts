import type { Client } from '../api/client';
import { getJob } from '../api/endpoints/jobs';
import { isCancelled } from '../api/errors';
import { isAbort } from '../base/abort';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isErased } from '../domain/job-log';
import type { TraceParser } from '../domain/trace/trace-parser';
import type { Job } from '../schemas/job';
import type { JobKey } from './keys';
import type { LogCache } from './log-cache';
import { DamagedLog, type StoredLog } from './log-file';
import { askTrace } from './trace-ask';
import { Backlog } from './trace-backlog';
import { TraceCopy } from './trace-copy';
import { isGone, passes } from './trace-failures';
import { TracePace, type Attention } from './trace-pace';
import { isFollowing, isOver, isUnfinished, type TraceState, type TraceUpdate } from './trace-state';
import { earlier, TraceTeller } from './trace-teller';
import { unfoldAll } from './trace-unfold';
import { TraceWindow, type WindowWords } from './trace-window';

export interface TraceFeedPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly words: WindowWords;
  /** Raw bytes that are shown at the most; asked when reading begins. */
  readonly largest: () => number;
  /** Where logs of jobs that are over are kept, if anywhere. */
  readonly cache?: LogCache | undefined;
}

/** What a look tells of a log while it comes. */
type Reading = Omit<Extract<TraceState, { kind: 'lines' }>, 'complete'>;

/** A finished log that breaks off is asked for again so often in a row. */
const MOST_BREAKS = 4;

/** Reads the log of one job as its bytes come, and follows it until the job is over. It reads only while somebody wants it to. */
export class TraceFeed implements Disposable {
  readonly key: JobKey;
  readonly #ports: TraceFeedPorts;
  readonly #updates = new Emitter<TraceUpdate>();
  #window: TraceWindow;
  #etag: string | undefined;
  #state: TraceState = { kind: 'loading' };
  readonly #pace: TracePace;
  #reading: AbortController | undefined;
  readonly #copy: TraceCopy;
  /** A reload asks the server first. */
  #fromServer = false;
  #breaks = 0;
  /** The first line that may have changed since the last update. */
  #owed: number | undefined;
  readonly backlog: Backlog;
  readonly onDidUpdate = this.#updates.event;

  constructor(key: JobKey, ports: TraceFeedPorts) {
    this.key = key;
    this.#ports = ports;
    this.#pace = new TracePace(ports.clock);
    this.#copy = new TraceCopy(ports.cache, key);
    this.backlog = new Backlog(ports.clock);
    this.#window = this.#newWindow(0);
  }

  get state(): TraceState {
    return this.#state;
  }
  /** What was read so far. Another one after a restart. */
  get trace(): TraceParser {
    return this.#window.trace;
  }
  /** The bytes of the raw log that are left out in the middle, and the byte with which what is shown begins. */
  get left(): { readonly from: number; readonly to: number } | undefined {
    return this.#window.left;
  }
  get from(): number {
    return this.#window.from;
  }
  get ownLines(): number {
    return this.#window.ownLines;
  }
  /** Raw bytes that came so far. */
  get read(): number {
    return this.#window.read;
  }

  /** Switches following on or off. A log that is complete is not read again. */
  set wanted(wanted: boolean) {
    if (wanted && this.#state.kind === 'failed') this.#state = { kind: 'loading' };
    this.attention = wanted ? 'watched' : 'none';
  }

  /** Who looks. What is hidden is read to its end, but then seldom or not at all. */
  set attention(attention: Attention) {
    this.#pace.attention = attention;
    if (attention === 'none') {
      this.#reading?.abort();
      this.#reading = undefined;
    } else if (this.#reading === undefined && isUnfinished(this.#state)) this.#start();
  }

  /** Reads everything again from the server, after a failure or because the log was changed. */
  restart(): void {
    this.#fromServer = true;
    this.#again(0);
  }

  /** Something was done to the job: what follows its log looks again at once. */
  lookSoon(): void {
    if (isFollowing(this.#state)) this.#pace.hurry();
  }

  /** Goes on to what is left out behind what is shown; false where nothing is. */
  nextPart(): boolean {
    const { left } = this;
    if (left === undefined) return false;
    this.#again(left.from);
    return true;
  }

  dispose(): void {
    this.attention = 'none';
    this.#copy.drop();
    this.#updates.dispose();
  }

  #again(from: number): void {
    this.attention = 'none';
    this.#reset(from);
    this.#state = { kind: 'loading' };
    this.attention = 'watched';
  }

  #start(): void {
    const reading = new AbortController();
    this.#reading = reading;
    void this.#follow(reading.signal).finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      if (!this.#fromServer && this.#window.read === this.from && (await this.#readKept(signal))) return;
      for (;;) {
        const transferred = await this.#look(signal);
        if (!isUnfinished(this.#state)) return;
        this.#pace.read(transferred.grew, transferred.bytes);
        await this.#pace.rest('job' in this.#state ? this.#state.job : undefined, signal);
      }
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      // A reload that failed takes away nothing that is kept.
      if (passes(error) && this.#window.read === this.from && (await this.#readKept(signal, error))) return;
      // Whoever hears of it may begin anew.
      this.#reading = undefined;
      this.#tell({ kind: 'failed', error });
    } finally {
      if (!signal.aborted) this.#fromServer = false;
    }
  }

  /** Reads job and log once. A failure that passes ends no following that has begun, nor a log that was half read. */
  async #look(signal: AbortSignal): Promise<{ readonly grew: boolean; readonly bytes: number }> {
    try {
      // The job first: when it was over before the log was read, that log is complete.
      const job = await this.#ports.client.call(getJob, this.#args(), { signal });
      const read = await this.#read(job, signal);
      this.#breaks = 0;
      return read;
    } catch (error) {
      const state = this.#state;
      const halfRead = state.kind === 'lines' && !state.complete;
      const goesOn = isFollowing(state) || (halfRead && this.#breaks++ < MOST_BREAKS);
      if (signal.aborted || !passes(error) || !goesOn) throw error;
      this.#tell({ ...state, problem: error });
      return { grew: false, bytes: 0 };
    }
  }

  async #read(job: Job, signal: AbortSignal): Promise<{ readonly grew: boolean; readonly bytes: number }> {
    const over = isOver(job);
    if (isErased(job)) {
      this.#reset(0);
      await this.#ports.cache?.remove(this.key);
      this.#tell({ kind: 'erased', job });
      return { grew: false, bytes: 0 };
    }
    const stream = await askTrace(this.#ports.client, this.#args(), {
      signal,
      etag: this.#etag,
      offset: this.#window.read === 0 ? undefined : this.#window.read,
    });
    if (stream === undefined) {
      if (this.#window.read > 0) this.#reset(0);
      this.#tell({ kind: 'no-log', job, following: !over });
      return { grew: false, bytes: 0 };
    }
    const before = this.#window.read;
    if (before === 0) await this.#copy.begin(signal);
    this.#window.expect(stream.kind === 'whole' ? 0 : before, stream.length);
    const skip = stream.kind === 'whole' ? before : 0;
    const state = { kind: 'lines', job, following: !over } as const;
    const { bytes, missing } = await this.#pour(stream, skip, state, signal);
    if (missing > 0 || this.#window.full) {
      // A whole log that is shorter than what was read is another log; one that is too large is cut anew.
      this.#reset(missing > 0 ? 0 : this.from);
      return this.#read(job, signal);
    }
    this.#etag = stream.etag ?? this.#etag;
    if (this.#window.read === 0) this.#tell({ kind: 'no-log', job, following: !over });
    else await this.#settle(state, over, signal);
    if (over) await this.#copy.keep(job, this.#window.read);
    return { grew: this.#window.read !== before, bytes };
  }

  /** Takes in what comes, and tells of it now and then. `missing`: bytes that the stream was shorter than what is here. */
  async #pour(
    stream: AsyncIterable<Uint8Array>,
    skip: number,
    state: Reading,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly missing: number }> {
    const window = this.#window;
    const teller = new TraceTeller(this.#ports.clock, (keep) => {
      if (!signal.aborted && window.read > window.from) this.#tell({ ...state, complete: false }, keep);
    });
    let bytes = 0;
    let missing = skip;
    try {
      for await (const piece of stream) {
        signal.throwIfAborted();
        bytes += piece.length;
        const fresh = piece.subarray(Math.min(missing, piece.length));
        missing -= piece.length - fresh.length;
        if (fresh.length === 0) continue;
        const at = window.read;
        teller.came(fresh.length, window.push(fresh));
        await this.#copy.write(at, fresh);
        if (window.full) break;
        await this.backlog.shrinks(signal);
      }
      // What was begun anew meanwhile has another window.
      signal.throwIfAborted();
      return { bytes, missing };
    } finally {
      // What was not told yet goes with whatever is told next.
      this.#owed = earlier(this.#owed, teller.end());
    }
  }

  async #settle(state: Reading, over: boolean, signal: AbortSignal): Promise<void> {
    const { backlog } = this;
    await unfoldAll(this.#window, (keep) => this.#tell({ ...state, complete: false }, keep), backlog, signal);
    this.#tell({ ...state, complete: true }, this.#window.settle(over));
  }

  /** Shows the log that is kept on the disk, then asks whether the server still has it; false where none is kept. */
  async #readKept(signal: AbortSignal, unchecked?: unknown): Promise<boolean> {
    const stored = await this.#ports.cache?.find(this.key);
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
    this.#window.expect(0, stored.bytes);
    try {
      await this.#pour(stored.read(this.from), 0, state, signal);
      await this.#settle(state, true, signal);
      return true;
    } catch (error) {
      if (!(error instanceof DamagedLog)) throw error;
      await this.#ports.cache?.remove(this.key);
      this.#reset(this.from);
      return false;
    }
  }

  async #checkKept({ keptAt }: StoredLog, signal: AbortSignal): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'lines') return;
    try {
      const job = await this.#ports.client.call(getJob, this.#args(), { signal, priority: 'background' });
      if (isErased(job)) await this.#read(job, signal);
      else this.#tell({ ...state, job });
    } catch (error) {
      if (signal.aborted || isAbort(error)) throw error;
      if (isGone(error)) {
        // Whoever may not read it any more shall not read it here either.
        await this.#ports.cache?.remove(this.key);
        this.#reset(0);
        this.#tell({ kind: 'failed', error });
      } else this.#tell({ ...state, kept: { at: keptAt, unchecked: error } });
    }
  }

  #newWindow(from: number): TraceWindow {
    const { largest, words } = this.#ports;
    return new TraceWindow({ from, largest: largest(), words });
  }

  #reset(from: number): void {
    this.#copy.drop();
    this.#window = this.#newWindow(from);
    this.#etag = undefined;
    this.#owed = undefined;
    this.#pace.begin();
  }

  #tell(state: TraceState, keep?: number): void {
    this.#state = state;
    const first = earlier(this.#owed, keep);
    this.#owed = undefined;
    this.#updates.fire({ state, keep: first });
  }

  readonly #args = () => ({ id: this.key.project, job_id: this.key.job });
}
