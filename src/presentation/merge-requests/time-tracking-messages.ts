import { t } from '../../base/localize';
import { type DurationProblem, exactDuration } from '../../domain/merge-requests/time-duration';

/** Validation messages for durations. */
export const DURATION_PROBLEMS: Readonly<Record<DurationProblem, () => string>> = {
  empty: () => t('Enter a duration, such as 1h 30m.'),
  'no-unit': () => t('Add a unit (mo, w, d, h, or m) to each number, such as 1h 30m.'),
  form: () => t('Enter numbers with the units mo, w, d, h, and m, such as 1d 2h or 1h 30m.'),
  repeated: () => t('Use each unit only once.'),
  zero: () => t('Enter a duration greater than zero.'),
  negative: () => t("The estimate can't be negative."),
  'too-long': () => t('This duration is longer than the server can store.'),
};

export const UNITS_HINT = (): string =>
  t('Units: mo (4 weeks), w (5 days), d (8 hours), h, and m. Examples: 1d 2h or 1h 30m.');

/** `2d 1h`, in the service's units. Takes seconds. */
export const trackedTime = (seconds: number): string => (seconds === 0 ? t('0h') : exactDuration(seconds));

/** Explains why an earlier addition of time may have succeeded. Totals are in seconds. */
export function timeMaybeAdded(
  duration: string,
  { before, now }: { readonly before: number | undefined; readonly now: number | undefined },
): string {
  return before === undefined || now === undefined
    ? t("The server didn't confirm that {0} was added before.", duration)
    : t(
        "The server didn't confirm that {0} was added before. Since then, the time spent changed from {1} to {2}.",
        duration,
        trackedTime(before),
        trackedTime(now),
      );
}

/** Returns the text of the status bar item while the timer is running. */
export const timerText = (iid: number, seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return `$(watch) !${iid} ${clock}`;
};

export const timerTooltip = (iid: number): string =>
  t('Timer running for !{0}. Click to stop it and add the time spent.', iid);

export const timerAccessibleLabel = (iid: number, seconds: number): string =>
  t(
    '{1, plural, one {Timer running for merge request {0}, # minute elapsed} other {Timer running for merge request {0}, # minutes elapsed}}',
    iid,
    Math.floor(seconds / 60),
  );
