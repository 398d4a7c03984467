import type { CallOptions, Client } from '../../api/client';
import { getChanges, getDiffVersion, listDiffs } from '../../api/endpoints/diffs';
import { isApiError } from '../../api/errors';
import type { MergeRequestKey } from '../shared/keys';
import { type DiffEntry, ReviewEntry } from './entry';

/** Files of a page: the server's most. */
const PAGE_SIZE = 100;

const argsOf = ({ project, iid }: MergeRequestKey) => ({ id: project, merge_request_iid: iid });

/**
 * The files of one version of a merge request, as they come. `onPage` is told after each page. Rejects with what the
 * first request failed with; what comes later and fails is told by `failure`.
 */
export class VersionFiles {
  readonly list: ReviewEntry[] = [];
  complete = false;
  overflow = false;
  failure: unknown;
  /** When the first page is here. */
  readonly first: Promise<void>;
  /** When all is here; rejects where no more comes. */
  readonly all: Promise<void>;
  /** About so many bytes of text are held. */
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
    // Whoever waits hears of it; nobody may.
    this.first.catch(() => undefined);
  }
}

type Take = (entries: readonly DiffEntry[]) => void;

/** A text: "1000+" where there are more than the server counts (server-behavior.md#merge-request-fields). */
type FileCount = string | number | null | undefined;

/** The diff as it is now, 100 files at a time. `count`: how many files the merge request says to have. */
export async function readNewest(
  client: Client,
  { key, count }: { readonly key: MergeRequestKey; readonly count: FileCount },
  take: Take,
  options: CallOptions,
): Promise<{ readonly overflow: boolean }> {
  let files = 0;
  let pages = 0;
  const most = mostPages(count);
  try {
    const asked = { ...argsOf(key), per_page: PAGE_SIZE };
    for await (const { items, next } of client.pages(listDiffs, asked, { ...options, ahead: true })) {
      files += items.length;
      take(items);
      pages += 1;
      if (pages >= most) return { overflow: next !== undefined || isCut(count, files) };
    }
  } catch (error) {
    // The next page is on another origin: what is here is worth having.
    if (files > 0 && isApiError(error, 'moved')) return { overflow: true };
    // Older servers have only the deprecated one.
    if (files > 0 || !isApiError(error, 'not-found')) throw error;
    return readRaw(client, key, take, options);
  }
  return { overflow: isCut(count, files) };
}

/** Files that a merge request may have, as far as they are read: the real service ends at 3,000. */
const MAX_FILES = 10_000;
/** Pages beyond those that the told number of files fills. */
const MARGIN_PAGES = 2;

function mostPages(count: FileCount): number {
  const text = String(count ?? '');
  const files = /^\d+$/.test(text) ? Math.min(Number(text), MAX_FILES) : MAX_FILES;
  return Math.ceil(files / PAGE_SIZE) + MARGIN_PAGES;
}

/** One version, in one answer. */
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
 * The diff as it is now, read from the repository: free of the limits of the database (server-behavior.md#diff-limits).
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

/** Whether there are more files than came. */
function isCut(count: FileCount, files: number): boolean {
  const text = String(count ?? '');
  return text.endsWith('+') || (/^\d+$/.test(text) && Number(text) > files);
}
