import { orUndefined } from '../../base/background';
import type { ReadOnlyAccounts } from '../accounts/read-only-accounts';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { Projects } from '../projects/projects';
import type { MergeRequestKey } from '../shared/keys';

export interface ReadOnlyProjectsDeps {
  readonly mergeRequests: Pick<MergeRequests, 'peekPart' | 'part'>;
  readonly projects: Pick<Projects, 'isArchived'>;
  readonly accounts: Pick<ReadOnlyAccounts, 'has'>;
}

/** Why the comments of a merge request are read-only. */
export type ReadOnlyReason = 'archived' | 'token';

/** Determines whether comments are read-only: the project of the merge request is archived, or the token can only read. */
export class ReadOnlyProjects {
  readonly #deps: ReadOnlyProjectsDeps;

  constructor(deps: ReadOnlyProjectsDeps) {
    this.#deps = deps;
  }

  /** Undefined if comments can be written, or if it isn't known. Doesn't read the project. */
  reasonFor(key: MergeRequestKey): ReadOnlyReason | undefined {
    if (this.#deps.accounts.has(key.base)) return 'token';
    return this.#known(key) === true ? 'archived' : undefined;
  }

  /** Reads the project if it isn't known. After a failure, it counts as not archived, because the server decides. */
  async readReason(key: MergeRequestKey): Promise<ReadOnlyReason | undefined> {
    const reason = this.reasonFor(key);
    if (reason !== undefined || this.#known(key) !== undefined) return reason;
    const project = await orUndefined(this.#deps.mergeRequests.part(key, 'project'));
    return project?.archived === true ? 'archived' : undefined;
  }

  #known(key: MergeRequestKey): boolean | undefined {
    const { mergeRequests, projects } = this.#deps;
    return mergeRequests.peekPart(key, 'project')?.archived ?? projects.isArchived(key);
  }
}
