import type { Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import {
  addSpentTime,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
} from '../../api/endpoints/time-tracking';
import type { MergeRequestKey } from '../shared/keys';

/**
 * A change of a merge request's times (server-behavior.md#time-tracking). Durations use the server's syntax,
 * such as `3h30m`.
 */
export type TimeChange =
  | { readonly kind: 'estimate'; readonly duration: string }
  /** A leading minus subtracts time. */
  | { readonly kind: 'spend'; readonly duration: string; readonly summary?: string | undefined }
  | { readonly kind: 'reset-estimate' | 'reset-spent' };

export type TimeStats = ResultOf<typeof addSpentTime>;

/** Sends one change and returns the new times. */
export function sendTime(
  client: Client,
  { project, iid }: MergeRequestKey,
  change: TimeChange,
): Promise<TimeStats> {
  const ids = { id: project, merge_request_iid: iid };
  switch (change.kind) {
    case 'estimate':
      return client.call(setTimeEstimate, { ...ids, duration: change.duration });
    case 'spend': {
      const { duration, summary } = change;
      return client.call(addSpentTime, { ...ids, duration, ...(summary === undefined ? {} : { summary }) });
    }
    case 'reset-estimate':
      return client.call(resetTimeEstimate, ids);
    case 'reset-spent':
      return client.call(resetSpentTime, ids);
  }
}
