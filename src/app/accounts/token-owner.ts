import type { Client } from '../../api/client';
import { listMergeRequests } from '../../api/endpoints/merge-requests';
import { getUser } from '../../api/endpoints/server';
import { isApiError } from '../../api/errors';
import type { User } from '../../schemas/user';

/**
 * Returns the user of the client's token. On servers without `GET /user`, this is the author of a merge
 * request that the user created; undefined if there is none.
 * @throws ApiError if the server doesn't accept the token.
 */
export async function tokenOwner(client: Client, signal?: AbortSignal): Promise<User | undefined> {
  try {
    return await client.call(getUser, {}, { signal });
  } catch (error) {
    if (!isApiError(error, 'not-found') && !isApiError(error, 'forbidden')) throw error;
    // This list requires a token, so it also shows whether the token is accepted.
    const created = { scope: 'created_by_me', state: 'all', per_page: 1 } as const;
    try {
      const { items } = await client.page(listMergeRequests, created, { signal });
      return items[0]?.author ?? undefined;
    } catch (other) {
      // The first refusal names the permission that is actually required.
      throw isApiError(error, 'forbidden') && isApiError(other, 'forbidden') ? error : other;
    }
  }
}
