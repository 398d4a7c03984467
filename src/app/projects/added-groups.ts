import type { CallOptions, Client } from '../../api/client';
import { listGroupMergeRequests } from '../../api/endpoints/merge-requests';
import { addedGroupsSchema } from '../../schemas/stored/projects';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** A group that the user added, by its full path or ID. */
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
 * Checks that a group exists by requesting its merge requests, because the API has no other request for
 * groups (server-behavior.md#lists-of-merge-requests).
 * @throws ApiError of kind `not-found` if the group doesn't exist or isn't visible.
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
