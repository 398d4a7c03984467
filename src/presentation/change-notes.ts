import { t } from '../base/localize';
import type { ChangeFilter } from '../domain/diff/file-filter';
import { changeFilterWords, filesWord, number } from './change-words';
import { COMMAND } from './command-ids';
import { explain } from './error-sentences';
import { facts, parts, spoken, type Row } from './row';

/** Which versions are compared, counted from 1, the oldest; undefined where their numbers are not known. */
export interface RangeOf {
  /** Undefined where all that a version changes is shown. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly newest: number | undefined;
  /** Nobody chose it: it is what is new since this person's last review. */
  readonly sinceReview: boolean;
}

/** Says that not all changes are shown, but those of a range. */
export function rangeRow({ from, to, newest, sinceReview }: RangeOf, compared: boolean): Row {
  const label = sinceReview
    ? t('Since Your Last Review')
    : compared
      ? t('Between Two Versions')
      : t('An Older Version');
  const versions =
    to === undefined || (compared && from === undefined)
      ? undefined
      : from === undefined
        ? t('version {0} of {1}', to, newest ?? to)
        : t('version {0} → {1}', from, to);
  return {
    label,
    ...(versions === undefined ? {} : { description: versions }),
    icon: { id: 'history' },
    facts: facts([t('Shown'), versions], [t('On click'), t('Compare Versions')]),
    accessibleLabel: spoken(
      label,
      from === undefined || to === undefined ? versions : t('version {0} to {1}', from, to),
    ),
    words: ['changesRange'],
    expandable: 'no',
    onClick: { command: COMMAND.compareVersions, title: t('Compare Versions') },
  };
}

/** Says what a filter leaves. */
export function changeFilterRow(filter: ChangeFilter, shown: number, all: number): Row {
  const words = changeFilterWords(filter);
  const count = t('{0} of {1}', number(shown), number(all));
  return {
    label: t('Filtered'),
    description: parts(words, count),
    icon: { id: 'filter-filled' },
    accessibleLabel: spoken(t('Filtered'), words.replaceAll(' · ', ', '), count),
    words: ['changesFilter'],
    expandable: 'no',
    onClick: { command: COMMAND.filterChanges, title: t('Filter Changes') },
  };
}

/** The server's limits cut the list of files. */
export function limitedRow(files: number): Row {
  const label = t('Limited by the Server');
  const why = t('The server leaves files of large changes out; they are read from the repository itself');
  return {
    label,
    description: t('more than {0}', filesWord(files)),
    icon: { id: 'warning', color: 'list.warningForeground' },
    facts: facts([t('Why'), why], [t('On click'), t('Load Rest of Changes')]),
    accessibleLabel: spoken(label, t('more than {0}', filesWord(files)), why),
    words: ['changesLimited'],
    expandable: 'no',
    onClick: { command: COMMAND.loadRestOfChanges, title: t('Load Rest of Changes') },
  };
}

/** Pages did not arrive. */
export function restFailedRow(error: unknown): Row {
  const label = t('Not all files arrived');
  const { why } = explain(error);
  return {
    label,
    description: why,
    icon: { id: 'error', color: 'list.errorForeground' },
    facts: facts([t('Why'), why], [t('On click'), t('Load Rest of Changes')]),
    accessibleLabel: spoken(label, why),
    words: ['changesLimited'],
    expandable: 'no',
    onClick: { command: COMMAND.loadRestOfChanges, title: t('Load Rest of Changes') },
  };
}

export function moreFilesRow(): Row {
  const label = t('Loading more files…');
  return { label, icon: { id: 'loading~spin' }, accessibleLabel: label, words: [], expandable: 'no' };
}

/** In the place of files. */
export function noChangesRow(why: 'filtered' | 'compared' | 'all' | 'unprepared'): Row {
  const label = {
    filtered: () => t('No change fits the filter'),
    compared: () => t('Nothing changed between these versions'),
    all: () => t('No changes'),
    unprepared: () => t('The server has not worked out the changes yet'),
  }[why]();
  return { label, icon: { id: 'info' }, accessibleLabel: label, words: [], expandable: 'no' };
}
