import type { ApiError } from '../../api/errors';
import { orUndefined } from '../../base/background';
import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequests } from './merge-requests';
import type { MergeRequestParts } from './parts';

type Commits = MergeRequestParts['commits']['items'];

/** How the source branch of a merge request differs from the commit that the user reviewed. */
interface HeadMove {
  readonly iid: number;
  /** The commit that the user reviewed. */
  readonly expected: string;
  /** The current head of the source branch. */
  readonly head: string;
  /** The commits since then, latest first; all commits if the reviewed one is no longer in the branch. */
  readonly commits: Commits;
  /** True if the reviewed commit is no longer in the branch, for example after a force-push. */
  readonly rewritten: boolean;
}

/**
 * A merge was refused because the head of the source branch isn't the commit that the user reviewed
 * (server-behavior.md#merge-errors).
 */
export class HeadMovedError extends Error implements HeadMove {
  override readonly name = 'HeadMovedError';
  readonly iid: number;
  readonly expected: string;
  readonly head: string;
  readonly commits: Commits;
  readonly rewritten: boolean;

  constructor({ iid, expected, head, commits, rewritten }: HeadMove, cause: unknown) {
    super(`merge request ${iid} has another head than ${expected}`, { cause });
    this.iid = iid;
    this.expected = expected;
    this.head = head;
    this.commits = commits;
    this.rewritten = rewritten;
  }
}

/** The error message contains the current head (server-behavior.md#merge-errors). */
const SHA = /\b[0-9a-f]{40,64}\b/;

/**
 * Reads the commits since `expected` and returns a `HeadMovedError` error. Returns `refusal` if it has another
 * cause.
 */
export async function headMoved(
  store: MergeRequests,
  key: MergeRequestKey,
  expected: string,
  refusal: ApiError,
): Promise<unknown> {
  // The commits are only additional information, so a failure to read them is ignored.
  const now = await orUndefined(store.refresh(key));
  const named = refusal.kind === 'conflict' ? SHA.exec(refusal.serverMessage ?? '')?.[0] : undefined;
  const head = [now?.sha, named].find((sha) => sha && sha !== expected) ?? undefined;
  if (head === undefined) return refusal;
  const commits = await orUndefined(store.refreshPart(key, 'commits'));
  const { items = [], cut = false } = commits ?? {};
  const seen = items.findIndex(({ id }) => id === expected);
  const since = seen === -1 ? items : items.slice(0, seen);
  const rewritten = seen === -1 && items.length > 0 && !cut;
  return new HeadMovedError({ iid: key.iid, expected, head, commits: since, rewritten }, refusal);
}
