import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type CommentPosition, imagePlaceOf } from '../../domain/changes/positions';
import {
  type StoredComment,
  type StoredCommentPosition,
  storedCommentsSchema,
} from '../../schemas/stored/comments';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Storage key; the comments are stored per workspace. */
const MEMORY_KEY = 'comment-outbox';
/**
 * Maximum number of comments, and of characters of all comments. The oldest are removed first; the latest is
 * always kept.
 */
const MAX = 100;
const MAX_TEXT = 500_000;

/**
 * A comment that the user wrote. `discussion`: a reply to that thread. `note`: the new text of that note of
 * the thread, or of that pending comment. `thread`: starts a thread that must be resolved; comments on lines
 * always do. Without any of these it is a plain comment. `was`: for an edit, the text that the user started from.
 * `resolve`: the thread is resolved after the reply was added. `internal`: only members with at least the Reporter role
 * can read it.
 */
export interface CommentToPost {
  readonly body: string;
  readonly draft: boolean;
  readonly thread?: boolean | undefined;
  readonly discussion?: string | undefined;
  readonly note?: number | undefined;
  readonly resolve?: boolean | undefined;
  readonly internal?: boolean | undefined;
  readonly was?: string | undefined;
  readonly position?: CommentPosition | undefined;
}

/**
 * A comment that the server isn't known to have accepted. `sending`: the request is in progress; after a
 * restart, such comments are `failed` and `unconfirmed`. `why`: the kind of an `ApiError`, or `changed`.
 * `unconfirmed`: the request was sent and may have succeeded.
 */
export interface OutboxItem extends CommentToPost {
  readonly id: string;
  readonly mergeRequest: MergeRequestKey;
  /** Unix milliseconds. */
  readonly at: number;
  readonly state: 'sending' | 'failed';
  readonly why?: string | undefined;
  readonly unconfirmed?: boolean | undefined;
  /** The highest note ID that was known in the merge request when it was sent; undefined if none was read. */
  readonly newest?: number | undefined;
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
    await this.#memory.set(MEMORY_KEY, this.#items);
  }
}

/** Restores a comment of a previous session. The outcome of a request in progress is unknown. */
function itemOf(stored: StoredComment): OutboxItem {
  const { thread, internal, discussion, note, was, position, why, unconfirmed, newest, ...comment } = stored;
  return {
    ...comment,
    state: 'failed',
    ...(thread ? { thread } : {}),
    ...(internal ? { internal } : {}),
    discussion,
    note,
    ...(was === undefined ? {} : { was }),
    position: position && positionOf(position),
    why,
    // Without an error, the request was in progress when the window was closed.
    unconfirmed: unconfirmed || why === undefined,
    ...(newest === undefined ? {} : { newest }),
  };
}

function positionOf({
  old_line,
  new_line,
  line_range,
  position_type = 'text',
  x,
  y,
  width,
  height,
  ...place
}: StoredCommentPosition): CommentPosition {
  const image = imagePlaceOf({ position_type, x, y, width, height });
  return {
    ...place,
    position_type,
    ...(old_line === undefined ? {} : { old_line }),
    ...(new_line === undefined ? {} : { new_line }),
    ...(line_range === undefined ? {} : { line_range }),
    ...(image === undefined ? {} : image),
  };
}
