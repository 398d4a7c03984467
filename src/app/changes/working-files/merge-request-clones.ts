import type { Clones } from '../../git/clones';
import type { MergeRequests } from '../../merge-requests/merge-requests';
import type { GitClone } from '../../shared/git-port';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';

/**
 * A file in the workspace that a merge request changes, by its URI. `refused`: its path is outside the clone
 * or in git's directory. `hasBranch`: the branch of the merge request is checked out there.
 */
export type WorkingFile =
  | { readonly kind: 'file'; readonly address: string; readonly hasBranch: boolean }
  | { readonly kind: 'no-clone' | 'missing' | 'refused' };

export interface MergeRequestClonesDeps {
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
  readonly clones: Pick<Clones, 'of'>;
}

/** Finds the open clones of a merge request's projects, cached until the remotes of the clones change. */
export class MergeRequestClones {
  readonly #deps: MergeRequestClonesDeps;
  readonly #known = new Map<string, { readonly of: string; readonly names: Promise<readonly string[]> }>();

  constructor(deps: MergeRequestClonesDeps) {
    this.#deps = deps;
  }

  /** Returns those of `all` that are clones of the source or the target project. */
  async among(key: MergeRequestKey, all: readonly GitClone[]): Promise<readonly GitClone[]> {
    const names = await this.#names(key, all);
    return all.filter(({ repository }) => names.includes(repository));
  }

  #names(key: MergeRequestKey, all: readonly GitClone[]): Promise<readonly string[]> {
    const id = mergeRequestId(key);
    const of = JSON.stringify(all.map(({ repository, remotes }) => [repository, remotes]));
    const known = this.#known.get(id);
    if (known?.of === of) return known.names;
    const names = this.#load(key);
    this.#known.set(id, { of, names });
    names.catch(() => this.#known.delete(id));
    return names;
  }

  async #load(key: MergeRequestKey): Promise<readonly string[]> {
    const { source_project_id: source } = await this.#deps.mergeRequests.get(key);
    const projects = new Set([source ?? key.project, key.project]);
    const clones = await Promise.all(
      [...projects].map((project) => this.#deps.clones.of({ base: key.base, project })),
    );
    return clones.flat().map(({ repository }) => repository);
  }
}

/** True if a branch is checked out in a clone. */
export const isOnBranch = ({ head, branch }: GitClone, wanted: string | undefined): boolean =>
  wanted !== undefined && (head?.name === wanted || branch === wanted);
