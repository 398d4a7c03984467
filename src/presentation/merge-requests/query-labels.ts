import { locale, t } from '../../base/localize';
import { FILTER_NAMES, type FilterField, NEGATION_NAMES } from '../../domain/merge-requests/filters';
import type { QueryPlace } from '../../domain/merge-requests/query';
import type { Snooze, SnoozeSpan } from '../../domain/merge-requests/snooze';
import type { QueryFilters } from '../../schemas/merge-request-query';
import { moment } from '../shared/time-labels';
import { choicesOf, FIELD_WORDS, isChoiceField } from './query-fields';

/** Where a question is asked: `acme/storefront`, `group acme`, `all of gitlab.example`. */
export function queryPlaceLabel(place: QueryPlace): string {
  switch (place.kind) {
    case 'host':
      return t('All projects on {0}', hostOf(place.base));
    case 'group':
      return t('Group {0}', place.group);
    case 'project':
      return typeof place.project === 'string' ? place.project : t('Project #{0}', place.project);
  }
}

/** Without the scheme, as people call a server. */
export const hostOf = (base: string): string => base.replace(/^https?:\/\//, '');

export interface FilterLine {
  readonly name: string;
  readonly value: string;
}

/** What a query asks for, one line for each filter. */
export function filterLines({ not = {}, ...plain }: QueryFilters): readonly FilterLine[] {
  return [
    ...FILTER_NAMES.map((name) => lineOf(name, plain[name])),
    ...NEGATION_NAMES.map((name) => lineOf(`not.${name}`, not[name])),
  ].flat();
}

function lineOf(field: FilterField, value: unknown): FilterLine[] {
  return value === undefined ? [] : [{ name: FIELD_WORDS[field](), value: valueLabel(field, value) }];
}

/** A filter and its value, or a filter and what is wrong with it, in one line. */
export const namedLine = (name: string, words: string): string => `${name}: ${words}`;

/** The same in one line. */
export function filterSentence(filters: QueryFilters): string {
  const lines = filterLines(filters).map(({ name, value }) => namedLine(name, value));
  return lines.length === 0 ? t('No filters') : lines.join(' · ');
}

function valueLabel(field: FilterField, value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = list.map((one) => {
    const text = String(one);
    const choice = isChoiceField(field) ? choicesOf(field).find(([each]) => each === text) : undefined;
    if (choice !== undefined) return choice[1]();
    // Numbers are marked as what they are.
    return typeof one === 'number' ? `${field === 'iids' ? '!' : '#'}${text}` : text;
  });
  return new Intl.ListFormat(locale(), { type: 'unit' }).format(words);
}

/** `snoozed until 21 Nov 2026, 09:00:00`. */
export function snoozeLabel(snooze: Snooze): string {
  return 'until' in snooze
    ? t('snoozed until {0}', moment(new Date(snooze.until).toISOString()) ?? '')
    : t('snoozed until it changes');
}

/** What can be chosen for a snooze by time. */
export const SPAN_WORDS: Readonly<Record<SnoozeSpan, () => string>> = {
  hour: () => t('For One Hour'),
  afternoon: () => t('Until This Afternoon'),
  tomorrow: () => t('Until Tomorrow Morning'),
  'next-week': () => t('Until Next Monday'),
};
