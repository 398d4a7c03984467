import type { CallOptions, Client } from '../../api/client';
import { getProject } from '../../api/endpoints/projects';
import { ApiError, isCanceled, isReasonless } from '../../api/errors';
import { orUndefined } from '../../base/background';
import { MergeRequestRefusedError } from '../../domain/merge-requests/action-errors';
import {
  type MergeRequestAction,
  type MergeRequestObstacle,
  obstacleToMergeRequest,
} from '../../domain/merge-requests/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import { type MergeRequestKey, projectId, type ProjectKey } from '../shared/keys';
import type { MergeRequests } from './merge-requests';

/** Maximum number of projects that are read at the same time. */
const MAX_AT_ONCE = 20;

export interface ArchivedProjectsDeps {
  readonly clientFor: (base: string) => Client;
  readonly store: Pick<MergeRequests, 'peekPart'>;
  /** Returns whether a project of the workspace is archived; undefined for other projects. */
  readonly inWorkspace: (project: ProjectKey) => boolean | undefined;
}

/**
 * Archived projects, whose merge requests are read-only. Lists of merge requests don't state whether a project is
 * archived, so each project of the user's lists is read once.
 */
export class ArchivedProjects {
  readonly #deps: ArchivedProjectsDeps;
  #read = new Map<string, boolean>();

  constructor(deps: ArchivedProjectsDeps) {
    this.#deps = deps;
  }

  /** False if it isn't known. */
  isArchived(key: MergeRequestKey): boolean {
    const { store, inWorkspace } = this.#deps;
    const project = store.peekPart(key, 'project');
    return project?.archived ?? inWorkspace(key) ?? this.#read.get(projectId(key)) ?? false;
  }

  /**
   * Reads the projects that haven't been read. After a failure, a project counts as not archived. Returns the
   * merge requests of archived projects that were read now.
   */
  async check(keys: readonly MergeRequestKey[], options: CallOptions): Promise<readonly MergeRequestKey[]> {
    const { inWorkspace } = this.#deps;
    const unread = new Map(
      keys
        .filter((key) => inWorkspace(key) === undefined && !this.#read.has(projectId(key)))
        .map((key) => [projectId(key), key]),
    );
    const due = [...unread].slice(0, MAX_AT_ONCE);
    await Promise.all(due.map(([id, key]) => this.#readProject(id, key, options)));
    return keys.filter((key) => due.some(([id]) => id === projectId(key)) && this.isArchived(key));
  }

  /** Called when an account changes. */
  clear(): void {
    this.#read = new Map();
  }

  async #readProject(id: string, { base, project }: ProjectKey, options: CallOptions): Promise<void> {
    // Replaced when an account changes.
    const read = this.#read;
    // Set before the request, so that it isn't sent twice.
    read.set(id, false);
    try {
      const { archived } = await this.#deps.clientFor(base).call(getProject, { id: project }, options);
      read.set(id, archived === true);
    } catch (error) {
      if (isCanceled(error)) read.delete(id);
    }
  }
}

/** Obstacles that archiving a project causes for every user. */
const MISSING_PERMISSIONS: readonly MergeRequestObstacle[] = ['may-not-merge', 'may-not-approve'];

/**
 * Finds out whether an action isn't permitted because the project is archived, and throws if so. `reason`: why
 * the action isn't permitted, according to the merge request or the server.
 */
export async function refuseIfArchived(
  store: MergeRequests,
  action: MergeRequestAction,
  key: MergeRequestKey,
  reason: MergeRequestObstacle | ApiError,
): Promise<void> {
  const isCandidate =
    reason instanceof ApiError ? isReasonless(reason) : MISSING_PERMISSIONS.includes(reason);
  if (!isCandidate) return;
  await orUndefined(store.refreshPart(key, 'project'));
  refuseArchived(store, action, key);
}

/** Fields of the merge request's parts that the rules for actions use. */
export const partFactsOf = (store: Pick<MergeRequests, 'peekPart'>, key: MergeRequestKey) => ({
  archived: store.peekPart(key, 'project')?.archived,
  approvals: store.peekPart(key, 'approvals'),
});

/** Throws if the project is known to be archived and the action would change the merge request. */
export function refuseArchived(
  store: Pick<MergeRequests, 'peek' | 'peekPart'>,
  action: MergeRequestAction,
  key: MergeRequestKey,
  known: MergeRequest | undefined = store.peek(key),
): void {
  const archived = store.peekPart(key, 'project')?.archived === true;
  if (!archived || known === undefined) return;
  if (obstacleToMergeRequest(action, { ...known, archived }) === 'archived')
    throw new MergeRequestRefusedError(action, key.iid, 'archived');
}
