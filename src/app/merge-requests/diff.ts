import type { CallOptions, Client, Collected } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { getChanges, getDiffVersion, listDiffs, listDiffVersions } from '../../api/endpoints/diffs';
import { isApiError } from '../../api/errors';
import { leftOut } from '../../domain/shared/patch-text';
import type { MergeRequestKey } from '../shared/keys';

type Entries = readonly ResultOf<typeof listDiffs>[];

/** The changes of a merge request that the server returns. */
export interface MergeRequestDiff {
  readonly entries: Entries;
  /**
   * True if files are missing, not only hunks, because of the server's limits
   * (server-behavior.md#diff-limits).
   */
  readonly overflow: boolean;
}

const PAGE_SIZE = 100;
/** The real service's limit is 3,000 files. */
const MAX_PAGES = 100;
const argsOf = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

/**
 * Reads all files that a merge request changes. If the diffs endpoint is missing (older servers) or omits
 * hunks, uses the deprecated endpoint, which reads beyond the database limits
 * (server-behavior.md#diff-limits).
 */
export async function readDiff(
  client: Client,
  key: MergeRequestKey,
  options?: CallOptions,
): Promise<MergeRequestDiff> {
  const paged = await pagedDiff(client, key, options);
  if (paged?.cut === true) return { entries: paged.items, overflow: true };
  const entries = paged?.items;
  if (entries !== undefined && leftOut(entries).length === 0) return { entries, overflow: false };
  try {
    const args = { ...argsOf(key), access_raw_diffs: true, unidiff: true };
    const { changes, overflow } = await client.call(getChanges, args, options);
    if (entries === undefined || changes.length >= entries.length) return { entries: changes, overflow };
    return { entries, overflow: true };
  } catch (error) {
    // Servers may have removed the deprecated endpoint. Return the incomplete first response then.
    if (entries === undefined || !isApiError(error)) throw error;
    return { entries, overflow: true };
  }
}

async function pagedDiff(
  client: Client,
  key: MergeRequestKey,
  options?: CallOptions,
): Promise<Collected<Entries[number]> | undefined> {
  const args = { ...argsOf(key), unidiff: true, per_page: PAGE_SIZE };
  try {
    return await client.collect(listDiffs, args, { ...options, ahead: true, maxPages: MAX_PAGES });
  } catch (error) {
    if (isApiError(error, 'not-found')) return undefined;
    throw error;
  }
}

/** Reads the versions of the diff, latest first: one for each push. */
export async function readVersions(
  client: Client,
  key: MergeRequestKey,
  options?: CallOptions,
): Promise<readonly ResultOf<typeof listDiffVersions>[]> {
  const page = await client.page(listDiffVersions, { ...argsOf(key), per_page: PAGE_SIZE }, options);
  return page.items;
}

export function readVersion(
  client: Client,
  key: MergeRequestKey,
  version: number,
  options?: CallOptions,
): Promise<ResultOf<typeof getDiffVersion>> {
  return client.call(getDiffVersion, { ...argsOf(key), version_id: version, unidiff: true }, options);
}
