import type { CallOptions, Client, Page } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listDiffVersions } from '../../api/endpoints/diffs';
import { isApiError } from '../../api/errors';
import type { DiffRefs } from '../../domain/changes/review-file';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';

/** A version of a merge request's diff: one for each push (server-behavior.md#diff-versions). */
export type DiffVersion = ResultOf<typeof listDiffVersions>;

export interface DiffVersionsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek'>;
}

/** The server's maximum. */
const PAGE_SIZE = 100;
/** Maximum number of pages to read if the server doesn't send the total number of versions. */
const MAX_PAGES = 20;
/** Maximum number of merge requests whose versions are cached. */
const MAX_KEPT = 40;

interface Known {
  /** Latest first. */
  readonly versions: readonly DiffVersion[];
  /** The URL of the next page with older versions; undefined if there is none. */
  readonly next: string | undefined;
  /** The total number if the server sends it. */
  readonly total: number | undefined;
  /** The commits of the merge request at the time of the read. */
  readonly commits: string;
}

/** The versions of merge requests' diffs, read once per head. */
export class DiffVersions {
  readonly #deps: DiffVersionsDeps;
  readonly #known = new KeyedResource<MergeRequestKey, Known>({
    idOf: mergeRequestId,
    serverOf: ({ base }) => this.#deps.clientFor(base),
    max: MAX_KEPT,
  });

  constructor(deps: DiffVersionsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the versions, latest first; empty if the server has none. Includes `until` if the server has it.
   * If there are several pages and the server sends the total number, reads only as many pages as needed,
   * because version numbers follow from the total.
   */
  async read(
    key: MergeRequestKey,
    until: number | undefined,
    options?: CallOptions,
  ): Promise<readonly DiffVersion[]> {
    // `KeyedResource` discards the response if the versions were forgotten after a push.
    const read = (): Promise<Known> => this.#upTo(key, until, options);
    return (await this.#known.read(key, read, (known) => known)).versions;
  }

  async #upTo(key: MergeRequestKey, until: number | undefined, options?: CallOptions): Promise<Known> {
    let known = this.#known.peek(key);
    if (known === undefined) {
      const [of, first] = await Promise.all([
        this.#deps.mergeRequests.get(key, options),
        this.#ask(key, undefined, options),
      ]);
      known = { versions: [], next: undefined, total: first?.total, commits: commitsOf(of) };
      known = withPage(known, first);
    }
    for (let pages = 1; pages < MAX_PAGES && isShort(known, until); pages++)
      known = withPage(known, await this.#ask(key, known.next, options));
    return known;
  }

  /** Reads the next page of older versions, if there is one. */
  async readOlder(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    const known = this.#known.peek(key);
    if (known?.next === undefined) return;
    const more = withPage(known, await this.#ask(key, known.next, options));
    // Ignore the page if there was a push, or if the same page was read in the meantime.
    if (this.#known.peek(key) === known) this.#known.put(key, more);
  }

  /** The number of older versions that aren't loaded. */
  older(key: MergeRequestKey): number {
    const known = this.#known.peek(key);
    return known === undefined ? 0 : countOf(known) - known.versions.length;
  }

  /** The number of a version; the oldest is 1. */
  number(key: MergeRequestKey, version: number | undefined): number | undefined {
    const known = this.#known.peek(key);
    const index = known?.versions.findIndex(({ id }) => id === version) ?? -1;
    return known === undefined || index < 0 ? undefined : countOf(known) - index;
  }

  peek(key: MergeRequestKey): readonly DiffVersion[] | undefined {
    return this.#known.peek(key)?.versions;
  }

  /** The commits of a version, or of the merge request itself if the version isn't loaded. */
  refs(key: MergeRequestKey, version: number | undefined): DiffRefs | undefined {
    const known = this.peek(key)?.find(({ id }) => id === version);
    const refs = this.#deps.mergeRequests.peek(key)?.diff_refs;
    const [base, start, head] =
      known === undefined
        ? [refs?.base_sha, refs?.start_sha, refs?.head_sha]
        : [known.base_commit_sha, known.start_commit_sha, known.head_commit_sha];
    // Empty for some time after the merge request was created (server-behavior.md#merge-request-fields).
    return base && head ? { base, start: start ?? base, head } : undefined;
  }

  /** Removes the cached versions if the commits of the merge request changed. Returns true if it did. */
  refreshNewest(key: MergeRequestKey): boolean {
    const known = this.#known.peek(key);
    const now = this.#deps.mergeRequests.peek(key);
    if (known === undefined || now === undefined || commitsOf(now) === known.commits) return false;
    this.#known.forget(key);
    return true;
  }

  /** Clears the cache. Returns the keys that were cached. */
  clear(): readonly MergeRequestKey[] {
    return this.#known.forgetAll();
  }

  /** Undefined if the server has no versions. */
  async #ask(
    { base, project, iid }: MergeRequestKey,
    next: string | undefined,
    options?: CallOptions,
  ): Promise<Page<DiffVersion> | undefined> {
    const args = { id: project, merge_request_iid: iid, per_page: PAGE_SIZE };
    try {
      return await this.#deps.clientFor(base).page(listDiffVersions, args, { ...options, next });
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
      throw error;
    }
  }
}

/** A push between two requests moves versions to the next page, so ignore duplicates. */
function withPage(known: Known, page: Page<DiffVersion> | undefined): Known {
  const there = new Set(known.versions.map(({ id }) => id));
  const more = page?.items.filter(({ id }) => !there.has(id)) ?? [];
  return { ...known, versions: [...known.versions, ...more], next: page?.next };
}

function isShort({ versions, next, total }: Known, until: number | undefined): boolean {
  if (next === undefined) return false;
  // Later versions have higher IDs.
  const oldest = versions.at(-1)?.id ?? 0;
  return total === undefined || (until !== undefined && oldest > until);
}

/** The total number of versions. */
const countOf = ({ versions, next, total = 0 }: Known): number =>
  next === undefined ? versions.length : Math.max(total, versions.length);

/**
 * Changes with the head, the target branch, and the preparation of the diff, each of which creates a version.
 */
function commitsOf({ sha, diff_refs: refs }: MergeRequest): string {
  return [sha, refs?.base_sha, refs?.start_sha, refs?.head_sha].map((each) => each ?? '').join(' ');
}
