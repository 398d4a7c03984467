import { isCanceled } from '../../api/errors';
import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import { lineAt, type PlacedLine, type ReportedPosition, spanOf } from '../../domain/changes/positions';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { VersionLines } from './version-lines';

/** A line of code of a thread. `number` starts at 1 on the side that the thread is on. */
export interface ThreadCodeLine {
  readonly number: number;
  readonly text: string;
  readonly kind: PlacedLine['kind'];
}

/** Maximum number of threads whose code is cached. */
const MAX_KEPT = 500;
/** Number of lines before those of the thread, and maximum number of the thread's lines. */
const BEFORE = 3;
const MAX_LINES = 10;
const MAX_LINE_LENGTH = 300;

/** The lines that threads are on, in the version that they were started on. They never change. */
export class ThreadCode implements Disposable {
  readonly #lines: Pick<VersionLines, 'of'>;
  readonly #known = new LruMap<string, readonly ThreadCodeLine[]>(MAX_KEPT);
  readonly #loading = new Map<string, Promise<void>>();
  readonly #changed = new Emitter<MergeRequestKey>();
  #generation = 0;

  /** Fires when the lines of a thread of a merge request were loaded. */
  readonly onDidChange = this.#changed.event;

  constructor(lines: Pick<VersionLines, 'of'>) {
    this.#lines = lines;
  }

  /** Returns the lines of a thread; empty if they can't be shown, undefined until loaded. */
  peek(key: MergeRequestKey, position: ReportedPosition): readonly ThreadCodeLine[] | undefined {
    return this.#known.get(nameOf(key, position));
  }

  /**
   * Loads the lines of threads one after the other. Rejects with the first failure after the others were loaded; the
   * next call repeats failed requests.
   */
  async load(
    key: MergeRequestKey,
    positions: readonly ReportedPosition[],
    signal: AbortSignal,
  ): Promise<void> {
    const failures: unknown[] = [];
    for (const position of positions) {
      const name = nameOf(key, position);
      // A call that was aborted in the meantime may not have loaded it.
      const running = this.#loading.get(name);
      if (running !== undefined) await orUndefined(running);
      if (signal.aborted) return;
      if (this.#known.has(name)) continue;
      const work = this.#readInto(name, key, { position, signal });
      this.#loading.set(name, work);
      try {
        await work;
      } catch (error) {
        if (isCanceled(error)) return;
        failures.push(error);
      } finally {
        this.#loading.delete(name);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Another user can have access to other files. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #readInto(
    name: string,
    key: MergeRequestKey,
    { position, signal }: { readonly position: ReportedPosition; readonly signal: AbortSignal },
  ): Promise<void> {
    const generation = this.#generation;
    const lines = await this.#read(key, position, signal);
    if (generation !== this.#generation) return;
    this.#known.set(name, lines);
    this.#changed.fire(key);
  }

  async #read(
    key: MergeRequestKey,
    position: ReportedPosition,
    signal: AbortSignal,
  ): Promise<readonly ThreadCodeLine[]> {
    const span = spanOf(position);
    const file =
      span &&
      (await this.#lines.of(key, position, { side: span.side, fallBackAfter: 'refusal' }, { signal }));
    if (span === undefined || file === undefined) return [];
    const start = Math.max(span.start, span.end - MAX_LINES + 1);
    const lines: ThreadCodeLine[] = [];
    for (let number = Math.max(1, start - BEFORE); number <= span.end; number++) {
      const text = file.lineAt(number);
      const kind = file.frame && lineAt(file.frame.diff, span.side, number)?.kind;
      if (text !== undefined)
        lines.push({ number, text: text.slice(0, MAX_LINE_LENGTH), kind: kind ?? 'same' });
    }
    return lines;
  }
}

const nameOf = (key: MergeRequestKey, position: ReportedPosition): string =>
  JSON.stringify([
    mergeRequestId(key),
    position.base_sha,
    position.head_sha,
    position.old_path,
    position.new_path,
    spanOf(position),
  ]);
