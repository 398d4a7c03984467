import type { Client } from '../../api/client';
import { getTimeStats } from '../../api/endpoints/time-tracking';
import { isOutcomeUnknown } from '../../api/errors';
import { readDuration } from '../../domain/merge-requests/time-duration';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { argsOf } from './calls';
import { sendTime, type TimeChange, type TimeStats } from './time-tracking';

/** Sends changes of times. After a lost response, compares the total so that the same time isn't added twice. */
export class SpentTimes {
  /** By merge request: a change without a response, and the total if the server applied it. */
  readonly #unconfirmed = new Map<string, { readonly change: string; readonly total: number }>();

  /** `before`: the known time spent, in seconds. */
  async send(
    client: Client,
    key: MergeRequestKey,
    change: TimeChange,
    before: number | undefined,
  ): Promise<TimeStats> {
    const id = mergeRequestId(key);
    const same = JSON.stringify(change);
    const lost = this.#unconfirmed.get(id);
    if (lost?.change === same) {
      const now = await client.call(getTimeStats, argsOf(key));
      this.#unconfirmed.delete(id);
      if (now.total_time_spent === lost.total) return now;
    }
    this.#unconfirmed.delete(id);
    try {
      return await sendTime(client, key, change);
    } catch (error) {
      const added = change.kind === 'spend' ? readDuration(change.duration, 'signed') : undefined;
      if (isOutcomeUnknown(error) && added?.ok === true && before !== undefined)
        this.#unconfirmed.set(id, { change: same, total: before + added.seconds });
      throw error;
    }
  }
}
