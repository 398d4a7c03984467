import { isRecord } from '../base/record';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { CommentPosition } from '../domain/diff/positions';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { KeyValueStore } from './ports';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'comment-outbox';
/** Above so many, or so many characters, the oldest are forgotten; the newest is kept whatever its length. */
const MOST = 100;
const MOST_TEXT = 500_000;

/**
 * What a person wrote. `discussion`: an answer to that thread; `note`: the new text of that note of the thread, or of
 * that draft.
 */
export interface Said {
  readonly body: string;
  readonly draft: boolean;
  readonly discussion?: string | undefined;
  readonly note?: number | undefined;
  readonly position?: CommentPosition | undefined;
}

/**
 * Something that no server has taken yet, as far as is known here. `sending` may also mean that the window was closed
 * meanwhile: whether it arrived is then unknown. `why` is a kind of `ApiError`.
 */
export interface OutboxItem extends Said {
  readonly id: string;
  readonly mergeRequest: MergeRequestKey;
  /** Unix milliseconds. */
  readonly at: number;
  readonly state: 'sending' | 'failed';
  readonly why?: string | undefined;
}

/** Comments that were written and not taken: kept until a server has them or the person discards them. No secrets. */
export class CommentOutbox implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<MergeRequestKey>();
  #items: readonly OutboxItem[] | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
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

  /** Adds an item, or puts it in the place of the one with its id. */
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
    this.#changed.dispose();
  }

  #read(): readonly OutboxItem[] {
    if (this.#items === undefined) {
      const held = this.#memory.get(MEMORY_KEY);
      const list: readonly unknown[] = Array.isArray(held) ? held : [];
      this.#items = list.flatMap((each) => itemOf(each) ?? []);
    }
    return this.#items;
  }

  async #write(items: readonly OutboxItem[], key: MergeRequestKey): Promise<void> {
    let left = MOST_TEXT;
    const newestFirst = items.slice(-MOST).reverse();
    this.#items = newestFirst
      .filter(({ body }, index) => {
        left -= body.length;
        return index === 0 || left >= 0;
      })
      .reverse();
    // Shown at once, whatever the memory takes.
    this.#changed.fire(key);
    await this.#memory.set(MEMORY_KEY, this.#items);
  }
}

/** What a session before wrote: what was on its way then is not known to have arrived. */
function itemOf(held: unknown): OutboxItem | undefined {
  if (!isRecord(held) || !isRecord(held['mergeRequest'])) return undefined;
  const { id, at, body, draft, discussion, note, why } = held;
  const { base, project, iid } = held['mergeRequest'];
  if (typeof base !== 'string' || typeof iid !== 'number') return undefined;
  if (typeof project !== 'string' && typeof project !== 'number') return undefined;
  if (typeof id !== 'string' || typeof at !== 'number' || typeof body !== 'string') return undefined;
  return {
    ...{ id, at, body, mergeRequest: { base, project, iid }, draft: draft === true, state: 'failed' },
    discussion: typeof discussion === 'string' ? discussion : undefined,
    note: typeof note === 'number' ? note : undefined,
    position: positionOf(held['position']),
    why: typeof why === 'string' ? why : undefined,
  };
}

function positionOf(held: unknown): CommentPosition | undefined {
  if (!isRecord(held)) return undefined;
  const { base_sha, start_sha, head_sha, old_path, new_path, old_line, new_line, line_range } = held;
  if (typeof base_sha !== 'string' || typeof start_sha !== 'string' || typeof head_sha !== 'string')
    return undefined;
  if (typeof old_path !== 'string' || typeof new_path !== 'string') return undefined;
  const range = isRecord(line_range) ? line_range : {};
  const [start, end] = [rangeEndOf(range['start']), rangeEndOf(range['end'])];
  return {
    ...{ base_sha, start_sha, head_sha, position_type: 'text', old_path, new_path },
    ...(typeof old_line === 'number' ? { old_line } : {}),
    ...(typeof new_line === 'number' ? { new_line } : {}),
    ...(start !== undefined && end !== undefined ? { line_range: { start, end } } : {}),
  };
}

function rangeEndOf(held: unknown): NonNullable<CommentPosition['line_range']>['start'] | undefined {
  if (!isRecord(held)) return undefined;
  const { line_code, type } = held;
  if (typeof line_code !== 'string' || (type !== 'old' && type !== 'new')) return undefined;
  return { line_code, type };
}
