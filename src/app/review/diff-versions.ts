import type { CallOptions, Client, Page } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listDiffVersions } from '../../api/endpoints/diffs';
import { isApiError } from '../../api/errors';
import type { DiffRefs } from '../../domain/review/review-file';
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

/** The server's most on one page. */
const PAGE_SIZE = 100;
/** Pages that are read without being asked for: where only the last one tells how many versions there are. */
const MAX_PAGES = 20;
/** Merge requests whose versions are kept. */
const MAX_KEPT = 40;

interface Known {
  /** Newest first. */
  readonly versions: readonly DiffVersion[];
  /** The server's address of older ones, where it has some. */
  readonly next: string | undefined;
  /** How many the server has, as far as it tells. */
  readonly total: number | undefined;
  /** The commits that the merge request told then. */
  readonly commits: string;
}

/** The versions of merge requests' diffs, read once for each head. */
export class DiffVersions {
  readonly #deps: DiffVersionsDeps;
  readonly #known = new KeyedResource<MergeRequestKey, Known>({ idOf: mergeRequestId, max: MAX_KEPT });

  constructor(deps: DiffVersionsDeps) {
    this.#deps = deps;
  }

  /**
   * Newest first, at least as far back as `until` where the server has that one; empty where it has none. Of more than
   * a page, only the newest ones where the server tells how many there are: their numbers need no more.
   */
  async read(
    key: MergeRequestKey,
    until: number | undefined,
    options?: CallOptions,
  ): Promise<readonly DiffVersion[]> {
    // Somebody may push meanwhile: what is read then is not kept.
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

  /** One page more; nothing where all are known. */
  async readOlder(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    const known = this.#known.peek(key);
    if (known?.next === undefined) return;
    const more = withPage(known, await this.#ask(key, known.next, options));
    // Somebody pushed, or read the same page meanwhile.
    if (this.#known.peek(key) === known) this.#known.put(key, more);
  }

  /** How many older ones are not known here. */
  older(key: MergeRequestKey): number {
    const known = this.#known.peek(key);
    return known === undefined ? 0 : countOf(known) - known.versions.length;
  }

  /** From 1, the oldest one. */
  number(key: MergeRequestKey, version: number | undefined): number | undefined {
    const known = this.#known.peek(key);
    const index = known?.versions.findIndex(({ id }) => id === version) ?? -1;
    return known === undefined || index < 0 ? undefined : countOf(known) - index;
  }

  peek(key: MergeRequestKey): readonly DiffVersion[] | undefined {
    return this.#known.peek(key)?.versions;
  }

  /** The commits of a version; without one, those that the merge request itself tells. */
  refs(key: MergeRequestKey, version: number | undefined): DiffRefs | undefined {
    const known = this.peek(key)?.find(({ id }) => id === version);
    const refs = this.#deps.mergeRequests.peek(key)?.diff_refs;
    const [base, start, head] =
      known === undefined
        ? [refs?.base_sha, refs?.start_sha, refs?.head_sha]
        : [known.base_commit_sha, known.start_commit_sha, known.head_commit_sha];
    // Filled a while after the merge request was made (server-behavior.md#merge-request-fields).
    return base && head ? { base, start: start ?? base, head } : undefined;
  }

  /** Forgets the versions where the merge request has other commits by now; true where it did. */
  refreshNewest(key: MergeRequestKey): boolean {
    const known = this.#known.peek(key);
    const now = this.#deps.mergeRequests.peek(key);
    if (known === undefined || now === undefined || commitsOf(now) === known.commits) return false;
    this.#known.forget(key);
    return true;
  }

  /** Forgets all, and tells whose they were. */
  clear(): readonly MergeRequestKey[] {
    return this.#known.forgetAll();
  }

  /** Undefined where the server has none. */
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

/** A push between two pages moves the last versions of the one to the other. */
function withPage(known: Known, page: Page<DiffVersion> | undefined): Known {
  const there = new Set(known.versions.map(({ id }) => id));
  const more = page?.items.filter(({ id }) => !there.has(id)) ?? [];
  return { ...known, versions: [...known.versions, ...more], next: page?.next };
}

function isShort({ versions, next, total }: Known, until: number | undefined): boolean {
  if (next === undefined) return false;
  // Later versions have larger ids.
  const oldest = versions.at(-1)?.id ?? 0;
  return total === undefined || (until !== undefined && oldest > until);
}

/** Where all are known, those are all. */
const countOf = ({ versions, next, total = 0 }: Known): number =>
  next === undefined ? versions.length : Math.max(total, versions.length);

/** Another head, another target branch, or a diff that was prepared by now: each brings another version. */
function commitsOf({ sha, diff_refs: refs }: MergeRequest): string {
  return [sha, refs?.base_sha, refs?.start_sha, refs?.head_sha].map((each) => each ?? '').join(' ');
}
