import type { CallOptions, Client } from '../../api/client';
import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { listIssues } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { Suggested } from './query-suggestions';

/** Maximum number of suggestions. */
const MAX = 10;

/** The filters for a typed number, or for a typed text. */
const wanted = (typed: string) =>
  /^\d{1,9}$/.test(typed)
    ? { iids: [Number(typed)] }
    : ({ state: 'opened', order_by: 'updated_at', ...(typed === '' ? {} : { search: typed }) } as const);

/**
 * Returns merge requests of a project: the one with the typed number, or open ones with the typed text in
 * their title or description, the last changed first. None if the server doesn't list them.
 */
export const mergeRequestSuggestions = (
  client: Client,
  project: number | string,
  typed: string,
  options?: CallOptions,
): Promise<readonly Suggested[]> =>
  referencesWith('!', () =>
    client.page(listProjectMergeRequests, { id: project, per_page: MAX, ...wanted(typed) }, options),
  );

/** Returns issues of the built-in tracker that match the typed text. */
export const issueSuggestions = (
  client: Client,
  project: number | string,
  typed: string,
  options?: CallOptions,
): Promise<readonly Suggested[]> =>
  referencesWith('#', () =>
    client.page(listIssues, { id: project, per_page: MAX, ...wanted(typed) }, options),
  );

async function referencesWith(
  sign: string,
  read: () => Promise<{ readonly items: readonly { readonly iid: number; readonly title: string }[] }>,
): Promise<readonly Suggested[]> {
  try {
    const { items } = await read();
    return items.map(({ iid, title }) => ({ value: `${sign}${iid}`, label: `${sign}${iid}`, detail: title }));
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}
