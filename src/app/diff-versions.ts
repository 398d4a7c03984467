import type { CallOptions, Client } from '../api/client';
import type { ResultOf } from '../api/endpoint';
import { listDiffVersions } from '../api/endpoints/diffs';
import { isApiError } from '../api/errors';
import type { DiffRefs } from '../domain/diff/review-file';
import type { MergeRequest } from '../schemas/merge-request';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { MergeRequests } from './merge-requests';

/** A version of a merge request's diff: one for each push (doc 2 §2). */
export type DiffVersion = ResultOf<typeof listDiffVersions>;

export interface DiffVersionsPorts {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek'>;
}

/** The server's most on one page; older ones are not offered. */
const MOST_VERSIONS = 100;
/** Merge requests whose versions are kept. */
const MOST_KEPT = 40;

interface Known {
  readonly key: MergeRequestKey;
  readonly versions: readonly DiffVersion[];
  /** The commits that the merge request told then. */
  readonly commits: string;
}

/** The versions of merge requests' diffs, read once for each head. */
export class DiffVersions {
  readonly #ports: DiffVersionsPorts;
  readonly #known = new Map<string, Known>();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;

  constructor(ports: DiffVersionsPorts) {
    this.#ports = ports;
  }

  /** Newest first; empty where the server has none. */
  async read(key: MergeRequestKey, options?: CallOptions): Promise<readonly DiffVersion[]> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const era = this.#era;
    const [of, versions] = await Promise.all([
      this.#ports.mergeRequests.get(key, options),
      this.#ask(key, options),
    ]);
    if (era === this.#era) this.#keep({ key, versions, commits: commitsOf(of) });
    return versions;
  }

  peek(key: MergeRequestKey): readonly DiffVersion[] | undefined {
    return this.#known.get(mergeRequestId(key))?.versions;
  }

  /** The commits of a version; without one, those that the merge request itself tells. */
  refs(key: MergeRequestKey, version: number | undefined): DiffRefs | undefined {
    const known = this.peek(key)?.find(({ id }) => id === version);
    const refs = this.#ports.mergeRequests.peek(key)?.diff_refs;
    const [base, start, head] =
      known === undefined
        ? [refs?.base_sha, refs?.start_sha, refs?.head_sha]
        : [known.base_commit_sha, known.start_commit_sha, known.head_commit_sha];
    // Filled a while after the merge request was made (doc 2 §2).
    return base && head ? { base, start: start ?? base, head } : undefined;
  }

  /** Forgets the versions where the merge request has other commits by now; true where it did. */
  look(key: MergeRequestKey): boolean {
    const id = mergeRequestId(key);
    const known = this.#known.get(id);
    const now = this.#ports.mergeRequests.peek(key);
    if (known === undefined || now === undefined || commitsOf(now) === known.commits) return false;
    return this.#known.delete(id);
  }

  /** Forgets all, and tells whose they were. */
  clear(): readonly MergeRequestKey[] {
    this.#era++;
    const keys = [...this.#known.values()].map(({ key }) => key);
    this.#known.clear();
    return keys;
  }

  #keep(known: Known): void {
    const id = mergeRequestId(known.key);
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      this.#known.delete(oldest);
    }
  }

  async #ask(
    { base, project, iid }: MergeRequestKey,
    options?: CallOptions,
  ): Promise<readonly DiffVersion[]> {
    const args = { id: project, merge_request_iid: iid, per_page: MOST_VERSIONS };
    try {
      return (await this.#ports.clientFor(base).page(listDiffVersions, args, options)).items;
    } catch (error) {
      if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
      throw error;
    }
  }
}

/** Another head, another target branch, or a diff that was prepared by now: each brings another version. */
function commitsOf({ sha, diff_refs: refs }: MergeRequest): string {
  return [sha, refs?.base_sha, refs?.start_sha, refs?.head_sha].map((each) => each ?? '').join(' ');
}
