import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { TrackedErrorKey } from '../shared/error-keys';
import type { FramePlaces } from './frame-places';
import type { LatestTraces } from './latest-stack-traces';

/** A line of a workspace file that is a frame of an error. */
export interface FrameLine {
  /** Starts at 1. */
  readonly line: number;
  readonly error: TrackedErrorKey;
}

/** Maximum number of frames per error to search for. */
const MAX_FRAMES = 50;

/** Lines of the workspace's files from which known errors come. Sends no requests. */
export class FrameLines implements Disposable {
  readonly #traces: LatestTraces;
  readonly #places: FramePlaces;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  #lines: ReadonlyMap<string, readonly FrameLine[]> = new Map();
  /** Aborts the previous search. */
  #search = new AbortController();
  #done: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(traces: LatestTraces, places: FramePlaces) {
    this.#traces = traces;
    this.#places = places;
    this.#subscription = traces.onDidChange(() => {
      this.refresh();
    });
  }

  /** The lines of a file, by its URI. */
  of(file: string): readonly FrameLine[] {
    return this.#lines.get(file) ?? [];
  }

  has(file: string): boolean {
    return this.#lines.has(file);
  }

  /** Resolves after the current search. */
  async settled(): Promise<void> {
    let done;
    while (done !== this.#done) {
      done = this.#done;
      await done;
    }
  }

  /** Repeats the search after files or errors changed. */
  refresh(): void {
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#done = orUndefined(this.#find(signal)); // Frames that can't be found have no line.
  }

  dispose(): void {
    this.#search.abort();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #find(signal: AbortSignal): Promise<void> {
    const lines = new Map<string, FrameLine[]>();
    for (const { key, traces } of this.#traces.all()) {
      for (const frame of traces.flatMap(({ frames }) => frames).slice(0, MAX_FRAMES)) {
        if (frame.own === false || frame.line === undefined) continue;
        const place = await this.#places.find({ kind: 'latest', error: key }, frame, signal);
        if (signal.aborted) return;
        // The line of a guessed file is uncertain.
        if (place === undefined || place.guessed) continue;
        const known = lines.get(place.file) ?? [];
        if (!known.some((each) => each.line === place.line && each.error.error === key.error))
          known.push({ line: place.line, error: key });
        lines.set(place.file, known);
      }
    }
    this.#lines = lines;
    this.#changed.fire();
  }
}
