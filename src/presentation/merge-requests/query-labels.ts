import { t } from '../../base/localize';
import type { QueryPlace } from '../../domain/merge-requests/query';
import type { Snooze, SnoozeSpan } from '../../domain/merge-requests/snooze';
import type { MergeRequest } from '../../schemas/merge-request';
import { filterEntries, type FilterField, type QueryFilters } from '../../schemas/merge-request-query';
import { listText } from '../shared/format';
import { parts } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { moment, ago } from '../shared/time-labels';
import { mergeRequestIcon } from './labels';
import { QUERY_FIELDS, type QueryField } from './query-fields';
import { requestStateLabel } from './request-label';

/** `acme/storefront`, `Group acme`, `All projects on gitlab.example`. */
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

/** Returns a server URL without its scheme. */
export const hostOf = (base: string): string => base.replace(/^https?:\/\//, '');

export interface FilterLine {
  readonly name: string;
  readonly value: string;
}

/** Describes a query in one line per filter. */
export const filterLines = (filters: QueryFilters): readonly FilterLine[] =>
  filterEntries(filters).map(([field, value]) => ({
    name: QUERY_FIELDS[field].label(),
    value: valueLabel(field, value),
  }));

/** Returns a filter with its value or its problem in one line. */
export const namedLine = (name: string, value: string): string => `${name}: ${value}`;

/** Describes all filters in one line. */
export function filterSentence(filters: QueryFilters): string {
  const lines = filterLines(filters).map(({ name, value }) => namedLine(name, value));
  return lines.length === 0 ? t('No filters') : lines.join(' · ');
}

function valueLabel(field: FilterField, value: unknown): string {
  const { choices = {} }: QueryField = QUERY_FIELDS[field];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const labels = list.map((one) => {
    const text = String(one);
    const choice = Object.hasOwn(choices, text) ? choices[text] : undefined;
    if (choice !== undefined) return choice();
    // Mark numbers as such.
    return typeof one === 'number' ? `${field === 'iids' ? '!' : '#'}${text}` : text;
  });
  return listText(labels, 'commas');
}

/** `snoozed until 21 Nov 2026, 09:00:00`. */
export function snoozeLabel(snooze: Snooze): string {
  return 'until' in snooze
    ? t('snoozed until {0}', moment(new Date(snooze.until).toISOString()) ?? '')
    : t('snoozed until it changes');
}

/** Labels of time spans for snoozing. */
export const SPAN_LABELS: Readonly<Record<SnoozeSpan, () => string>> = {
  hour: () => t('For One Hour'),
  afternoon: () => t('Until This Afternoon'),
  tomorrow: () => t('Until Tomorrow Morning'),
  'next-week': () => t('Until Next Monday'),
};

/** A result of a search. `among`: whether the results are from one project or many. */
export function foundMergeRequest(
  of: MergeRequest,
  { now, among }: { readonly now: number; readonly among: 'one' | 'many' },
): { readonly label: string; readonly description: string; readonly icon: Icon } {
  const project = among === 'many' ? of.references?.full?.split('!')[0] : undefined;
  return {
    label: `!${of.iid} ${of.title}`,
    description: parts(requestStateLabel(of), of.author?.name, ago(of.updated_at, now), project),
    icon: mergeRequestIcon(of),
  };
}

/** Placeholder of the picker. */
export const searchPlaceholder = (place: QueryPlace): string =>
  place.kind === 'host'
    ? t('Search titles and descriptions in all projects on {0}', hostOf(place.base))
    : t('Search titles and descriptions in {0}', queryPlaceLabel(place));

/** The item that continues the search in another place. */
export const searchElsewhere = (place: QueryPlace): string =>
  place.kind === 'host'
    ? t('Search All Projects on {0}', hostOf(place.base))
    : t('Search in {0}', queryPlaceLabel(place));
