/**
 * How long a merge request is snoozed: until a time (Unix milliseconds), or until its `updated_at` differs
 * from `changes`.
 */
export type Snooze = { readonly until: number } | { readonly changes: string };

export const SNOOZE_SPANS = ['hour', 'afternoon', 'tomorrow', 'next-week'] as const;
export type SnoozeSpan = (typeof SNOOZE_SPANS)[number];

const HOUR = 3_600_000;
const MORNING = 9;
const AFTERNOON = 14;

/**
 * Returns when a span ends, in Unix milliseconds, based on local time. Returns undefined for `afternoon` if
 * it starts in less than an hour or has already started.
 */
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
      // The next Monday; on Mondays, the one in a week.
      return at((8 - new Date(now).getDay()) % 7 || 7, MORNING);
  }
}
