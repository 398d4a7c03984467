import type { Client } from '../../api/client';
import { createNote } from '../../api/endpoints/discussions';
import { QuickActionIgnoredError, reviewRequestText } from '../../domain/merge-requests/review-request';
import type { MergeRequestKey } from '../shared/keys';
import { argsOf } from './calls';

/**
 * Requests another review from a reviewer.
 * @throws QuickActionIgnoredError
 */
export const requestReview = (client: Client, key: MergeRequestKey, username: string): Promise<void> =>
  sendQuickAction(client, key, reviewRequestText(username));

/**
 * Runs a quick action, once.
 * @throws QuickActionIgnoredError
 */
export async function sendQuickAction(client: Client, key: MergeRequestKey, body: string): Promise<void> {
  const note = await client.call(createNote, { ...argsOf(key), body });
  if (note !== undefined) throw new QuickActionIgnoredError(body);
}
