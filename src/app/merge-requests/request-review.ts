import type { Client } from '../../api/client';
import { createNote } from '../../api/endpoints/discussions';
import { QuickActionIgnored, reviewRequestText } from '../../domain/merge-requests/review-request';
import type { MergeRequestKey } from '../shared/keys';
import { argsOf } from './calls';

/**
 * Requests another review from a reviewer.
 * @throws QuickActionIgnored
 */
export async function requestReview(client: Client, key: MergeRequestKey, username: string): Promise<void> {
  const body = reviewRequestText(username);
  const note = await client.call(createNote, { ...argsOf(key), body });
  if (note !== undefined) throw new QuickActionIgnored(body);
}
