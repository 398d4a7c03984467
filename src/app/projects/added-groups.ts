import type { CallOptions, Client } from '../../api/client';
import { listGroupMergeRequests } from '../../api/endpoints/merge-requests';
import { addedGroupsSchema } from '../../schemas/stored-projects';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** A group by its full path (or number), as a person added it. */
export interface AddedGroup {
  readonly base: string;
  readonly group: number | string;
}

/** Groups whose merge requests are shown in this workspace. */
export class AddedGroups extends StoredValue<readonly AddedGroup[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'added-groups', (stored) => addedGroupsSchema.parse(stored));
  }

  /** In the order in which they were added. */
  list(): readonly AddedGroup[] {
    return this.current;
  }

  async add(group: AddedGroup): Promise<void> {
    await this.#save([...this.#without(group), group]);
  }

  async remove(group: AddedGroup): Promise<void> {
    await this.#save(this.#without(group));
  }

  #without({ base, group }: AddedGroup): AddedGroup[] {
    return this.list().filter((each) => each.base !== base || String(each.group) !== String(group));
  }

  async #save(groups: readonly AddedGroup[]): Promise<void> {
    await this.write(groups.map(({ base, group }) => ({ base, group })));
    this.fire();
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
