import type { Client } from '../../../api/client';
import { getBranch } from '../../../api/endpoints/branches';
import { isApiError, isCanceled } from '../../../api/errors';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { LruMap } from '../../../base/lru-map';
import type { MergeRequest } from '../../../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import { ReadOrder } from '../../shared/read-order';
import { SharedFlight } from '../../shared/shared-request';

/** The source branch of a merge request that isn't open. `unknown`: the server denies access. */
export type SourceBranch =
  | { readonly state: 'deleted' | 'unknown' }
  | {
      readonly state: 'exists';
      readonly name: string;
      /** The ID of its project; in merge requests from forks, that of the fork. */
      readonly project: number | string;
      /** False if the branch is protected, the default branch, or the user can't push to it. */
      readonly canDelete: boolean;
      /** The head isn't that of the merge request: the branch has other commits. */
      readonly hasOtherCommits: boolean;
    };

interface Known {
  readonly version: string;
  readonly branch: SourceBranch;
}

const MAX_KNOWN = 50;

/** Whether the source branches of merged and closed merge requests still exist. */
export class SourceBranches implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #known = new LruMap<string, Known>(MAX_KNOWN);
  readonly #flights = new SharedFlight<string, SourceBranch>();
  readonly #order = new ReadOrder();
  readonly #changed = new Emitter<MergeRequestKey>();
  #generation = 0;

  /** Fires when the branch of a merge request is known or has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  /** Returns the branch; undefined until it was read for this version of the merge request. */
  peek(key: MergeRequestKey, mergeRequest: MergeRequest): SourceBranch | undefined {
    const known = this.#known.get(mergeRequestId(key));
    return known?.version === versionOf(mergeRequest) ? known.branch : undefined;
  }

  /** Reads the branch again. */
  refresh(key: MergeRequestKey, mergeRequest: MergeRequest): Promise<SourceBranch> {
    const generation = this.#generation;
    const name = `${generation} ${mergeRequestId(key)} ${versionOf(mergeRequest)}`;
    return this.#flights.run(name, this.#clientFor(key.base), async () => {
      const turn = this.#order.begin();
      const branch = await this.#read(key, mergeRequest);
      if (generation === this.#generation && this.#order.accept(turn, mergeRequestId(key)))
        this.#set(key, mergeRequest, branch);
      return branch;
    });
  }

  /** Called after the branch was deleted. */
  deleted(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    // Reads that began before don't restore the branch.
    this.#order.accept(this.#order.begin(), mergeRequestId(key));
    this.#set(key, mergeRequest, { state: 'deleted' });
  }

  /** Forgets everything, because the account changed. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(key: MergeRequestKey, mergeRequest: MergeRequest, branch: SourceBranch): void {
    this.#known.set(mergeRequestId(key), { version: versionOf(mergeRequest), branch });
    this.#changed.fire(key);
  }

  async #read(
    { base }: MergeRequestKey,
    { source_branch: name, source_project_id: project, sha }: MergeRequest,
  ): Promise<SourceBranch> {
    // The fork no longer exists.
    if (project === null || project === undefined) return { state: 'deleted' };
    if (name === null || name === undefined) return { state: 'unknown' };
    try {
      const branch = await this.#clientFor(base).call(getBranch, { id: project, branch: name });
      return {
        state: 'exists',
        name,
        project,
        canDelete: !branch.default && !branch.protected && branch.can_push !== false,
        hasOtherCommits: branch.commit?.id !== undefined && branch.commit.id !== sha,
      };
    } catch (error) {
      if (isCanceled(error)) throw error;
      if (!isApiError(error, 'not-found')) return { state: 'unknown' };
      return { state: /branch/i.test(error.serverMessage ?? '') ? 'deleted' : 'unknown' };
    }
  }
}

/** The branch is read again when the merge request changes. */
const versionOf = ({ state, sha, updated_at: at }: MergeRequest): string =>
  `${state} ${sha ?? ''} ${at ?? ''}`;
