import type { ApiError } from '../../api/errors';
import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequests } from './merge-requests';
import type { MergeRequestParts } from './parts';

type Commits = MergeRequestParts['commits']['items'];

/** How the source branch of a merge request differs from what was looked at. */
interface HeadMove {
  readonly iid: number;
  /** What was looked at. */
  readonly expected: string;
  /** What is there now. */
  readonly head: string;
  /** What came since, newest first; where what was looked at is gone, all that is there. */
  readonly commits: Commits;
  /** What was looked at is in the branch no more: it was rewritten. */
  readonly rewritten: boolean;
}

/**
 * A merge that was refused because the source branch has another head than the one that was looked at
 * (server-behavior.md#merge-errors).
 */
export class HeadMoved extends Error implements HeadMove {
  override readonly name = 'HeadMoved';
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

/** The server names the head that is there (server-behavior.md#merge-errors). */
const SHA = /\b[0-9a-f]{40,64}\b/;

/** Reads what came since. Gives the server's own refusal back where it is about something else. */
export async function headMoved(
  store: MergeRequests,
  key: MergeRequestKey,
  expected: string,
  refusal: ApiError,
): Promise<unknown> {
  // The refusal is what counts; what came since is only a help, and may not be there yet.
  const now = await store.refresh(key).catch(() => undefined);
  const named = refusal.kind === 'conflict' ? SHA.exec(refusal.serverMessage ?? '')?.[0] : undefined;
  const head = [now?.sha, named].find((sha) => sha && sha !== expected) ?? undefined;
  if (head === undefined) return refusal;
  const commits = await store.refreshPart(key, 'commits').catch(() => undefined);
  const { items = [], cut = false } = commits ?? {};
  const seen = items.findIndex(({ id }) => id === expected);
  const since = seen === -1 ? items : items.slice(0, seen);
  const rewritten = seen === -1 && items.length > 0 && !cut;
  return new HeadMoved({ iid: key.iid, expected, head, commits: since, rewritten }, refusal);
}
