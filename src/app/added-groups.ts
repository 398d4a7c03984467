import type { CallOptions, Client } from '../api/client';
import { listGroupMergeRequests } from '../api/endpoints/merge-requests';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isRecord } from '../base/record';
import type { KeyValueStore } from './ports';

/** A group by its full path (or number), as a person added it. */
export interface AddedGroup {
  readonly base: string;
  readonly group: number | string;
}

/** Under this name the added groups are remembered, for each workspace its own. */
const MEMORY_KEY = 'added-groups';

/** Groups whose merge requests are shown in this workspace. */
export class AddedGroups implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /** In the order in which they were added. */
  list(): readonly AddedGroup[] {
    const held = this.#memory.get(MEMORY_KEY);
    return Array.isArray(held) ? held.flatMap(readAdded) : [];
  }

  async add(group: AddedGroup): Promise<void> {
    await this.#write([...this.#without(group), group]);
  }

  async remove(group: AddedGroup): Promise<void> {
    await this.#write(this.#without(group));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without({ base, group }: AddedGroup): AddedGroup[] {
    return this.list().filter((each) => each.base !== base || String(each.group) !== String(group));
  }

  async #write(groups: readonly AddedGroup[]): Promise<void> {
    await this.#memory.set(
      MEMORY_KEY,
      groups.map(({ base, group }) => ({ base, group })),
    );
    this.#changed.fire();
  }
}

function readAdded(held: unknown): AddedGroup[] {
  if (!isRecord(held)) return [];
  const { base, group } = held;
  if (typeof base !== 'string' || !URL.canParse(base)) return [];
  return typeof group === 'number' || typeof group === 'string' ? [{ base, group }] : [];
}

/**
 * Asks whether there is such a group, by its list: the API states no other question for one (doc 2 §4).
 * @throws ApiError of kind `not-found` where there is none, or none that may be seen.
 */
export async function checkGroup(
  client: Client,
  group: number | string,
  options?: CallOptions,
): Promise<void> {
  await client.page(
    listGroupMergeRequests,
    { id: group, scope: 'all', view: 'simple', per_page: 1 },
    options,
  );
}
