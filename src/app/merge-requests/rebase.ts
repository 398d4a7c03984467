import type { Client } from '../../api/client';
import { rebaseMergeRequest } from '../../api/endpoints/merge-request-actions';
import { isCanceled } from '../../api/errors';
import type { Clock } from '../../base/clock';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import type { MergeRequests } from './merge-requests';

/** `waiting`: the rebase was still in progress when the maximum wait ended. */
export type RebaseOutcome =
  | { readonly state: 'done' | 'waiting' }
  /** `merge_error`, in the server's language (server-behavior.md#rebase). */
  | { readonly state: 'failed'; readonly message: string };

export interface RebaseDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly store: MergeRequests;
}

/** Milliseconds between requests. Short at first, because most rebases finish quickly. */
const WAITS_MS = [500, 1000, 2000, 3000, 5000] as const;
const MAX_MS = 10 * 60_000;

/** Starts a rebase and waits until it ends, for at most 10 minutes (server-behavior.md#rebase). */
export async function rebase(
  { client, clock, store }: RebaseDeps,
  key: MergeRequestKey,
  { skipCi }: { readonly skipCi: boolean },
  signal?: AbortSignal,
): Promise<RebaseOutcome> {
  const ids = { id: key.project, merge_request_iid: key.iid };
  await client.call(rebaseMergeRequest, { ...ids, ...(skipCi ? { skip_ci: true } : {}) });
  const start = clock.now();
  for (let turn = 0; clock.now() - start < MAX_MS; turn++) {
    await clock.wait(WAITS_MS[turn] ?? WAITS_MS[WAITS_MS.length - 1] ?? MAX_MS, signal);
    const now = await readState(store, key, signal);
    if (now === undefined || now.rebase_in_progress) continue;
    const message = now.merge_error ?? '';
    return message === '' ? { state: 'done' } : { state: 'failed', message };
  }
  return { state: 'waiting' };
}

/** Ignores failures except cancellation: the rebase was already accepted, and the next request may succeed. */
async function readState(
  store: MergeRequests,
  key: MergeRequestKey,
  signal: AbortSignal | undefined,
): Promise<MergeRequest | undefined> {
  try {
    return await store.refresh(key, { signal });
  } catch (error) {
    if (isCanceled(error)) throw error;
    return undefined;
  }
}
