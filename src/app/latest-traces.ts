import type { CallOptions, Client } from '../api/client';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { StackTrace } from '../domain/errors/stack-trace';
import { trackedErrorId, type ErrorPlace, type TrackedErrorKey } from './error-keys';
import { SharedFlight } from './shared-flight';
import { readLatestTrace, type ServerTrace, type TrackedError } from './tracked-error-calls';

export interface LatestTracesPorts {
  readonly clientFor: (base: string) => Client;
  readonly errorOf: (key: TrackedErrorKey) => TrackedError | undefined;
  /** What the server tells, as a stack trace. */
  readonly read: (trace: ServerTrace, of: TrackedError | undefined) => StackTrace;
}

interface Known {
  readonly key: TrackedErrorKey;
  readonly traces: readonly StackTrace[];
  /** When the error was last seen as its trace was read: a later event may have another one. */
  readonly lastSeen: string | undefined;
}

const MOST_KEPT = 200;

/** Stack traces of the latest events of errors, read when they are first needed. */
export class LatestTraces implements Disposable {
  readonly #ports: LatestTracesPorts;
  readonly #known = new Map<string, Known>();
  readonly #flights = new SharedFlight<string, readonly StackTrace[]>();
  readonly #changed = new Emitter<TrackedErrorKey>();
  #era = 0;
  #requests = 0;

  readonly onDidChange = this.#changed.event;

  constructor(ports: LatestTracesPorts) {
    this.#ports = ports;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Read where it is not known, or the error was seen again since. None where the event had no calls. */
  get(key: TrackedErrorKey, options?: CallOptions): Promise<readonly StackTrace[]> {
    const known = this.#known.get(trackedErrorId(key));
    if (known !== undefined && known.lastSeen === this.#lastSeen(key)) return Promise.resolve(known.traces);
    const flight = `${this.#era} ${trackedErrorId(key)}`;
    return this.#flights.run(flight, (signal) => this.#read(key, { ...options, signal }), options?.signal);
  }

  /** What was read, though the error may have been seen again since. */
  peek(key: TrackedErrorKey): readonly StackTrace[] | undefined {
    return this.#known.get(trackedErrorId(key))?.traces;
  }

  /** All that is known, with the error of each. */
  all(): readonly { readonly key: TrackedErrorKey; readonly traces: readonly StackTrace[] }[] {
    return [...this.#known.values()];
  }

  clear(): void {
    this.#era++;
    this.#known.clear();
  }

  /** Forgets what is known of a project. */
  forget(place: ErrorPlace): void {
    for (const [id, { key }] of this.#known)
      if (key.base === place.base && key.path === place.path) this.#known.delete(id);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #lastSeen(key: TrackedErrorKey): string | undefined {
    return this.#ports.errorOf(key)?.lastSeen ?? undefined;
  }

  async #read(key: TrackedErrorKey, options: CallOptions): Promise<readonly StackTrace[]> {
    const era = this.#era;
    const lastSeen = this.#lastSeen(key);
    this.#requests++;
    const answer = await readLatestTrace(this.#ports.clientFor(key.base), key, options);
    const traces = answer === undefined ? [] : [this.#ports.read(answer, this.#ports.errorOf(key))];
    if (era !== this.#era) return traces;
    const id = trackedErrorId(key);
    this.#known.delete(id);
    this.#known.set(id, { key, traces, lastSeen });
    for (const old of this.#known.keys()) if (this.#known.size > MOST_KEPT) this.#known.delete(old);
    this.#changed.fire(key);
    return traces;
  }
}
