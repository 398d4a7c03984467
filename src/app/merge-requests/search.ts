import type { CallOptions, Client, Page } from '../../api/client';
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../api/endpoints/merge-requests';
import { searchQuery } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import type { KeptSearch } from './kept-searches';

/** Maximum number of results while the user types. */
const MAX_FOUND = 20;

/** Searches titles and descriptions on the server, in all states, latest first. */
export async function searchMergeRequests(
  client: Client,
  search: KeptSearch,
  options: CallOptions,
): Promise<{ readonly items: readonly MergeRequest[]; readonly hasMore: boolean }> {
  const { items, next } = await firstPage(client, search, options);
  return { items, hasMore: next !== undefined };
}

function firstPage(
  client: Client,
  { place, text }: KeptSearch,
  options: CallOptions,
): Promise<Page<MergeRequest>> {
  const query = { ...searchQuery(place, text).filters, per_page: MAX_FOUND };
  switch (place.kind) {
    case 'host':
      return client.page(listMergeRequests, query, options);
    case 'group':
      return client.page(listGroupMergeRequests, { id: place.group, ...query }, options);
    case 'project':
      return client.page(listProjectMergeRequests, { id: place.project, ...query }, options);
  }
}
