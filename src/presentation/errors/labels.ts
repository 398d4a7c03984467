import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { COLOR } from '../shared/colors';
import { dateText, numberText } from '../shared/format';
import { parts } from '../shared/row';
import { rowTitle, shortTitle } from '../shared/short-title';
import type { Icon } from '../shared/status-icons';
import { ago } from '../shared/time-labels';

/** Fields of an error in a list, with the names of the schema. */
export interface ErrorFacts {
  readonly sentryId: string;
  readonly title: string;
  readonly type?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly culprit?: string | null | undefined;
  readonly count?: number | null | undefined;
  readonly userCount?: number | null | undefined;
  readonly firstSeen?: string | null | undefined;
  readonly lastSeen?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly shortId?: string | null | undefined;
  readonly frequency?: readonly { readonly time: string; readonly count: number }[] | null | undefined;
  /** Only if the error's details were loaded. */
  readonly firstReleaseVersion?: string | null | undefined;
  readonly lastReleaseVersion?: string | null | undefined;
  readonly tags?: { readonly level?: string | null | undefined } | null | undefined;
}

/** Labels of statuses. `UNRESOLVED` and unknown statuses have none. */
const STATUS_LABELS: Readonly<Record<string, () => string>> = {
  RESOLVED: () => t('resolved'),
  RESOLVED_IN_NEXT_RELEASE: () => t('resolved in the next release'),
  IGNORED: () => t('ignored'),
};

export function errorStatusWord(status: string | null | undefined): string | undefined {
  return STATUS_LABELS[status ?? '']?.();
}

const STATUS_ICONS: Readonly<Record<string, Icon>> = {
  RESOLVED: { id: 'pass', color: COLOR.passed },
  RESOLVED_IN_NEXT_RELEASE: { id: 'pass', color: COLOR.passed },
  IGNORED: { id: 'bell-slash', color: COLOR.inactive },
};
/** Icons by type of event. A `default` event is a message without an exception. */
const TYPE_ICONS: Readonly<Record<string, Icon>> = { default: { id: 'comment', color: COLOR.running } };
const ERROR_ICON: Icon = { id: 'bug', color: COLOR.failed };

/**
 * Returns the icon from list data: only opened errors have a level, and the rows of a list must have
 * comparable icons.
 */
export function errorIcon({ status, type }: ErrorFacts): Icon {
  return STATUS_ICONS[status ?? ''] ?? TYPE_ICONS[type ?? ''] ?? ERROR_ICON;
}

/**
 * `46× TypeError: Cannot read properties of undefined`: starts with the count, because views cut off the end
 * of a row.
 */
export function errorLabel({ title, count }: Pick<ErrorFacts, 'title' | 'count'>): string {
  return rowTitle(count === null || count === undefined ? title : `${numberText(count)}× ${title}`);
}

/** `46 events`; undefined if the count is unknown. */
export function timesLabel(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined) return undefined;
  return t('{0, plural, one {# event} other {# events}}', count);
}

/** `17 users`; undefined for 0, because many applications don't report users. */
export function usersLabel(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined || count === 0) return undefined;
  return t('{0, plural, one {# user} other {# users}}', count);
}

/** Returns the same counts with names: `Events: 46`, `Users: 17`. */
export function countFacts(
  error: Pick<ErrorFacts, 'count' | 'userCount'> | undefined,
): readonly (readonly [name: string, value: string | undefined])[] {
  const { count, userCount } = error ?? {};
  return [
    [t('Events'), count === null || count === undefined ? undefined : numberText(count)],
    [
      t('Users'),
      userCount === null || userCount === undefined || userCount === 0 ? undefined : numberText(userCount),
    ],
  ];
}

/** Maximum length of a title in a CodeLens. Longer titles would move the count too far to the right. */
const MAX_LENS_TITLE = 72;

/** Returns the text of a CodeLens: the error and how often it occurred. */
export function lensLabel(error: ErrorFacts, now: number): string {
  return parts(shortTitle(error.title, MAX_LENS_TITLE), occurrenceLabel(error, now));
}

