import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { KeyValueStore } from './ports';

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'reviewed-versions';

/** Those that were reviewed longest ago are forgotten above this number. */
const MOST = 500;

/** A version of a diff as it was reviewed. */
export interface ReviewedVersion {
  /** The server's id of the version. */
  readonly version: number;
  /** The head commit of the source branch then: whether it is still in the branch tells of a force-push. */
  readonly head: string;
}

/** Which version of each merge request this person has reviewed last. */
export class ReviewedVersions implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<MergeRequestKey>();
  /** The one reviewed longest ago first. */
  #reviewed: Map<string, ReviewedVersion> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  last(key: MergeRequestKey): ReviewedVersion | undefined {
    return this.#read().get(mergeRequestId(key));
  }

  /** It was reviewed: whatever comes after it is new. An older version than the one that is known counts too. */
  async saw(key: MergeRequestKey, { version, head }: ReviewedVersion): Promise<void> {
    const id = mergeRequestId(key);
    const reviewed = this.#read();
    const before = reviewed.get(id);
    reviewed.delete(id);
    reviewed.set(id, { version, head });
    for (const oldest of reviewed.keys()) {
      if (reviewed.size <= MOST) break;
      reviewed.delete(oldest);
    }
    if (before?.version !== version || before.head !== head) this.#changed.fire(key);
    await this.#memory.set(
      MEMORY_KEY,
      [...reviewed].map(([name, seen]) => [name, seen.version, seen.head]),
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(): Map<string, ReviewedVersion> {
    this.#reviewed ??= new Map(entriesOf(this.#memory.get(MEMORY_KEY)));
    return this.#reviewed;
  }
}

/** Lists of three, so that their order is kept. */
function entriesOf(held: unknown): [id: string, reviewed: ReviewedVersion][] {
  if (!Array.isArray(held)) return [];
  const list: readonly unknown[] = held;
  return list.flatMap((one): [string, ReviewedVersion][] => {
    const three: readonly unknown[] = Array.isArray(one) ? one : [];
    const [id, version, head] = three;
    return typeof id === 'string' &&
      Number.isSafeInteger(version) &&
      typeof version === 'number' &&
      typeof head === 'string'
      ? [[id, { version, head }]]
      : [];
  });
}
