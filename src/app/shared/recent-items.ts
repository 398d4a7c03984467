import { storedRecentSchema } from '../../schemas/stored-recent';
import type { KeyValueStore } from './stores';

/** Something that was opened: ids, and what it was called then. */
export interface Recent {
  readonly what: 'pipeline' | 'job' | 'merge-request';
  readonly base: string;
  readonly project: number | string;
  /** Of a pipeline or job; of a merge request the number within its project. */
  readonly id: number;
  readonly label: string;
}

/** Under this name it is remembered, for each workspace its own. */
const MEMORY_KEY = 'recently-opened';
const MAX = 12;

/** What was opened lately, newest first. */
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

/** Pipelines and jobs are numbered for the whole server, merge requests for their project. */
function nameOf({ what, base, project, id }: Recent): string {
  return `${what} ${base} ${what === 'merge-request' ? String(project) : ''} ${id}`;
}
