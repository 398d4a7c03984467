import { t } from '../../../base/localize';
import { exactDuration } from '../../../domain/merge-requests/time-duration';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { trackedTime } from '../../../presentation/merge-requests/time-tracking-messages';
import type { Chosen } from './choice';
import { sendSpentTime, sendTimeChange, type TimeDeps } from './send-time';

const verb = MERGE_REQUEST_VERBS.trackTime;

/** Resets the estimate or the time spent. The message offers to restore it. */
export async function resetTime(deps: TimeDeps, chosen: Chosen): Promise<void> {
  const { key, name } = chosen;
  const known = await deps.prompts.progress.inStatusBar(t('Loading {0}…', name), () =>
    deps.store.refresh(key),
  );
  const { time_estimate: estimate = 0, total_time_spent: spent = 0 } = known.time_stats ?? {};
  const kind = await deps.prompts.pick<'reset-estimate' | 'reset-spent'>({
    title: t('Reset Time Tracking for {0}', name),
    placeholder: t('Select what to reset'),
    items: [
      {
        label: t('Reset Estimate'),
        description: trackedTime(estimate),
        icon: 'discard',
        value: 'reset-estimate',
      },
      {
        label: t('Reset Time Spent'),
        description: trackedTime(spent),
        icon: 'discard',
        value: 'reset-spent',
      },
    ],
  });
  if (kind === undefined) return;
  // Someone else may have added time while the list was shown.
  const { before } = await sendTimeChange(deps, chosen, { kind });
  const was = (kind === 'reset-estimate' ? before?.time_estimate : before?.total_time_spent) ?? 0;
  if (was === 0) return;
  const message =
    kind === 'reset-estimate'
      ? t('Estimate for {0} reset. It was {1}.', name, trackedTime(was))
      : t('Time spent on {0} reset. It was {1}.', name, trackedTime(was));
  const undo = kind === 'reset-estimate' ? restoreEstimate : restoreSpent;
  deps.prompts.showMessage('info', message, [
    {
      title: t('Undo'),
      run: () => undo(deps, chosen, exactDuration(was)),
      failure: () => verb.notDone(name),
    },
  ]);
}

/** Sets the estimate again, unless another one was set in the meantime. */
async function restoreEstimate(deps: TimeDeps, chosen: Chosen, duration: string): Promise<void> {
  const { time_stats: now } = await deps.store.refresh(chosen.key);
  const estimate = now?.time_estimate ?? 0;
  if (estimate === 0) await sendTimeChange(deps, chosen, { kind: 'estimate', duration });
  else
    deps.prompts.showMessage(
      'info',
      t('The estimate for {0} was set to {1} in the meantime.', chosen.name, trackedTime(estimate)),
      [],
    );
}

async function restoreSpent(deps: TimeDeps, chosen: Chosen, duration: string): Promise<void> {
  await sendSpentTime(deps, chosen, { kind: 'spend', duration });
}
