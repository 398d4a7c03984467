import { addedProjectsSchema } from '../../schemas/stored/projects';
import { projectId, type ProjectKey } from '../shared/keys';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';
import type { Binding } from './project-bindings';

/** A project that the user added to the workspace. */
export interface AddedProject {
  readonly key: ProjectKey;
  readonly path: string;
  /** The repository that is a clone of it, if its remotes don't show that. */
  readonly bound?: Binding | undefined;
}

/** Projects that are shown even though no remote of the workspace refers to them. */
export class AddedProjects extends StoredValue<readonly AddedProject[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'added-projects', parse);
  }

  /** In the order in which they were added. */
  list(): readonly AddedProject[] {
    return this.current;
  }

  /** The remote that is bound to the project in this repository. */
  remoteOf(key: ProjectKey, repository: string): string | undefined {
    const added = this.list().find((each) => projectId(each.key) === projectId(key));
    return added?.bound?.repository === repository ? added.bound.remote : undefined;
  }

  async add(project: AddedProject): Promise<void> {
    await this.#save([...this.#without(project.key), project]);
  }

  async remove(key: ProjectKey): Promise<void> {
    await this.#save(this.#without(key));
  }

  #without(key: ProjectKey): AddedProject[] {
    return this.list().filter((each) => projectId(each.key) !== projectId(key));
  }

  async #save(projects: readonly AddedProject[]): Promise<void> {
    const stored = projects.map(({ key, path, bound }) => ({
      base: key.base,
      project: key.project,
      path,
      ...(bound === undefined ? {} : { repository: bound.repository, remote: bound.remote }),
    }));
    await this.write(stored);
    this.fire();
  }
}

const parse = (stored: unknown): readonly AddedProject[] =>
  addedProjectsSchema.parse(stored).map(({ base, project, path, repository, remote }) => {
    const isBound = repository !== undefined && remote !== undefined;
    return { key: { base, project }, path, ...(isBound ? { bound: { repository, remote } } : {}) };
  });
