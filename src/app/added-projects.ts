import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { isRecord } from '../base/record';
import { projectId, type ProjectKey } from './keys';
import type { KeyValueStore } from './ports';

/** A project that a person added to the workspace by hand. */
export interface AddedProject {
  readonly key: ProjectKey;
  readonly path: string;
}

/** Under this name the added projects are remembered, for each workspace its own. */
const MEMORY_KEY = 'added-projects';

/** Projects that are shown although no git remote of the workspace leads to them. */
export class AddedProjects implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /** In the order in which they were added. */
  list(): readonly AddedProject[] {
    const held = this.#memory.get(MEMORY_KEY);
    return Array.isArray(held) ? held.flatMap(readAdded) : [];
  }

  async add(project: AddedProject): Promise<void> {
    await this.#write([...this.#without(project.key), project]);
  }

  async remove(key: ProjectKey): Promise<void> {
    await this.#write(this.#without(key));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without(key: ProjectKey): AddedProject[] {
    return this.list().filter((each) => projectId(each.key) !== projectId(key));
  }

  async #write(projects: readonly AddedProject[]): Promise<void> {
    const held = projects.map(({ key, path }) => ({ base: key.base, project: key.project, path }));
    await this.#memory.set(MEMORY_KEY, held);
    this.#changed.fire();
  }
}

function readAdded(held: unknown): AddedProject[] {
  if (!isRecord(held)) return [];
  const { base, project, path } = held;
  if (typeof base !== 'string' || !URL.canParse(base) || typeof path !== 'string') return [];
  if (typeof project !== 'number' && typeof project !== 'string') return [];
  return [{ key: { base, project }, path }];
}
