import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { FileDiff } from '../../domain/changes/file-diff';
import type { ChangeFilter } from '../../domain/changes/file-filter';
import { baseName, folderOf } from '../../domain/changes/file-tree';
import { type LineEndingChange, lineEndingChange } from '../../domain/changes/line-endings';
import type { ChangeComparison, ReviewFile } from '../../domain/changes/review-file';
import { shownChange } from '../../domain/changes/shown-change';
import { escapeInvisibleLine } from '../shared/escape-invisible';
import { listText, numberText } from '../shared/format';
import { parts } from '../shared/row';
import { sizeLabel } from '../shared/size-labels';
import { CHANGE_MARKS } from './change-marks';

/** `count` can be a text from the server, such as `1000+`. */
export function filesWord(count: number | string): string {
  return /^\d+$/.test(String(count))
    ? t('{0, plural, one {# file} other {# files}}', Number(count))
    : t('{0} files', count);
}

interface Lines {
  readonly added: number;
  readonly removed: number;
}

/** `+12 −3`; undefined if no lines differ. */
export function linesBrief({ added, removed }: Lines): string | undefined {
  const counts = [added > 0 ? `+${numberText(added)}` : '', removed > 0 ? `−${numberText(removed)}` : ''];
  return counts.join(' ').trim() || undefined;
}

/** Returns the same for screen readers, one fact each. */
export const accessibleLineCounts = ({ added, removed }: Lines): readonly (string | undefined)[] => [
  added === 0 ? undefined : t('{0, plural, one {# line added} other {# lines added}}', added),
  removed === 0 ? undefined : t('{0, plural, one {# line removed} other {# lines removed}}', removed),
];

/** How the change of a file differs between two versions: `brief` for rows, and as a sentence. */
export const COMPARISON_LABELS: Readonly<
  Record<ChangeComparison, { readonly brief: () => string; readonly sentence: () => string }>
> = {
  changed: {
    brief: () => t('changed'),
    sentence: () => t('Changed since the older version'),
  },
  unsure: {
    brief: () => t('may have changed'),
    sentence: () => t('No text diff available; the file may have changed'),
  },
  new: { brief: () => t('newly changed'), sentence: () => t('Not changed in the older version') },
  gone: { brief: () => t('no longer changed'), sentence: () => t('Changed only in the older version') },
  rebased: {
    brief: () => t('only rebased'),
    sentence: () => t('Same change as in the older version, on a different base'),
  },
};

/** Why the server omits the lines of a file. */
export const WITHHELD_LABELS = {
  collapsed: { brief: () => t('collapsed by the server'), why: () => t('The server omits large diffs') },
  'too-large': {
    brief: () => t('diff too large'),
    why: () => t("The server omits this diff because it's too large"),
  },
} as const;

/** Modes of symbolic links and submodules, which have no lines. */
const KINDS: Readonly<Record<string, () => string>> = {
  '120000': () => t('symbolic link'),
  '160000': () => t('submodule'),
};

/** Returns what a file is if it isn't a regular file. */
function kindWord({ change, oldMode, newMode }: FileDiff): string | undefined {
  const mode = (change === 'deleted' ? oldMode : newMode) ?? '';
  return Object.hasOwn(KINDS, mode) ? KINDS[mode]?.() : undefined;
}

/** `100644 → 100755`, if the mode has changed. */
export function modeChange({ change, oldMode, newMode }: FileDiff): string | undefined {
  if (change === 'added' || change === 'deleted' || oldMode === undefined || newMode === undefined)
    return undefined;
  return oldMode === newMode ? undefined : `${oldMode} → ${newMode}`;
}

/** Numbers of bytes of both sides of a binary file; undefined if a side doesn't exist or isn't known. */
export interface FileSizes {
  readonly old: number | undefined;
  readonly new: number | undefined;
}

/** `12 kB → 14 kB`; one size for a file that was added or deleted, or has the same size. Undefined if it isn't known. */
export function sizesLabel(file: ReviewFile, sizes: FileSizes): string | undefined {
  const change = shownChange(file);
  const [old, now] = [sizes.old, sizes.new].map((bytes) =>
    bytes === undefined ? undefined : sizeLabel(bytes),
  );
  if (change === 'added') return now;
  if (change === 'deleted') return old;
  if (old === undefined || now === undefined) return undefined;
  // Sizes that are rounded to the same text are different nevertheless.
  return sizes.old === sizes.new ? now : `${old} → ${now}`;
}

