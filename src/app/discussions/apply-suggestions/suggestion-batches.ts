import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { isOverlapping, type SuggestionSpan } from '../../../domain/discussions/suggestion-rules';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import type { Discussions } from '../discussions';

/** A suggestion that the server can apply. Plain data. */
export interface ServerEdit extends SuggestionSpan {
  readonly id: number;
  readonly discussion: string;
  readonly note: number;
}

interface Batch {
  readonly key: MergeRequestKey;
  readonly edits: readonly ServerEdit[];
}

export interface SuggestionBatchesDeps {
  readonly discussions: Pick<Discussions, 'peek' | 'onDidChange'>;
}

/**
 * The suggestions of each merge request that the user selected to apply with one commit. Like in the server's web
 * interface, they are kept until the window is closed.
 */
export class SuggestionBatches implements Disposable {
  readonly #deps: SuggestionBatchesDeps;
  readonly #batches = new Map<string, Batch>();
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new Emitter<MergeRequestKey>());

  readonly onDidChange = this.#changed.event;

  constructor(deps: SuggestionBatchesDeps) {
    this.#deps = deps;
    this.#parts.add(
      deps.discussions.onDidChange((key) => {
        this.#removeApplied(key);
      }),
    );
  }

  /** The suggestions of a merge request, in the order in which they were added. */
  of(key: MergeRequestKey): readonly ServerEdit[] {
    return this.#batches.get(mergeRequestId(key))?.edits ?? [];
  }

  has(key: MergeRequestKey, id: number | undefined): boolean {
    return this.of(key).some((edit) => edit.id === id);
  }

  /** The merge request with the latest change of its batch; undefined if all batches are empty. */
  latest(): MergeRequestKey | undefined {
    return [...this.#batches.values()].at(-1)?.key;
  }

  /** Adds a suggestion, unless it overlaps with one that was added before. Returns whether it was added. */
  add(key: MergeRequestKey, edit: ServerEdit): boolean {
    const others = this.of(key).filter(({ id }) => id !== edit.id);
    if (others.some((other) => isOverlapping(other, edit))) return false;
    this.#set(key, [...others, edit]);
    return true;
  }

  remove(key: MergeRequestKey, ids: readonly number[]): void {
    const left = this.of(key).filter(({ id }) => !ids.includes(id));
    if (left.length < this.of(key).length) this.#set(key, left);
  }

  /** Discards all batches after the account changed. */
  clear(): void {
    const keys = [...this.#batches.values()].map(({ key }) => key);
    this.#batches.clear();
    for (const key of keys) this.#changed.fire(key);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Removes suggestions that were applied, edited, or deleted, and outdated ones. */
  #removeApplied(key: MergeRequestKey): void {
    const edits = this.of(key);
    const threads = this.#deps.discussions.peek(key)?.threads;
    if (edits.length === 0 || threads === undefined) return;
    const appliable = new Set(
      threads.flatMap(({ notes }) =>
        notes.flatMap(({ suggestions }) =>
          (suggestions ?? []).filter((each) => !each.applied && each.appliable !== false).map(({ id }) => id),
        ),
      ),
    );
    this.remove(
      key,
      edits.filter(({ id }) => !appliable.has(id)).map(({ id }) => id),
    );
  }

  #set(key: MergeRequestKey, edits: readonly ServerEdit[]): void {
    const id = mergeRequestId(key);
    this.#batches.delete(id);
    if (edits.length > 0) this.#batches.set(id, { key, edits });
    this.#changed.fire(key);
  }
}
