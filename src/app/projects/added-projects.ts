import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { addedProjectsSchema } from '../../schemas/stored-projects';
import { projectId, type ProjectKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';
import type { Binding } from './project-bindings';

/** A project that a person added to the workspace by hand. */
export interface AddedProject {
  readonly key: ProjectKey;
  readonly path: string;
  /** The repository that is a clone of it, where its remotes don't show that. */
  readonly bound?: Binding | undefined;
}

/** Under this name the added projects are remembered, for each workspace its own. */
const MEMORY_KEY = 'added-projects';

/** Projects that are shown although no git remote of the workspace leads to them. */
export class AddedProjects implements Disposable {
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
  list(): readonly AddedProject[] {
    const stored = addedProjectsSchema.parse(this.#memory.get(MEMORY_KEY));
    return stored.map(({ base, project, path, repository, remote }) => {
      const isBound = repository !== undefined && remote !== undefined;
      return { key: { base, project }, path, ...(isBound ? { bound: { repository, remote } } : {}) };
    });
  }

  /** The remote that was bound to the project in this repository. */
  remoteOf(key: ProjectKey, repository: string): string | undefined {
    const added = this.list().find((each) => projectId(each.key) === projectId(key));
    return added?.bound?.repository === repository ? added.bound.remote : undefined;
  }

  async add(project: AddedProject): Promise<void> {
    await this.#write([...this.#without(project.key), project]);
  }

  async remove(key: ProjectKey): Promise<void> {
    await this.#write(this.#without(key));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #without(key: ProjectKey): AddedProject[] {
    return this.list().filter((each) => projectId(each.key) !== projectId(key));
  }

  async #write(projects: readonly AddedProject[]): Promise<void> {
    const held = projects.map(({ key, path, bound }) => ({
      base: key.base,
      project: key.project,
      path,
      ...(bound === undefined ? {} : { repository: bound.repository, remote: bound.remote }),
    }));
    await this.#memory.set(MEMORY_KEY, held);
    this.#changed.fire();
  }
}
