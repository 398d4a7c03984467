import type { CallOptions, Client } from '../../api/client';
import type { Disposable } from '../../base/disposable';
import type { StackTrace } from '../../domain/errors/stack-trace';
import { trackedErrorId, type TrackedErrorKey } from '../shared/error-keys';
import { KeyedResource } from '../shared/keyed-resource';
import { readLatestTrace, type ServerTrace, type TrackedError } from './calls';

export interface LatestTracesDeps {
  readonly clientFor: (base: string) => Client;
  readonly errorOf: (key: TrackedErrorKey) => TrackedError | undefined;
  /** Converts a stack trace from the server. */
  readonly read: (trace: ServerTrace, of: TrackedError | undefined) => StackTrace;
}

interface Known {
  readonly traces: readonly StackTrace[];
  /** When the error was last seen, at the time of reading. A later event may have another stack trace. */
  readonly lastSeen: string | undefined;
}

const MAX_KEPT = 200;

/** Stack traces of the latest events of errors, read when they are first needed. */
export class LatestTraces implements Disposable {
  readonly #deps: LatestTracesDeps;
  readonly #known = new KeyedResource<TrackedErrorKey, Known>({
    idOf: trackedErrorId,
    serverOf: ({ base }) => this.#deps.clientFor(base),
    max: MAX_KEPT,
    isSame: () => false,
  });
  #requests = 0;

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: LatestTracesDeps) {
    this.#deps = deps;
  }

  get requests(): number {
    return this.#requests;
  }

  /**
   * Reads the stack trace if it isn't cached or the error was seen again. Empty if the event has no stack
   * trace.
   */
  async get(key: TrackedErrorKey, options?: CallOptions): Promise<readonly StackTrace[]> {
    const known = this.#known.peek(key);
    if (known !== undefined && known.lastSeen === this.#lastSeen(key)) return known.traces;
    await this.#known.share(key, (signal) => this.#read(key, { ...options, signal }), options);
    return this.peek(key) ?? [];
  }

  /** The cached stack trace, even if the error was seen again. */
  peek(key: TrackedErrorKey): readonly StackTrace[] | undefined {
    return this.#known.peek(key)?.traces;
  }

  /** All cached stack traces and their errors. */
  all(): readonly { readonly key: TrackedErrorKey; readonly traces: readonly StackTrace[] }[] {
    return this.#known.keys().flatMap((key) => {
      const traces = this.peek(key);
      return traces === undefined ? [] : [{ key, traces }];
    });
  }

  clear(): void {
    this.#known.forgetAll();
  }

  dispose(): void {
    this.#known.dispose();
  }

  #lastSeen(key: TrackedErrorKey): string | undefined {
    return this.#deps.errorOf(key)?.lastSeen ?? undefined;
  }

  async #read(key: TrackedErrorKey, options: CallOptions): Promise<void> {
    const { clientFor, errorOf, read } = this.#deps;
    // The list may be read again meanwhile.
    const error = errorOf(key);
    const lastSeen = error?.lastSeen ?? undefined;
    this.#requests++;
    await this.#known.read(
      key,
      () => readLatestTrace(clientFor(key.base), key, options),
      (response) => ({
        traces: response === undefined ? [] : [read(response, errorOf(key) ?? error)],
        lastSeen,
      }),
    );
  }
}
