import type { Client } from '../../api/client';
import { getTimeStats } from '../../api/endpoints/time-tracking';
import { isOutcomeUnknown } from '../../api/errors';
import { orUndefined } from '../../base/background';
import { TimeMaybeAddedError } from '../../domain/merge-requests/action-errors';
import { readDuration } from '../../domain/merge-requests/time-duration';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { argsOf } from './calls';
import { sendTime, type TimeChange, type TimeStats } from './time-tracking';

/** The times before and after a change. */
export interface TimesChanged {
  /** Read immediately before the change; undefined if that failed. */
  readonly before: TimeStats | undefined;
  readonly after: TimeStats;
}

/** An addition whose response was lost, and the total before it. */
interface Lost {
  readonly change: Extract<TimeChange, { kind: 'spend' }>;
  readonly before: number | undefined;
}

/**
 * Sends changes of times, and reads the times before. After a lost response, compares the totals so that the same
 * time isn't added twice.
 */
export class SpentTimes {
  /** Keyed by merge request. */
  readonly #lost = new Map<string, Lost>();

  /** Rejects with `TimeMaybeAddedError`, once, if it can't be determined whether an earlier addition arrived. */
  async send(client: Client, key: MergeRequestKey, change: TimeChange): Promise<TimesChanged> {
    const id = mergeRequestId(key);
    const lost = change.kind === 'spend' ? this.#lost.get(id) : undefined;
    const reading = client.call(getTimeStats, argsOf(key));
    // Without an unconfirmed addition, the change doesn't depend on the total.
    const before = await (lost === undefined ? orUndefined(reading) : reading);
    const total = before?.total_time_spent ?? undefined;
    // After a reset, whether time was added before no longer matters.
    if (change.kind === 'spend' || change.kind === 'reset-spent') this.#lost.delete(id);
    if (lost !== undefined && before !== undefined && total !== lost.before) {
      if (isArrived(lost, change, total)) return { before, after: before };
      throw new TimeMaybeAddedError(key.iid, lost.change.duration, { before: lost.before, now: total });
    }
    try {
      return { before, after: await sendTime(client, key, change) };
    } catch (error) {
      if (change.kind === 'spend' && isOutcomeUnknown(error)) this.#lost.set(id, { change, before: total });
      throw error;
    }
  }
}

/** True if the change is the one that was lost, and the total is exactly the one with it. */
function isArrived({ change, before }: Lost, again: TimeChange, total: number | undefined): boolean {
  if (before === undefined || JSON.stringify(change) !== JSON.stringify(again)) return false;
  const added = readDuration(change.duration, 'signed');
  return added.ok && total === before + added.seconds;
}
