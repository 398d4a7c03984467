import { t } from '../../base/localize';
import type { ChangeGroup } from '../../domain/review/change-groups';
import { baseName, folderOf, type ShownFolder } from '../../domain/review/file-tree';
import type { ReviewFile } from '../../domain/review/review-file';
import { shownChange } from '../../domain/review/shown-change';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row, yes } from '../shared/row';
import {
  filesWord,
  linesBrief,
  linesOfFile,
  linesSpoken,
  modeChange,
  number,
  oddities,
  originLabel,
  VERDICT_WORDS,
  WITHHELD_WORDS,
} from './change-labels';
import { CHANGE_MARKS, changeResource } from './change-marks';
import { newerWord } from './version-labels';

/** Names the merge request whose changes these are. */
interface MergeRequestOf {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

/** What is known of the changes of a merge request; `count` as the merge request tells it before they are read. */
export type ChangesSummary =
  | { readonly read: false; readonly count: string | number | undefined }
  | {
      readonly read: true;
      readonly files: number;
      readonly complete: boolean;
      readonly added: number;
      readonly removed: number;
      readonly viewed: number;
      /** Two versions are compared: counts of lines would be those of one of them. */
      readonly compared: boolean;
      readonly filtered: boolean;
      /** Versions that came after the one that a person chose. */
      readonly newer: number;
    };

/** The row above all changes: `3/12 viewed · +340 −20`; first of all whether it is the newest that is shown. */
export function changesRow(told: ChangesSummary): Row {
  const lines = told.read && !told.compared ? told : { added: 0, removed: 0 };
  const count = told.read
    ? filesWord(told.complete ? told.files : `${number(told.files)}+`)
    : told.count === undefined
      ? undefined
      : filesWord(told.count);
  const progress =
    told.read && told.files > 0 ? t('{0}/{1} viewed', number(told.viewed), number(told.files)) : undefined;
  // The progress tells the count too, and a narrow view shows no more than the beginning.
  const isWhole = progress !== undefined && told.read && told.complete;
  const newer = told.read ? newerWord(told.newer) : undefined;
  const description = parts(newer, isWhole ? undefined : count, progress, linesBrief(lines));
  return {
    label: t('Changes'),
    ...(description === '' ? {} : { description }),
    icon: { id: 'diff-multiple' },
    accessibleLabel: accessibleLabel(
      t('Changes'),
      newer,
      count,
      ...linesSpoken(lines),
      told.read && told.files > 0
        ? t('{0} of {1} viewed', number(told.viewed), number(told.files))
        : undefined,
    ),
    contextTokens: [
      'section',
      'changes',
      ...(told.read && told.filtered ? ['filtered'] : []),
      ...(newer === undefined ? [] : ['newer']),
    ],
    expandable: 'collapsed',
  };
}

interface FileRowOf {
  readonly layout: 'tree' | 'list';
  readonly viewed: boolean;
  /** It is told as made by a program, by the server or by a person's patterns. */
  readonly generated: boolean;
}

/** A changed file. */
export function changedFileRow(
  of: MergeRequestOf,
  file: ReviewFile,
  { layout, viewed, generated }: FileRowOf,
): Row {
  const { path, diff, withheld, verdict } = file;
  const change = shownChange(file);
  const mark = CHANGE_MARKS[change];
  const lines = linesOfFile(file);
  const folder = folderOf(path);
  const since = verdict && VERDICT_WORDS[verdict];
  const description = parts(
    layout === 'list' ? folder : undefined,
    lines && linesBrief(lines),
    ...oddities(file),
    // The group above says what those are that only moved.
    verdict === 'rebased' ? undefined : since?.brief(),
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
        [t('Lines'), lines && parts(...linesSpoken(lines))],
        [t('Mode'), modeChange(diff)],
        [t('Binary'), yes(diff.binary)],
        [t('Generated'), yes(generated)],
        [t('Diff'), withheld && WITHHELD_WORDS[withheld].why()],
        [t('Comparison'), since?.sentence()],
        [t('Viewed'), yes(viewed)],
      );
    },
    accessibleLabel: accessibleLabel(
      folder === '' ? baseName(path) : t('{0} in {1}', baseName(path), folder),
      change === 'renamed' || change === 'copied' ? undefined : mark.word(),
      ...oddities(file, { full: true }),
      ...(lines === undefined ? [] : linesSpoken(lines)),
      generated ? t('generated') : undefined,
      since?.brief(),
      viewed ? t('viewed') : undefined,
    ),
    contextTokens: ['change', change, viewed ? 'viewed' : 'unviewed', ...(withheld ? ['leftOut'] : [])],
    expandable: 'no',
    onClick: { command: COMMAND.openFileDiff, title: t('Open File Diff') },
  };
}

/** What is below a folder or group. */
interface BelowOf {
  readonly files: number;
  readonly viewed: number;
}

/** A folder of changed files. Ticked where all that is shown below it is viewed. */
export function changeFolderRow(of: MergeRequestOf, { path, name }: ShownFolder, below: BelowOf): Row {
  return {
    label: name,
    icon: { id: 'folder' },
    resource: changeResource(of, path),
    checkbox: box(isAll(below), path),
    details: detailsOf([t('Path'), path], ...belowFacts(below)),
    accessibleLabel: accessibleLabel(t('Folder {0}', path), ...belowSpoken(below)),
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

/** Files that need not be read one by one; closed at first. */
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
    accessibleLabel: accessibleLabel(name(), ...belowSpoken(below)),
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
const belowSpoken = ({ files, viewed }: BelowOf): (string | undefined)[] => [
  filesWord(files),
  viewed === 0 ? undefined : t('{0} of {1} viewed', number(viewed), number(files)),
];

function box(checked: boolean, name: string): NonNullable<Row['checkbox']> {
  return {
    checked,
    tooltip: checked ? t('Mark as Not Viewed') : t('Mark as Viewed'),
    accessibleLabel: t('Viewed: {0}', name),
  };
}
