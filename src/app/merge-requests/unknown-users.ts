import type { CallOptions, Client } from '../../api/client';
import { listUsers } from '../../api/endpoints/server';
import { ignoreError } from '../../base/background';
import {
  filterEntries,
  type FilterField,
  FILTERS,
  NONE_OR_ANY,
  type QueryFilters,
} from '../../schemas/merge-request-query';

/** A username in a filter. */
interface NamedUser {
  readonly field: FilterField;
  readonly username: string;
}

/**
 * Returns the usernames in filters that no user of the server has, at most one for each filter. Names that
 * can't be checked, for example because the server doesn't return users, count as known.
 */
export async function unknownUsers(
  client: Client,
  filters: QueryFilters,
  options?: CallOptions,
): Promise<readonly NamedUser[]> {
  const checked = await Promise.all(
    usersIn(filters).map(async (named) => ((await isUnknown(client, named, options)) ? [named] : [])),
  );
  const byField = new Map(checked.flat().map((named) => [named.field, named]));
  return [...byField.values()];
}

async function isUnknown(
  client: Client,
  { username }: NamedUser,
  options: CallOptions | undefined,
): Promise<boolean> {
  try {
    // A server that ignores the name returns other users.
    return (await client.page(listUsers, { username }, options)).items.length === 0;
  } catch (error) {
    ignoreError(error);
    return false;
  }
}

const usersIn = (filters: QueryFilters): readonly NamedUser[] =>
  filterEntries(filters)
    .filter(([field]) => FILTERS[field].suggests === 'usernames')
    .flatMap(([field, value]) => textsOf(value).map((username) => ({ field, username })))
    .filter(({ username }) => NONE_OR_ANY.every((word) => word !== username));

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each) => typeof each === 'string');
}
