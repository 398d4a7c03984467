/** How long a merge request stays out of the way. Times are Unix milliseconds; `changes` is its `updated_at` then. */
export type Snooze = { readonly until: number } | { readonly changes: string };

export const SNOOZE_SPANS = ['hour', 'afternoon', 'tomorrow', 'next-week'] as const;
export type SnoozeSpan = (typeof SNOOZE_SPANS)[number];

const HOUR = 3_600_000;
const MORNING = 9;
const AFTERNOON = 14;

/** When a span ends, in Unix milliseconds of the local time; undefined where it is over for today. */
export function endOfSpan(span: SnoozeSpan, now: number): number | undefined {
  const at = (days: number, hour: number): number => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime();
  };
  switch (span) {
    case 'hour':
      return now + HOUR;
    case 'afternoon':
      return at(0, AFTERNOON) - now > HOUR ? at(0, AFTERNOON) : undefined;
    case 'tomorrow':
      return at(1, MORNING);
    case 'next-week':
      // The next Monday; on a Monday the one in a week.
      return at((8 - new Date(now).getDay()) % 7 || 7, MORNING);
  }
}
