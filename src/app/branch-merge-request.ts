import type { CallOptions, Client } from '../api/client';
import { listProjectMergeRequests } from '../api/endpoints/merge-requests';
import { isApiError } from '../api/errors';
import type { MergeRequest } from '../schemas/merge-request';
import type { ProjectKey } from './keys';

/** Branches of one name may lie in many forks; more of them than this are not looked through. */
const MOST = 20;

/** The newest merge request from a branch, in any state; undefined where there is none or none may be seen. */
export async function newestMergeRequestOf(
  client: Client,
  { project }: ProjectKey,
  branch: string,
  options?: CallOptions,
): Promise<MergeRequest | undefined> {
  try {
    const { items } = await client.page(
      listProjectMergeRequests,
      { id: project, source_branch: branch, order_by: 'created_at', sort: 'desc', per_page: MOST },
      options,
    );
    return items.find(({ source_project_id: from, project_id: here }) => (from ?? here) === here);
  } catch (error) {
    // A project can do without merge requests: its pipelines are worth showing all the same.
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}
