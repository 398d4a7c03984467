import type { TimesChanged } from '../../../app/merge-requests/spent-times';
import type { TimeChange } from '../../../app/merge-requests/time-tracking';
import type { TimeTimer } from '../../../app/merge-requests/timer';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { TimeMaybeAddedError } from '../../../domain/merge-requests/action-errors';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { timeMaybeAdded, trackedTime } from '../../../presentation/merge-requests/time-tracking-messages';
import type { ChoosingDeps, Chosen } from './choice';

export interface TimeDeps extends ChoosingDeps {
  readonly timer: TimeTimer;
  /** Returns the checked-out branch of the project in the workspace. */
  readonly branchOf: (key: MergeRequestKey) => Promise<string | undefined>;
}

const verb = MERGE_REQUEST_VERBS.trackTime;

/** Sends a change, and shows the new times. */
export async function sendTimeChange(
  deps: TimeDeps,
  { key, name }: Chosen,
  change: TimeChange,
): Promise<TimesChanged> {
  const times = await deps.prompts.progress.inStatusBar(verb.doing(name), () =>
    deps.actions.trackTime(key, change),
  );
  const { time_estimate: estimate, total_time_spent: spent } = times.after;
  deps.prompts.showStatus(
    t(
      'Time tracking for {0} updated: {1} spent, {2} estimated.',
      name,
      trackedTime(spent),
      trackedTime(estimate),
    ),
  );
  return times;
}

/** Adds time. Asks before it is added if it may have been added before. Returns false if the user declines. */
export async function sendSpentTime(
  deps: TimeDeps,
  chosen: Chosen,
  change: Extract<TimeChange, { kind: 'spend' }>,
): Promise<boolean> {
  try {
    await sendTimeChange(deps, chosen, change);
  } catch (error) {
    if (!(error instanceof TimeMaybeAddedError)) throw error;
    const { duration, total } = error;
    const isSure = await deps.prompts.confirm({
      message: t('Add {0} to {1}?', change.duration, chosen.name),
      detail: timeMaybeAdded(duration, total),
      action: t('Add Time'),
    });
    if (!isSure) return false;
    await sendTimeChange(deps, chosen, change);
  }
  return true;
}