/** `46 events, last seen 12 min ago`. */
export function occurrenceLabel({ count, lastSeen }: ErrorFacts, now: number): string {
  const seen = ago(lastSeen, now);
  if (count === null || count === undefined)
    return seen === undefined ? t('Error on this line') : t('Error on this line, last seen {0}', seen);
  return seen === undefined
    ? t('{0, plural, one {# event} other {# events}}', count)
    : t('{0, plural, one {# event, last seen {1}} other {# events, last seen {1}}}', count, seen);
}

/** `14 in the last 24 hours, most of them (9) in the hour after 09:00` */
export function frequencyLabel({ frequency }: ErrorFacts): string | undefined {
  if (frequency === null || frequency === undefined || frequency.length === 0) return undefined;
  const sum = frequency.reduce((all, { count }) => all + count, 0);
  if (sum === 0) return t('none in the last 24 hours');
  const most = frequency.reduce((best, each) => (each.count > best.count ? each : best));
  const hour = new Date(most.time);
  // Name an hour only if it has more than half of the events.
  if (Number.isNaN(hour.getTime()) || sum === 1 || most.count * 2 <= sum)
    return t('{0} in the last 24 hours', numberText(sum));
  const clock = dateText(hour, 'minutes');
  return t(
    '{0} in the last 24 hours, most of them ({1}) in the hour after {2}',
    numberText(sum),
    numberText(most.count),
    clock,
  );
}

/** Returns type and message on one line: `TypeError: x is undefined`. */
export function traceTitle({ type, message }: StackTrace): string {
  const [first = ''] = (message ?? '').split('\n');
  const name = type ?? '';
  if (name === '') return first === '' ? t('Stack trace') : first;
  return first === '' ? name : `${name}: ${first}`;
}

const MAX_STEPS_LENGTH = 3;

/**
 * Returns the end of a path, which is enough to distinguish files, and the line: `…/cart/src/price.ts:42`.
 */
export function framePlace({ file, line }: StackFrame): string {
  const steps = file
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .split('/');
  const short =
    steps.length > MAX_STEPS_LENGTH + 1 ? `…/${steps.slice(-MAX_STEPS_LENGTH).join('/')}` : steps.join('/');
  return line === undefined ? short : `${short}:${line}`;
}

/** Returns the full path as received, with line and column. */
export function frameWhere({ file, line, column }: StackFrame): string {
  return [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
}

export function frameName(frame: StackFrame): string {
  return frame.function ?? t('(anonymous)');
}

/**
 * Returns the end of a name, for a row: `Price.of` of `com.acme.cart.Price.of`, `cart.Total` of
 * `acme.example/cart.Total`.
 */
export function shortFrameName(frame: StackFrame): string {
  const name = frameName(frame);
  // A name that contains other characters, such as spaces, has no package.
  if (!/^[\w$.:/\\<>()*@~-]+$/.test(name)) return name;
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const [separator, steps] = last.includes('::')
    ? ['::', last.split('::')]
    : ['.', last.split(/\.(?=[\w$<])/)];
  return steps.length > 2 ? steps.slice(-2).join(separator) : last || name;
}

/** Returns the line of code of a frame, if the event includes it. */
export function frameCode({ line, context }: StackFrame): string | undefined {
  return context.find((each) => each.line === line)?.code.trim();
}

/** Describes the search and order of a list; empty for the defaults. */
export function filterLabel({ search, order }: { readonly search: string; readonly order: string }): string {
  return parts(search === '' ? undefined : `"${search}"`, ORDER_LABELS[order]?.brief());
}

/** Orders of a list: `title` for the picker, `brief` for rows (undefined for the default order). */
export const ORDER_LABELS: Readonly<
  Record<string, { readonly title: () => string; readonly brief: () => string | undefined }>
> = {
  last_seen: { title: () => t('Last Seen'), brief: () => undefined },
  first_seen: { title: () => t('First Seen'), brief: () => t('newest first') },
  frequency: { title: () => t('Frequency'), brief: () => t('most frequent first') },
};
