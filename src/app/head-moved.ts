import type { ApiError } from '../api/errors';
import type { MergeRequestKey } from './keys';
import type { MergeRequestParts } from './merge-request-parts';
import type { MergeRequests } from './merge-requests';

type Commits = MergeRequestParts['commits']['items'];

/** A merge that was refused because the source branch has another head than the one that was looked at (doc 2 §7). */
export class HeadMoved extends Error {
  override readonly name = 'HeadMoved';
  readonly iid: number;
  /** What was looked at. */
  readonly expected: string;
  /** What is there now; undefined where it could not be read. */
  readonly head: string | undefined;
  /** What came since, newest first; where what was looked at is gone, all that is there. */
  readonly commits: Commits;
  /** What was looked at is in the branch no more: it was rewritten. */
  readonly rewritten: boolean;

  constructor(
    iid: number,
    expected: string,
    head: string | undefined,
    { commits, rewritten }: { readonly commits: Commits; readonly rewritten: boolean },
    cause: unknown,
  ) {
    super(`merge request ${iid} has another head than ${expected}`, { cause });
    this.iid = iid;
    this.expected = expected;
    this.head = head;
    this.commits = commits;
    this.rewritten = rewritten;
  }
}

/** Reads what came since. Gives the server's own refusal back where it is about something else. */
export async function headMoved(
  store: MergeRequests,
  key: MergeRequestKey,
  expected: string,
  refusal: ApiError,
): Promise<unknown> {
  try {
    const now = await store.refresh(key);
    if (now.sha === expected) return refusal;
    const commits = (await store.refreshPart(key, 'commits'))?.items ?? [];
    const seen = commits.findIndex(({ id }) => id === expected);
    const since = seen === -1 ? commits : commits.slice(0, seen);
    const told = { commits: since, rewritten: seen === -1 && commits.length > 0 };
    return new HeadMoved(key.iid, expected, now.sha ?? undefined, told, refusal);
  } catch {
    return refusal; // The refusal is what counts; what came since is only a help.
  }
}
