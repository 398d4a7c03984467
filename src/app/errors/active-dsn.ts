import type { Client } from '../../api/client';
import { listClientKeys } from '../../api/endpoints/error-tracking';
import { readDsn } from '../../domain/errors/dsn';
import type { ErrorPlace } from '../shared/error-keys';

/**
 * Returns the DSN of the first active client key of a project, or undefined if there is none. It isn't stored. `mask`: called
 * with each secret before it is returned.
 */
export async function activeDsn(
  client: Client,
  { project }: ErrorPlace,
  mask: (secret: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { items } = await client.page(listClientKeys, { id: project, per_page: 100 }, { signal });
  const dsn = items.flatMap(({ active, sentry_dsn }) => (active ? (sentry_dsn ?? []) : []))[0];
  if (dsn === undefined) return undefined;
  mask(dsn);
  const key = readDsn(dsn)?.key;
  if (key !== undefined) mask(key);
  return dsn;
}
