import { isRecord } from '../base/record';
import type { KeyValueStore } from './ports';

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
const MOST = 12;

/** What was opened lately, newest first. */
export class RecentThings {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  list(): readonly Recent[] {
    const held = this.#memory.get(MEMORY_KEY);
    return Array.isArray(held) ? held.flatMap(readRecent).slice(0, MOST) : [];
  }

  async add(opened: Recent): Promise<void> {
    const others = this.list().filter((each) => nameOf(each) !== nameOf(opened));
    const { what, base, project, id, label } = opened;
    await this.#memory.set(MEMORY_KEY, [{ what, base, project, id, label }, ...others].slice(0, MOST));
  }
}

/** Pipelines and jobs are numbered for the whole server, merge requests for their project. */
function nameOf({ what, base, project, id }: Recent): string {
  return `${what} ${base} ${what === 'merge-request' ? String(project) : ''} ${id}`;
}

function readRecent(held: unknown): Recent[] {
  if (!isRecord(held)) return [];
  const { what, base, project, id, label } = held;
  if (what !== 'pipeline' && what !== 'job' && what !== 'merge-request') return [];
  if (typeof base !== 'string' || !URL.canParse(base) || typeof id !== 'number' || typeof label !== 'string')
    return [];
  if (typeof project !== 'number' && typeof project !== 'string') return [];
  return [{ what, base, project, id, label }];
}
