import type { Pins } from '../../../app/merge-requests/pins';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { endOfSpan, type Snooze, SNOOZE_SPANS } from '../../../domain/merge-requests/snooze';
import { SPAN_LABELS } from '../../../presentation/merge-requests/query-labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { moment } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface PinCommandDeps {
  readonly pins: Pins;
  readonly prompts: Prompts;
  readonly now: () => number;
  /** Returns when it was last updated, if known (ISO 8601). */
  readonly updatedAt: (key: MergeRequestKey) => string | null | undefined;
}

/** Commands of rows. They only change local state that the row shows. */
export function pinCommands(deps: PinCommandDeps): readonly CommandRow[] {
  const { pins } = deps;
  const each =
    (act: (key: MergeRequestKey) => Promise<void>) =>
    async (
      argument: CommandArgument,
      _failing: unknown,
      selected: readonly CommandArgument[],
    ): Promise<void> => {
      const rows = selected.length === 0 ? [argument] : selected;
      for (const key of rows.map(mergeRequestTargetOf)) if (key !== undefined) await act(key);
    };
  return [
    {
      id: COMMAND.pinMergeRequest,
      failure: () => t("Couldn't pin the merge request."),
      run: each((key) => pins.pin(key)),
    },
    {
      id: COMMAND.unpinMergeRequest,
      failure: () => t("Couldn't unpin the merge request."),
      run: each((key) => pins.unpin(key)),
    },
    {
      id: COMMAND.snoozeMergeRequest,
      failure: () => t("Couldn't snooze the merge request."),
      run: (argument, _failing, selected) => snooze(deps, selected.length === 0 ? [argument] : selected),
    },
    {
      id: COMMAND.unsnoozeMergeRequest,
      failure: () => t("Couldn't unsnooze the merge request."),
      run: each((key) => pins.wake(key)),
    },
  ];
}

async function snooze(
  { pins, prompts, now, updatedAt }: PinCommandDeps,
  rows: readonly CommandArgument[],
): Promise<void> {
  const keys = rows.flatMap((row) => mergeRequestTargetOf(row) ?? []);
  const [first] = keys;
  if (first === undefined) return;
  const spans = SNOOZE_SPANS.flatMap((span) => {
    const until = endOfSpan(span, now());
    return until === undefined
      ? []
      : [
          {
            label: SPAN_LABELS[span](),
            description: moment(new Date(until).toISOString()) ?? '',
            icon: 'clock',
            value: until,
          },
        ];
  });
  const known = keys.every((key) => typeof updatedAt(key) === 'string');
  const changes = {
    label: t('Until It Changes'),
    description: t('new commits, comments, or any other activity'),
    icon: 'bell',
  };
  const chosen = await prompts.pick<number | 'changes'>({
    title:
      keys.length === 1
        ? t('Snooze !{0}', first.iid)
        : t('{0, plural, one {Snooze # Merge Request} other {Snooze # Merge Requests}}', keys.length),
    placeholder: t('Select how long to snooze'),
    items: [...spans, ...(known ? [{ ...changes, value: 'changes' as const }] : [])],
  });
  if (chosen === undefined) return;
  for (const key of keys) {
    const snoozed: Snooze = chosen === 'changes' ? { changes: updatedAt(key) ?? '' } : { until: chosen };
    await pins.snooze(key, snoozed);
  }
}
