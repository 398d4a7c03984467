import type { Moved } from '../../api/moved';
import { movedProjectsSchema } from '../../schemas/stored/projects';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** Maximum number of stored moves. Without one, requests are redirected. */
const MAX = 100;

/**
 * IDs of moved projects, by the path in the remote (server-behavior.md#moved-projects). Only GET requests are
 * redirected, while the ID works for all requests.
 */
export class ProjectRenames extends StoredValue<ReadonlyMap<string, number>> {
  constructor(memory: KeyValueStore) {
    super(memory, 'moved-projects', parse);
  }

  /** The ID of a project that moved from this path. */
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

  /** Removes an ID that no longer exists. The path may belong to a new project. */
  async forget(base: string, path: string): Promise<void> {
    const known = new Map(this.current);
    if (known.delete(nameOf(base, path))) await this.write(Object.fromEntries(known));
  }
}

const parse = (stored: unknown): ReadonlyMap<string, number> =>
  new Map(Object.entries(movedProjectsSchema.parse(stored)));

/** Project paths are case-insensitive. */
const nameOf = (base: string, path: string): string => `${base} ${path.toLowerCase()}`;
