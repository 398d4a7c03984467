import { t } from '../../base/localize';
import type { ChangeFilter } from '../../domain/changes/file-filter';
import type { Push } from '../../domain/changes/push-kind';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { explain } from '../shared/error-messages';
import { numberText } from '../shared/format';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { changeFilterLabel } from './change-labels';
import { newerWord, pushBrief, pushSentence } from './version-labels';

/** The displayed versions, counted from 1 (the oldest); undefined if the numbers aren't known. */
export interface RangeOf {
  /** Undefined if all changes of a version are shown. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly newest: number | undefined;
  /** Two versions are compared. */
  readonly compared: boolean;
  /** The user didn't select the range: it contains the changes since the user's last review. */
  readonly sinceReview: boolean;
  /** The push between the versions, if known; `base` is the base commit of the newer version. */
  readonly push?: Push | undefined;
  readonly base?: string | undefined;
}

/** Row stating that only the changes of a range are shown. */
export function rangeRow({ from, to, newest, compared, sinceReview, push, base }: RangeOf): Row {
  const label = sinceReview
    ? t('Since Last Review')
    : compared
      ? t('Between Two Versions')
      : t('Older Version');
  const isKnown = to !== undefined && (!compared || from !== undefined);
  const older = isKnown ? t('version {0} of {1}', to, newest ?? to) : undefined;
  const isPair = from !== undefined && to !== undefined;
  const versions = isPair ? t('versions {0} → {1}', from, to) : older;
  const pushed = pushSentence(push, base);
  const newer = to === undefined || newest === undefined ? undefined : newerWord(newest - to);
  const description = parts(versions, newer, pushBrief(push));
  return {
    label,
    ...(description === '' ? {} : { description }),
    icon: { id: 'history' },
    details: detailsOf([t('Showing'), versions], [t('History'), pushed]),
    accessibleLabel: accessibleLabel(
      label,
      isPair ? t('versions {0} to {1}', from, to) : older,
      newer,
      pushed,
    ),
    contextTokens: ['changesRange', ...(newer === undefined ? [] : ['newer'])],
    expandable: 'no',
    onClick: { command: COMMAND.compareVersions, title: t('Compare Versions') },
  };
}

/** Row describing the filter. */
export function changeFilterRow(filter: ChangeFilter, shown: number, all: number): Row {
  const summary = changeFilterLabel(filter);
  const count = t('{0} of {1}', numberText(shown), numberText(all));
  return {
    label: t('Filtered'),
    description: parts(summary, count),
    icon: { id: 'filter-filled' },
    accessibleLabel: accessibleLabel(t('Filtered'), summary.replaceAll(' · ', ', '), count),
    contextTokens: ['changesFilter'],
    expandable: 'no',
    onClick: { command: COMMAND.filterChanges, title: t('Filter Changes') },
  };
}

/** Row stating that the list of files was truncated by the server's limits. */
export function limitedRow(files: number): Row {
  const label = t('Truncated by the server');
  const why = t('The server omits files from large diffs. They can be loaded from the repository.');
  const more = t('{0, plural, one {more than # file} other {more than # files}}', files);
  return {
    label,
    description: more,
    icon: { id: 'warning', color: COLOR.warning },
    details: detailsOf([t('Reason'), why]),
    accessibleLabel: accessibleLabel(label, more, why),
    contextTokens: ['changesLimited'],
    expandable: 'no',
    onClick: { command: COMMAND.loadRestOfChanges, title: t('Load Remaining Changes') },
  };
}

/** Row stating that some pages couldn't be loaded. */
export function restFailedRow(error: unknown): Row {
  const label = t("Couldn't load all files");
  const { why } = explain(error);
  return {
    label,
    description: why,
    icon: { id: 'error', color: 'list.errorForeground' },
    details: detailsOf([t('Reason'), why]),
    accessibleLabel: accessibleLabel(label, why),
    contextTokens: ['changesLimited'],
    expandable: 'no',
    onClick: { command: COMMAND.loadRestOfChanges, title: t('Load Remaining Changes') },
  };
}

export function moreFilesRow(): Row {
  const label = t('Loading more files…');
  return { label, icon: { id: 'loading~spin' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}

/** Row in place of files. */
export function noChangesRow(why: 'filtered' | 'compared' | 'all' | 'unprepared'): Row {
  const label = {
    filtered: () => t('No matching changes'),
    compared: () => t('No changes between these versions'),
    all: () => t('No changes'),
    unprepared: () => t('The server is still preparing the changes'),
  }[why]();
  return { label, icon: { id: 'info' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}
