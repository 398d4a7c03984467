import { t } from '../../base/localize';
import { type DurationProblem, exactDuration } from '../../domain/merge-requests/time-duration';

/** What is wrong with a duration that was typed. */
export const DURATION_PROBLEMS: Readonly<Record<DurationProblem, () => string>> = {
  empty: () => t('Type a duration such as 1h 30m.'),
  'no-unit': () => t('A number needs its unit: mo, w, d, h or m, such as 1h 30m.'),
  form: () => t('Type numbers with the units mo, w, d, h and m, such as 1d 2h or 1h 30m.'),
  repeated: () => t('Each unit can stand only once.'),
  zero: () => t('That is no time at all.'),
  negative: () => t('An estimate cannot be negative.'),
  'too-long': () => t('That is more time than a server can keep.'),
};

export const UNITS_HINT = (): string =>
  t('Units: mo (4 weeks), w (5 days), d (8 hours), h, m. Such as 1d 2h or 1h 30m.');

/** `2d 1h` of seconds, in the service's own units. */
export const trackedTime = (seconds: number): string => (seconds === 0 ? t('none') : exactDuration(seconds));

/** The item of the status bar while time is taken. */
export const timerText = (iid: number, seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return t('$(watch) !{0} {1}', iid, clock);
};

export const timerTooltip = (iid: number): string =>
  t('Time is being taken for !{0}. Click to stop and tell it.', iid);

export const timerSpoken = (iid: number, seconds: number): string =>
  t('Time is being taken for merge request {0}: {1} minutes so far', iid, Math.floor(seconds / 60));
