import type { CallOptions, Client } from '../../api/client';
import { listGroupMergeRequests } from '../../api/endpoints/merge-requests';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { addedGroupsSchema } from '../../schemas/stored-projects';
import type { KeyValueStore } from '../shared/stores';

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
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    this.#subscription = memory.onDidForget(() => {
      this.#changed.fire();
    });
  }

  /** In the order in which they were added. */
  list(): readonly AddedGroup[] {
    return addedGroupsSchema.parse(this.#memory.get(MEMORY_KEY));
  }

  async add(group: AddedGroup): Promise<void> {
    await this.#write([...this.#without(group), group]);
  }

  async remove(group: AddedGroup): Promise<void> {
    await this.#write(this.#without(group));
  }

  dispose(): void {
    this.#subscription.dispose();
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

/**
 * Asks whether there is such a group, by its list: the API states no other question for one
 * (server-behavior.md#lists-of-merge-requests).
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
