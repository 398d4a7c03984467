import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { KeyValueStore } from './ports';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'seen-merge-requests';

/** Those that were opened longest ago are forgotten above this number. */
const MOST = 500;

/** Which merge requests were opened here, and what they were when they were opened last. */
export class SeenMergeRequests implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** When each was changed last (ISO 8601, as the server wrote it) as it was seen; the one seen longest ago first. */
  #seen: Map<string, string> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /**
   * Whether it changed after it was opened last. One that was never opened is not unread: a list would be full of
   * them. `updatedAt` is the server's `updated_at`.
   */
  isUnread(key: MergeRequestKey, updatedAt: string | null | undefined): boolean {
    const seen = this.#read().get(mergeRequestId(key));
    return seen !== undefined && typeof updatedAt === 'string' && Date.parse(updatedAt) > Date.parse(seen);
  }

  /** It was opened, or changed by this person; an older time than the one that is known tells nothing. */
  async saw(key: MergeRequestKey, updatedAt: string | null | undefined): Promise<void> {
    if (typeof updatedAt !== 'string' || Number.isNaN(Date.parse(updatedAt))) return;
    const id = mergeRequestId(key);
    const seen = this.#read();
    const before = seen.get(id);
    const latest = before !== undefined && Date.parse(before) > Date.parse(updatedAt) ? before : updatedAt;
    seen.delete(id);
    seen.set(id, latest);
    for (const oldest of seen.keys()) {
      if (seen.size <= MOST) break;
      seen.delete(oldest);
    }
    await this.#memory.set(MEMORY_KEY, [...seen]);
    if (latest !== before) this.#changed.fire(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(): Map<string, string> {
    this.#seen ??= new Map(entriesOf(this.#memory.get(MEMORY_KEY)));
    return this.#seen;
  }
}

/** Lists of pairs, so that their order is kept. */
function entriesOf(held: unknown): [id: string, updatedAt: string][] {
  if (!Array.isArray(held)) return [];
  const list: readonly unknown[] = held;
  return list.flatMap((one): [string, string][] => {
    const pair: readonly unknown[] = Array.isArray(one) ? one : [];
    const [id, updatedAt] = pair;
    return typeof id === 'string' && typeof updatedAt === 'string' && !Number.isNaN(Date.parse(updatedAt))
      ? [[id, updatedAt]]
      : [];
  });
}
