import type { CallOptions, Client } from '../../api/client';
import { getChanges, getDiffVersion, listDiffs } from '../../api/endpoints/diffs';
import { isApiError } from '../../api/errors';
import { ignoreFailure } from '../../base/background';
import type { MergeRequestKey } from '../shared/keys';
import { type DiffEntry, ReviewEntry } from './entry';

/** The server's maximum. */
const PAGE_SIZE = 100;

const argsOf = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

/**
 * The files of one version of a merge request, added page by page. If the first request fails, `first` and
 * `all` reject; `failure` is the error of any request.
 */
export class VersionFiles {
  readonly list: ReviewEntry[] = [];
  complete = false;
  overflow = false;
  failure: unknown;
  /** Resolves after the first page. */
  readonly first: Promise<void>;
  /** Resolves after the last page; rejects if a page fails. */
  readonly all: Promise<void>;
  /** Approximate size of the diffs in memory. */
  bytes = 0;

  /** `head`: the head commit of the version. */
  constructor(
    head: string,
    read: (take: (entries: readonly DiffEntry[]) => void) => Promise<{ readonly overflow: boolean }>,
  ) {
    let isHere = (): void => undefined;
    const here = new Promise<void>((resolve) => {
      isHere = resolve;
    });
    this.all = read((entries) => {
      for (const entry of entries) {
        this.list.push(new ReviewEntry(entry, head));
        this.bytes += entry.diff.length * 2;
      }
      isHere();
    }).then(({ overflow }) => {
      this.overflow = overflow;
      this.complete = true;
    });
    this.all.catch((error: unknown) => {
      this.failure = error;
    });
    this.first = Promise.race([here, this.all]);
    // Prevents an unhandled rejection if `first` isn't used.
    ignoreFailure(this.first);
  }
}

type Take = (entries: readonly DiffEntry[]) => void;

/** A text, "1000+", if there are more files than the server counts (server-behavior.md#merge-request-fields). */
type FileCount = string | number | null | undefined;

/** Reads the current diff, 100 files at a time. `count`: the number of files according to the merge request. */
export async function readLatestVersion(
  client: Client,
  { key, count }: { readonly key: MergeRequestKey; readonly count: FileCount },
  take: Take,
  options: CallOptions,
): Promise<{ readonly overflow: boolean }> {
  let files = 0;
  let pages = 0;
  const most = mostPages(count);
  try {
    const args = { ...argsOf(key), per_page: PAGE_SIZE };
    for await (const { items, next } of client.pages(listDiffs, args, { ...options, ahead: true })) {
      files += items.length;
      take(items);
      pages += 1;
      if (pages >= most) return { overflow: next !== undefined || isCut(count, files) };
    }
  } catch (error) {
    // The next page is on another origin. Return the files read so far.
    if (files > 0 && isApiError(error, 'moved')) return { overflow: true };
    // Older servers have only the deprecated endpoint.
    if (files > 0 || !isApiError(error, 'not-found')) throw error;
    return readRaw(client, key, take, options);
  }
  return { overflow: isCut(count, files) };
}

/** Maximum number of files to read; the real service's limit is 3,000. */
const MAX_FILES = 10_000;
/** Pages to read in addition to those that the number of files requires. */
const MARGIN_PAGES = 2;

function mostPages(count: FileCount): number {
  const text = String(count ?? '');
  const files = /^\d+$/.test(text) ? Math.min(Number(text), MAX_FILES) : MAX_FILES;
  return Math.ceil(files / PAGE_SIZE) + MARGIN_PAGES;
}

/** Reads one version in a single request. */
export async function readVersionFiles(
  client: Client,
  { key, version }: { readonly key: MergeRequestKey; readonly version: number },
  take: Take,
  options: CallOptions,
): Promise<{ readonly overflow: boolean }> {
  const args = { ...argsOf(key), version_id: version };
  const { diffs, real_size: size } = await client.call(getDiffVersion, args, options);
  take(diffs);
  return { overflow: isCut(size, diffs.length) };
}

/**
 * Reads the current diff from the repository, without the limits of the database
 * (server-behavior.md#diff-limits).
 */
export async function readRaw(
  client: Client,
  key: MergeRequestKey,
  take: Take,
  options: CallOptions,
): Promise<{ readonly overflow: boolean }> {
  const { changes, overflow } = await client.call(
    getChanges,
    { ...argsOf(key), access_raw_diffs: true },
    options,
  );
  take(changes);
  return { overflow };
}

/** True if the server has more files than were read. */
function isCut(count: FileCount, files: number): boolean {
  const text = String(count ?? '');
  return text.endsWith('+') || (/^\d+$/.test(text) && Number(text) > files);
}
