import { storedRecentSchema } from '../../schemas/stored/recent';
import type { KeyValueStore } from './stores';

/** An item that was opened, with its label at that time. */
export interface Recent {
  readonly what: 'pipeline' | 'job' | 'merge-request';
  readonly base: string;
  readonly project: number | string;
  /** The ID of a pipeline or job, or the IID of a merge request. */
  readonly id: number;
  readonly label: string;
}

/** The list is stored for each workspace. */
const MEMORY_KEY = 'recently-opened';
const MAX = 12;

/** Recently opened items, newest first. */
export class RecentItems {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  list(): readonly Recent[] {
    return storedRecentSchema.parse(this.#memory.get(MEMORY_KEY)).slice(0, MAX);
  }

  async add(opened: Recent): Promise<void> {
    const others = this.list().filter((each) => nameOf(each) !== nameOf(opened));
    const { what, base, project, id, label } = opened;
    await this.#memory.set(MEMORY_KEY, [{ what, base, project, id, label }, ...others].slice(0, MAX));
  }
}

/** IDs of pipelines and jobs are unique on a server, IIDs of merge requests only in their project. */
function nameOf({ what, base, project, id }: Recent): string {
  return `${what} ${base} ${what === 'merge-request' ? String(project) : ''} ${id}`;
}
