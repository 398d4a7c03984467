import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { imagePlaceOf } from '../../domain/changes/positions';
import {
  type StoredComment,
  type StoredCommentPosition,
  storedCommentsSchema,
} from '../../schemas/stored/comments';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';
import { type CommentToPost, isPending, type SentState } from './comment-to-post';

/** Storage key; the comments are stored per workspace. */
const MEMORY_KEY = 'comment-outbox';
/**
 * Maximum number of comments, and of characters of all comments. The oldest are removed first; the latest is
 * always kept.
 */
const MAX = 100;
const MAX_TEXT = 500_000;

/** A comment that the server isn't known to have accepted. */
export type OutboxItem = CommentToPost & SentState & OutboxState;
interface OutboxState {
  readonly id: string;
  readonly mergeRequest: MergeRequestKey;
  /** `sending`: the request is in progress; after a restart, such comments are `failed` and `unconfirmed`. */
  readonly state: 'sending' | 'failed';
  /** The kind of an `ApiError`, or `changed`. */
  readonly why?: string | undefined;
  /** True if the request was sent and may have succeeded. */
  readonly unconfirmed?: boolean | undefined;
}

/**
 * Comments that the server hasn't accepted yet, stored until it does or the user discards them. Contains no
 * secrets.
 */
export class CommentOutbox implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #subscription: Disposable;
  #items: readonly OutboxItem[] | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget((base) => {
      const gone = (this.#items ?? []).filter(({ mergeRequest }) => mergeRequest.base === base);
      this.#items = undefined;
      for (const { mergeRequest } of gone) this.#changed.fire(mergeRequest);
    });
  }

  /** Oldest first. */
  list(key?: MergeRequestKey): readonly OutboxItem[] {
    const items = this.#read();
    if (key === undefined) return items;
    return items.filter(({ mergeRequest }) => mergeRequestId(mergeRequest) === mergeRequestId(key));
  }

  find(id: string): OutboxItem | undefined {
    return this.#read().find((item) => item.id === id);
  }

  /** Adds an item, or replaces the one with the same ID. */
  async put(item: OutboxItem): Promise<void> {
    const items = this.#read();
    const at = items.findIndex(({ id }) => id === item.id);
    await this.#write(at === -1 ? [...items, item] : items.with(at, item), item.mergeRequest);
  }

  async remove(id: string): Promise<void> {
    const item = this.find(id);
    if (item === undefined) return;
    await this.#write(
      this.#read().filter((each) => each.id !== id),
      item.mergeRequest,
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #read(): readonly OutboxItem[] {
    return (this.#items ??= storedCommentsSchema.parse(this.#memory.get(MEMORY_KEY)).map(itemOf));
  }

  async #write(items: readonly OutboxItem[], key: MergeRequestKey): Promise<void> {
    let left = MAX_TEXT;
    const newestFirst = items.slice(-MAX).reverse();
    this.#items = newestFirst
      .filter(({ body }, index) => {
        left -= body.length;
        return index === 0 || left >= 0;
      })
      .reverse();
    // Don't wait for the storage before updating the views.
    this.#changed.fire(key);
    await this.#memory.set(MEMORY_KEY, this.#items.map(storedOf));
  }
}

/** Earlier versions read the same fields, and no kind. */
const storedOf = (item: OutboxItem) => ({
  ...item,
  draft: isPending(item),
  thread: item.kind === 'thread',
});

/** Restores a comment of a previous session. The outcome of a request in progress is unknown. */
function itemOf(stored: StoredComment): OutboxItem {
  const { id, mergeRequest, at, body, newest, why } = stored;
  const { draft, thread, discussion, note, was, resolve } = stored;
  const internal = stored.internal || undefined;
  const position = stored.position && positionOf(stored.position);
  // Without an error, the request was in progress when the window was closed.
  const unconfirmed = stored.unconfirmed || why === undefined;
  const item = { id, mergeRequest, at, body, newest, state: 'failed', why, unconfirmed } as const;
  if (draft)
    return note === undefined
      ? { ...item, kind: 'pending', discussion, position }
      : { ...item, kind: 'pending-edit', discussion, note, was };
  if (discussion !== undefined)
    return note === undefined
      ? { ...item, kind: 'reply', discussion, resolve }
      : { ...item, kind: 'edit', discussion, note, was };
  return thread || position !== undefined
    ? { ...item, kind: 'thread', position, internal }
    : { ...item, kind: 'comment', internal };
}

function positionOf({ position_type = 'text', x, y, width, height, ...place }: StoredCommentPosition) {
  return { ...place, position_type, ...imagePlaceOf({ position_type, x, y, width, height }) };
}