/** `binary, 12 kB → 14 kB`, or `binary`. */
export function binaryLabel(file: ReviewFile, sizes: FileSizes | undefined): string {
  const label = sizes && sizesLabel(file, sizes);
  return label === undefined ? t('binary') : t('binary, {0}', label);
}

/** `full`: shows full paths instead of short ones. */
interface LabelOptions {
  readonly full?: boolean;
  readonly sizes?: FileSizes | undefined;
}

/** Returns the origin of a renamed or copied file; only the name if the folder is the same. */
export function originLabel(file: ReviewFile, { full = false }: LabelOptions = {}): string | undefined {
  const change = shownChange(file);
  const { oldPath, newPath } = file.diff;
  if (change !== 'renamed' && change !== 'copied') return undefined;
  const from = !full && folderOf(oldPath) === folderOf(newPath) ? baseName(oldPath) : oldPath;
  return change === 'renamed' ? t('renamed from {0}', from) : t('copied from {0}', from);
}

/** Returns short labels of everything unusual about a file. */
export function unusualLabels(file: ReviewFile, options?: LabelOptions): readonly (string | undefined)[] {
  const { diff, withheld } = file;
  const mode = modeChange(diff);
  return [
    originLabel(file, options),
    mode === undefined ? undefined : t('mode {0}', mode),
    kindWord(diff),
    diff.binary ? binaryLabel(file, options?.sizes) : undefined,
    lineEndingLabel(file),
    withheld && WITHHELD_LABELS[withheld].brief(),
  ];
}

/** Returns a line about what the lines of a diff don't show; undefined if there is nothing. */
export function diffNote(file: ReviewFile, sizes?: FileSizes): string | undefined {
  const note = parts(...unusualLabels(file, { full: true, sizes }));
  return note === '' ? undefined : escapeInvisibleLine(note);
}

const LINE_ENDINGS: Readonly<Record<LineEndingChange, () => string>> = {
  'to-crlf': () => t('only line endings (LF → CRLF)'),
  'to-lf': () => t('only line endings (CRLF → LF)'),
  mixed: () => t('only line endings'),
};

/** Returns a label if the shown change of a file changes only line endings, which editors don't show. */
export function lineEndingLabel({ diff, comparison }: ReviewFile): string | undefined {
  const change = comparison === undefined || comparison === 'new' ? lineEndingChange(diff) : undefined;
  return change && LINE_ENDINGS[change]();
}

/**
 * Returns the number of changed lines, if the server reports it and it applies to what is shown: not to a
 * change that is compared with that of another version.
 */
export function linesOfFile({ diff, withheld, comparison }: ReviewFile): Lines | undefined {
  const isReported =
    !diff.binary && withheld === undefined && (comparison === undefined || comparison === 'new');
  return isReported ? diff : undefined;
}

/** Describes a filter: `unviewed · added or deleted · .ts · "cart"`. */
export function changeFilterLabel({ text, statuses, extensions, unviewed }: ChangeFilter): string {
  const either = (labels: readonly string[]): string => listText(labels, 'short or');
  return parts(
    unviewed ? t('unviewed') : undefined,
    statuses.length === 0 ? undefined : either(statuses.map((each) => CHANGE_MARKS[each].word())),
    extensions.length === 0 ? undefined : either(extensions.map(extensionWord)),
    text.trim() === '' ? undefined : `"${text.trim()}"`,
  );
}

const extensionWord = (extension: string): string => (extension === '' ? t('no extension') : extension);

/** `2/5 abc12345 Explain teapots`: title of a commit of a merge request. */
export function commitPlaceTitle(
  sha: string,
  subject: string | undefined,
  number: number | undefined,
  count: number | undefined,
): string {
  const name = [shortSha(sha), subject ?? ''].join(' ').trim();
  return number === undefined || count === undefined ? name : `${number}/${count} ${name}`;
}
