import { t } from '../../base/localize';
import type { ChangeGroup } from '../../domain/changes/change-groups';
import { baseName, folderOf, type ShownFolder } from '../../domain/changes/file-tree';
import type { ReviewFile } from '../../domain/changes/review-file';
import { shownChange } from '../../domain/changes/shown-change';
import { isImagePath, isSvgPath } from '../../domain/shared/file-content';
import { COMMAND } from '../shared/command-ids';
import { numberText } from '../shared/format';
import { accessibleLabel, detailsOf, parts, type Row, yes } from '../shared/row';
import {
  accessibleLineCounts,
  COMPARISON_LABELS,
  filesWord,
  linesBrief,
  linesOfFile,
  modeChange,
  originLabel,
  unusualLabels,
  WITHHELD_LABELS,
} from './change-labels';
import { CHANGE_MARKS, changeResource } from './change-marks';
import { newerWord } from './version-labels';

/** Identifies the merge request of the changes. */
interface MergeRequestOf {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

/** Data of the changes of a merge request; before they are loaded, `count` is the merge request's value. */
export type ChangesSummary =
  | { readonly read: false; readonly count: string | number | undefined }
  | {
      readonly read: true;
      readonly files: number;
      readonly complete: boolean;
      readonly added: number;
      readonly removed: number;
      readonly viewed: number;
      /** Two versions are compared; line counts would apply to only one of them. */
      readonly compared: boolean;
      readonly filtered: boolean;
      /** Number of versions newer than the one that the user selected. */
      readonly newer: number;
    };

/** Row above all changes: `3/12 viewed · +340 −20`, after the number of newer versions. */
export function changesRow(summary: ChangesSummary): Row {
  const lines = summary.read && !summary.compared ? summary : { added: 0, removed: 0 };
  const count = summary.read
    ? filesWord(summary.complete ? summary.files : `${numberText(summary.files)}+`)
    : summary.count === undefined
      ? undefined
      : filesWord(summary.count);
  const progress =
    summary.read && summary.files > 0
      ? t('{0}/{1} viewed', numberText(summary.viewed), numberText(summary.files))
      : undefined;
  // The progress includes the count, and narrow views show only the beginning.
  const isWhole = progress !== undefined && summary.read && summary.complete;
  const newer = summary.read ? newerWord(summary.newer) : undefined;
  const description = parts(newer, isWhole ? undefined : count, progress, linesBrief(lines));
  return {
    label: t('Changes'),
    ...(description === '' ? {} : { description }),
    icon: { id: 'diff-multiple' },
    accessibleLabel: accessibleLabel(
      t('Changes'),
      newer,
      count,
      ...accessibleLineCounts(lines),
      summary.read && summary.files > 0
        ? t('{0} of {1} viewed', numberText(summary.viewed), numberText(summary.files))
        : undefined,
    ),
    contextTokens: [
      'section',
      'changes',
      ...(summary.read && summary.filtered ? ['filtered'] : []),
      ...(newer === undefined ? [] : ['newer']),
    ],
    expandable: 'collapsed',
  };
}

interface FileRowOf {
  readonly layout: 'tree' | 'list';
  readonly viewed: boolean;
  /** The server or the user's patterns mark it as generated. */
  readonly generated: boolean;
}

/** Row of a changed file. */
export function changedFileRow(
  of: MergeRequestOf,
  file: ReviewFile,
  { layout, viewed, generated }: FileRowOf,
): Row {
  const { path, diff, withheld, comparison } = file;
  const change = shownChange(file);
  const mark = CHANGE_MARKS[change];
  const lines = linesOfFile(file);
  const folder = folderOf(path);
  const since = comparison && COMPARISON_LABELS[comparison];
  const description = parts(
    layout === 'list' ? folder : undefined,
    lines && linesBrief(lines),
    ...unusualLabels(file),
    // The row of the group already states that the files are only rebased.
    comparison === 'rebased' ? undefined : since?.brief(),
  );
  return {
    label: baseName(path),
    ...(description === '' ? {} : { description }),
    icon: { id: 'file' },
    resource: changeResource(of, path, change),
    checkbox: box(viewed, path),
    get details() {
      return detailsOf(
        [t('Path'), path],
        [t('Change'), originLabel(file, { full: true }) ?? mark.word()],
        [t('Lines'), lines && parts(...accessibleLineCounts(lines))],
        [t('Mode'), modeChange(diff)],
        [t('Binary'), yes(diff.binary)],
        [t('Generated'), yes(generated)],
        [t('Diff'), withheld && WITHHELD_LABELS[withheld].why()],
        [t('Comparison'), since?.sentence()],
        [t('Viewed'), yes(viewed)],
      );
    },
    accessibleLabel: accessibleLabel(
      folder === '' ? baseName(path) : t('{0} in {1}', baseName(path), folder),
      change === 'renamed' || change === 'copied' ? undefined : mark.word(),
      ...unusualLabels(file, { full: true }),
      ...(lines === undefined ? [] : accessibleLineCounts(lines)),
      generated ? t('generated') : undefined,
      since?.brief(),
      viewed ? t('viewed') : undefined,
    ),
    contextTokens: [
      'change',
      change,
      viewed ? 'viewed' : 'unviewed',
      ...(withheld ? ['leftOut'] : []),
      ...(isImagePath(path) || isSvgPath(path) ? ['image'] : []),
    ],
    expandable: 'no',
    onClick: { command: COMMAND.openFileDiff, title: t('Open File Diff') },
  };
}

/** Number of files below a folder or group, and of viewed ones. */
interface BelowOf {
  readonly files: number;
  readonly viewed: number;
}

/** Row of a folder of changed files. Checked if all shown files below it are viewed. */
export function changeFolderRow(of: MergeRequestOf, { path, name }: ShownFolder, below: BelowOf): Row {
  return {
    label: name,
    icon: { id: 'folder' },
    resource: changeResource(of, path),
    checkbox: box(isAll(below), path),
    details: detailsOf([t('Path'), path], ...belowFacts(below)),
    accessibleLabel: accessibleLabel(t('Folder {0}', path), ...accessibleCounts(below)),
    contextTokens: ['changeFolder', ...markable(below)],
    expandable: 'expanded',
  };
}

const GROUPS: Readonly<
  Record<
    Exclude<ChangeGroup, 'files'>,
    { readonly name: () => string; readonly icon: string; readonly why: () => string }
  >
> = {
  generated: {
    name: () => t('Generated'),
    icon: 'gear',
    why: () => t('Marked as generated by the server or your settings'),
  },
  rebased: {
    name: () => t('Only Rebased'),
    icon: 'git-compare',
    why: () => t('Same changes as in the older version, on a different base'),
  },
};

/** Row of a group of files that needn't be reviewed individually; initially collapsed. */
export function changeGroupRow(
  group: Exclude<ChangeGroup, 'files'>,
  below: BelowOf & { readonly added: number; readonly removed: number },
): Row {
  const { name, icon, why } = GROUPS[group];
  return {
    label: name(),
    description: parts(filesWord(below.files), group === 'rebased' ? undefined : linesBrief(below)),
    icon: { id: icon },
    checkbox: box(isAll(below), name()),
    details: detailsOf([t('Files'), below.files], [t('Reason'), why()], [t('Viewed'), below.viewed]),
    accessibleLabel: accessibleLabel(name(), ...accessibleCounts(below)),
    contextTokens: ['changeFolder', ...markable(below)],
    expandable: 'collapsed',
  };
}

const isAll = ({ files, viewed }: BelowOf): boolean => files > 0 && viewed === files;
const markable = (below: BelowOf): string[] => [
  ...(isAll(below) ? [] : ['unviewed']),
  ...(below.viewed > 0 ? ['viewed'] : []),
];
const belowFacts = ({ files, viewed }: BelowOf) =>
  [
    [t('Files'), files],
    [t('Viewed'), viewed],
  ] as const;
const accessibleCounts = ({ files, viewed }: BelowOf): (string | undefined)[] => [
  filesWord(files),
  viewed === 0 ? undefined : t('{0} of {1} viewed', numberText(viewed), numberText(files)),
];

function box(checked: boolean, name: string): NonNullable<Row['checkbox']> {
  return {
    checked,
    tooltip: checked ? t('Mark as Unviewed') : t('Mark as Viewed'),
    accessibleLabel: t('Viewed: {0}', name),
  };
}
