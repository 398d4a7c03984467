import { locale, t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { COLOR } from '../shared/colors';
import { parts } from '../shared/row';
import { shortMiddle, shortTitle } from '../shared/short-title';
import type { Icon } from '../shared/status-icons';
import { ago } from '../shared/time-labels';

/** What a list tells of an error; names are those of the schema. */
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
  /** Only where its details were read. */
  readonly firstReleaseVersion?: string | null | undefined;
  readonly lastReleaseVersion?: string | null | undefined;
  readonly tags?: { readonly level?: string | null | undefined } | null | undefined;
}

/** What is done about an error. `UNRESOLVED` and what is not known say nothing. */
const STATUS_WORDS: Readonly<Record<string, () => string>> = {
  RESOLVED: () => t('resolved'),
  RESOLVED_IN_NEXT_RELEASE: () => t('resolved in the next release'),
  IGNORED: () => t('ignored'),
};

export function errorStatusWord(status: string | null | undefined): string | undefined {
  return STATUS_WORDS[status ?? '']?.();
}

const STATUS_ICONS: Readonly<Record<string, Icon>> = {
  RESOLVED: { id: 'pass', color: COLOR.passed },
  RESOLVED_IN_NEXT_RELEASE: { id: 'pass', color: COLOR.passed },
  IGNORED: { id: 'bell-slash', color: COLOR.inactive },
};
/** By the kind of what was sent: an exception, or a message without one. */
const TYPE_ICONS: Readonly<Record<string, Icon>> = { default: { id: 'comment', color: COLOR.running } };
const ERROR_ICON: Icon = { id: 'bug', color: COLOR.failed };

/** By what lists tell: the level is known only of errors that were opened, and rows of siblings are drawn alike. */
export function errorIcon({ status, type }: ErrorFacts): Icon {
  return STATUS_ICONS[status ?? ''] ?? TYPE_ICONS[type ?? ''] ?? ERROR_ICON;
}

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** With more, the age of an error would be cut off in a side bar of the usual width. */
const MAX_TITLE = 18;
/** A long message of so many words says more than the type of its error. */
const TELLING_WORDS = 3;

/**
 * `46× Cannot re…'rate')`: the count comes first, because views cut the end of rows. Errors of the same type
 * differ in their message, and often only in its end.
 */
export function errorLabel({ title, count }: Pick<ErrorFacts, 'title' | 'count'>): string {
  const message = /^[\w.$:]+: (?<message>.+)$/.exec(title)?.groups?.['message'] ?? title;
  const isTelling = message.length > MAX_TITLE && message.split(' ').length >= TELLING_WORDS;
  const short = title.length <= MAX_TITLE ? title : shortMiddle(isTelling ? message : title, MAX_TITLE);
  return count === null || count === undefined ? short : `${number(count)}× ${short}`;
}

/** `46 events`; undefined where nobody counts. */
export function timesLabel(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined) return undefined;
  return t('{0, plural, one {# event} other {# events}}', count);
}

/** `17 users`; nothing for none: many programs do not tell who uses them. */
export function usersLabel(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined || count === 0) return undefined;
  return t('{0, plural, one {# user} other {# users}}', count);
}

/** The same counts behind a name: `Events: 46`, `Users: 17`. */
export function countFacts(
  error: Pick<ErrorFacts, 'count' | 'userCount'> | undefined,
): readonly (readonly [name: string, value: string | undefined])[] {
  const { count, userCount } = error ?? {};
  return [
    [t('Events'), count === null || count === undefined ? undefined : number(count)],
    [
      t('Users'),
      userCount === null || userCount === undefined || userCount === 0 ? undefined : number(userCount),
    ],
  ];
}

/** With more, what happened how often would be far to the right of the code. */
const MAX_LENS_TITLE = 72;

/** The error and how often it occurred, for above a line of code. */
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

/** How often in the last day, and when most: `14 in the last 24 hours, most of them (9) from 09:00`. */
export function frequencyLabel({ frequency }: ErrorFacts): string | undefined {
  if (frequency === null || frequency === undefined || frequency.length === 0) return undefined;
  const sum = frequency.reduce((all, { count }) => all + count, 0);
  if (sum === 0) return t('none in the last 24 hours');
  const most = frequency.reduce((best, each) => (each.count > best.count ? each : best));
  const hour = new Date(most.time);
  // Where it is spread over the day, no hour is worth a word.
  if (Number.isNaN(hour.getTime()) || sum === 1 || most.count * 2 <= sum)
    return t('{0} in the last 24 hours', number(sum));
  const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(hour);
  return t(
    '{0} in the last 24 hours, most of them ({1}) in the hour after {2}',
    number(sum),
    number(most.count),
    clock,
  );
}

/** What went wrong, on one line: `TypeError: x is undefined`. */
export function traceTitle({ type, message }: StackTrace): string {
  const [first = ''] = (message ?? '').split('\n');
  const name = type ?? '';
  if (name === '') return first === '' ? t('Stack trace') : first;
  return first === '' ? name : `${name}: ${first}`;
}

const MAX_STEPS_LENGTH = 3;

/** The end of a path, which tells files apart, with the line: `…/cart/src/price.ts:42`. */
export function framePlace({ file, line }: StackFrame): string {
  const steps = file
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .split('/');
  const short =
    steps.length > MAX_STEPS_LENGTH + 1 ? `…/${steps.slice(-MAX_STEPS_LENGTH).join('/')}` : steps.join('/');
  return line === undefined ? short : `${short}:${line}`;
}

/** The whole path as it was told, with line and column. */
export function frameWhere({ file, line, column }: StackFrame): string {
  return [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
}

export function frameName(frame: StackFrame): string {
  return frame.function ?? t('(anonymous)');
}

/** The end of a name, for a row: `Price.of` of `com.acme.cart.Price.of`, `cart.Total` of `acme.example/cart.Total`. */
export function shortFrameName(frame: StackFrame): string {
  const name = frameName(frame);
  // Blanks and the like are part of other names than those of packages.
  if (!/^[\w$.:/\\<>()*@~-]+$/.test(name)) return name;
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const [separator, steps] = last.includes('::')
    ? ['::', last.split('::')]
    : ['.', last.split(/\.(?=[\w$<])/)];
  return steps.length > 2 ? steps.slice(-2).join(separator) : last || name;
}

/** The line of code of a frame, where it was sent along. */
export function frameCode({ line, context }: StackFrame): string | undefined {
  return context.find((each) => each.line === line)?.code.trim();
}

/** How a list is searched and ordered, in words; the empty text for what is usual. */
export function filterLabel({ search, order }: { readonly search: string; readonly order: string }): string {
  return parts(search === '' ? undefined : `"${search}"`, ORDER_WORDS[order]?.brief());
}

/** Orders of a list: in the list of choices, and in a few words where it is not the usual one. */
export const ORDER_WORDS: Readonly<
  Record<string, { readonly title: () => string; readonly brief: () => string | undefined }>
> = {
  last_seen: { title: () => t('Last Seen'), brief: () => undefined },
  first_seen: { title: () => t('First Seen'), brief: () => t('newest first') },
  frequency: { title: () => t('Frequency'), brief: () => t('most frequent first') },
};
