import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequests } from './merge-requests';

/** The web page of the project of a merge request, as far as it is known; else that of the server. */
export function projectPage(mergeRequests: Pick<MergeRequests, 'peek'>, key: MergeRequestKey): string {
  // Addresses below a project continue with "/-/".
  return mergeRequests.peek(key)?.web_url?.split('/-/')[0] ?? key.base;
}
