import type { Client } from '../../api/client';
import { getToken } from '../../api/endpoints/server';
import { isApiError } from '../../api/errors';
import type { TokenDetails } from '../../schemas/token';

/** The scopes and the expiration date of the client's token; undefined if the server doesn't report them. */
export async function tokenDetails(client: Client, signal?: AbortSignal): Promise<TokenDetails | undefined> {
  try {
    return await client.call(getToken, {}, { signal });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
