import type { Client } from '../../api/client';
import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { isApiError } from '../../api/errors';
import type { MergeRequest } from '../../schemas/merge-request';
import type { NoProjectsReason } from '../pipelines/job-lookup';
import type { Projects } from '../projects/projects';
import type { MergeRequestKey, ProjectKey } from '../shared/keys';

/** Maximum number per project. Users can type to find others. */
const MAX = 30;

/** A merge request to select. `path` is the path of its project if there are several projects. */
export interface RecentMergeRequest {
  readonly key: MergeRequestKey;
  readonly mergeRequest: MergeRequest;
  readonly path: string | undefined;
}

/** The states that a picker can be limited to. */
export type ChoiceState = 'opened' | 'closed' | 'merged';

/** Finds merge requests for pickers. */
export class MergeRequestChoice {
  readonly #clientFor: (base: string) => Client;
  readonly #projects: Projects;

  constructor(clientFor: (base: string) => Client, projects: Projects) {
    this.#clientFor = clientFor;
    this.#projects = projects;
  }

  /**
   * Returns the merge requests of the workspace's projects that match the text, most recently updated first.
   * `state` undefined: any state.
   */
  async recent(
    state: ChoiceState | undefined,
    typed: string,
    signal?: AbortSignal,
  ): Promise<readonly RecentMergeRequest[] | NoProjectsReason> {
    const search = await this.#projects.search(signal);
    if (search.state !== 'found') return search.state;
    const projects = search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project] : []));
    const unread = search.projects.find((outcome) => !outcome.ok);
    if (projects.length === 0 && unread?.ok === false) throw unread.error;
    const found = await Promise.all(
      projects.map(async ({ key, path }) => {
        const matches = await this.#of(key, state, typed.trim(), signal);
        return matches.map((each) => ({ ...each, path: projects.length > 1 ? path : undefined }));
      }),
    );
    const updated = ({ mergeRequest: { updated_at: at } }: RecentMergeRequest): number =>
      Date.parse(at ?? '') || 0;
    return found.flat().sort((a, b) => updated(b) - updated(a));
  }

  async #of(
    { base, project }: ProjectKey,
    state: ChoiceState | undefined,
    typed: string,
    signal?: AbortSignal,
  ): Promise<readonly Omit<RecentMergeRequest, 'path'>[]> {
    const number = /^!?(\d+)$/.exec(typed)?.[1];
    const wanted =
      number === undefined ? (typed === '' ? {} : { search: typed }) : { iids: [Number(number)] };
    try {
      const { items } = await this.#clientFor(base).page(
        listProjectMergeRequests,
        {
          id: project,
          scope: 'all',
          order_by: 'updated_at',
          per_page: MAX,
          ...(state === undefined ? {} : { state }),
          ...wanted,
        },
        { signal },
      );
      return items.map((mergeRequest) => ({
        key: { base, project: mergeRequest.project_id, iid: mergeRequest.iid },
        mergeRequest,
      }));
    } catch (error) {
      // Merge requests may be disabled in a project.
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
      throw error;
    }
  }
}
