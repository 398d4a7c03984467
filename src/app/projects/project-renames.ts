import type { Moved } from '../../api/moved';
import { movedProjectsSchema } from '../../schemas/stored-projects';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** The oldest moves are forgotten above this number: they only save a redirect. */
const MAX = 100;

/**
 * Which projects are found under another reference than a remote names (server-behavior.md#moved-projects). Reading
 * follows a redirect, writing does not: who goes by the id can do both.
 */
export class ProjectRenames extends StoredValue<ReadonlyMap<string, number>> {
  constructor(memory: KeyValueStore) {
    super(memory, 'moved-projects', parse);
  }

  /** The id of a project that is known to have moved away from this path. */
  idOf(base: string, path: string): number | undefined {
    return this.current.get(nameOf(base, path));
  }

  async remember(base: string, { from, to }: Moved): Promise<void> {
    const name = nameOf(base, from);
    const known = new Map(this.current);
    if (known.get(name) === to) return;
    known.delete(name);
    known.set(name, to);
    await this.write(Object.fromEntries([...known].slice(-MAX)));
    this.fire();
  }

  /** For a path where the id no longer leads anywhere; the path itself may name a new project. */
  async forget(base: string, path: string): Promise<void> {
    const known = new Map(this.current);
    if (known.delete(nameOf(base, path))) await this.write(Object.fromEntries(known));
  }
}

const parse = (stored: unknown): ReadonlyMap<string, number> =>
  new Map(Object.entries(movedProjectsSchema.parse(stored)));

/** Paths of projects are found without regard to case. */
const nameOf = (base: string, path: string): string => `${base} ${path.toLowerCase()}`;
