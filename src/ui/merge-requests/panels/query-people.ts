import type { Client } from '../../../api/client';
import { unknownUsers } from '../../../app/merge-requests/unknown-users';
import { unknownUser } from '../../../presentation/merge-requests/query-problems';
import type { QueryFilters } from '../../../schemas/merge-request-query';

/** True if a query contains user IDs, for which names can be loaded. */
export const namesPeopleByNumber = (filters: QueryFilters = {}): boolean =>
  [...Object.entries(filters), ...Object.entries(filters.not ?? {})].some(
    ([name, value]) => /_ids?$/.test(name) && value !== undefined,
  );

/** Returns an error for each field with a username that no user of the server has. */
export async function unknownUserErrors(
  client: Client,
  filters: QueryFilters,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const unknown = await unknownUsers(client, filters, { signal });
  return Object.fromEntries(unknown.map(({ field, username }) => [field, unknownUser(username)]));
}
