import { orUndefined } from '../../base/background';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { Projects } from '../projects/projects';
import type { MergeRequestKey } from '../shared/keys';

export interface ReadOnlyProjectsDeps {
  readonly mergeRequests: Pick<MergeRequests, 'peekPart' | 'part'>;
  readonly projects: Pick<Projects, 'isArchived'>;
}

/** Determines whether the project of a merge request is archived, so that its comments are read-only. */
export class ReadOnlyProjects {
  readonly #deps: ReadOnlyProjectsDeps;

  constructor(deps: ReadOnlyProjectsDeps) {
    this.#deps = deps;
  }

  /** False if it isn't known. Sends no request. */
  isArchived(key: MergeRequestKey): boolean {
    return this.#known(key) ?? false;
  }

  /** Reads the project if it isn't known. After a failure, it counts as not archived, because the server decides. */
  async readArchived(key: MergeRequestKey): Promise<boolean> {
    const known = this.#known(key);
    if (known !== undefined) return known;
    const project = await orUndefined(this.#deps.mergeRequests.part(key, 'project'));
    return project?.archived === true;
  }

  #known(key: MergeRequestKey): boolean | undefined {
    const { mergeRequests, projects } = this.#deps;
    return mergeRequests.peekPart(key, 'project')?.archived ?? projects.isArchived(key);
  }
}
