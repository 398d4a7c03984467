import { locale, t } from '../../base/localize';
import type { FileDiff } from '../../domain/review/file-diff';
import type { ChangeFilter } from '../../domain/review/file-filter';
import { baseName, folderOf } from '../../domain/review/file-tree';
import type { FileVerdict, ReviewFile } from '../../domain/review/review-file';
import { shownChange } from '../../domain/review/shown-change';
import { parts } from '../shared/row';
import { CHANGE_MARKS } from './change-marks';

let format: { readonly locale: string; readonly number: Intl.NumberFormat } | undefined;

/** Making a format takes longer than all else of a row, and there may be thousands. */
export function number(value: number): string {
  const now = locale();
  if (format?.locale !== now) format = { locale: now, number: new Intl.NumberFormat(now) };
  return format.number.format(value);
}

/** `count` may be the server's own text: `1000+`. */
export function filesWord(count: number | string): string {
  return /^\d+$/.test(String(count))
    ? t('{0, plural, one {# file} other {# files}}', Number(count))
    : t('{0} files', count);
}

interface Lines {
  readonly added: number;
  readonly removed: number;
}

/** `+12 −3`; undefined where no line is different. */
export function linesBrief({ added, removed }: Lines): string | undefined {
  const told = [added > 0 ? `+${number(added)}` : '', removed > 0 ? `−${number(removed)}` : ''];
  return told.join(' ').trim() || undefined;
}

/** The same for those who hear it, one fact each. */
export const linesSpoken = ({ added, removed }: Lines): readonly (string | undefined)[] => [
  added === 0 ? undefined : t('{0, plural, one {# line added} other {# lines added}}', added),
  removed === 0 ? undefined : t('{0, plural, one {# line removed} other {# lines removed}}', removed),
];

/** What became of a file's change between two versions, as short as a row has room for, and as a sentence. */
export const VERDICT_WORDS: Readonly<
  Record<FileVerdict, { readonly brief: () => string; readonly sentence: () => string }>
> = {
  changed: {
    brief: () => t('changed'),
    sentence: () => t('Changed since the older version'),
  },
  unsure: {
    brief: () => t('may have changed'),
    sentence: () => t("No text diff available; can't tell whether it changed"),
  },
  new: { brief: () => t('newly changed'), sentence: () => t('Not changed in the older version') },
  gone: { brief: () => t('no longer changed'), sentence: () => t('Changed only in the older version') },
  rebased: {
    brief: () => t('only rebased'),
    sentence: () => t('Same change as in the older version, on a different base'),
  },
};

/** Why the server tells no lines of a file. */
export const WITHHELD_WORDS = {
  collapsed: { brief: () => t('collapsed by the server'), why: () => t('The server omits large diffs') },
  'too-large': {
    brief: () => t('diff too large'),
    why: () => t("The server omits this diff because it's too large"),
  },
} as const;

/** A symbolic link and a submodule are no files with lines of their own. */
const KINDS: Readonly<Record<string, () => string>> = {
  '120000': () => t('symbolic link'),
  '160000': () => t('submodule'),
};

/** What a file is, where it is not a plain one. */
function kindWord({ change, oldMode, newMode }: FileDiff): string | undefined {
  const mode = (change === 'deleted' ? oldMode : newMode) ?? '';
  return Object.hasOwn(KINDS, mode) ? KINDS[mode]?.() : undefined;
}

/** `100644 → 100755`, where the mode is another one. */
export function modeChange({ change, oldMode, newMode }: FileDiff): string | undefined {
  if (change === 'added' || change === 'deleted' || oldMode === undefined || newMode === undefined)
    return undefined;
  return oldMode === newMode ? undefined : `${oldMode} → ${newMode}`;
}

/** `full`: with whole paths, instead of as short as it is clear. */
interface LabelOptions {
  readonly full?: boolean;
}

/** Where it came from, as short as it is clear: its name where it stayed in its folder. */
export function originLabel(file: ReviewFile, { full = false }: LabelOptions = {}): string | undefined {
  const change = shownChange(file);
  const { oldPath, newPath } = file.diff;
  if (change !== 'renamed' && change !== 'copied') return undefined;
  const from = !full && folderOf(oldPath) === folderOf(newPath) ? baseName(oldPath) : oldPath;
  return change === 'renamed' ? t('renamed from {0}', from) : t('copied from {0}', from);
}

/** All that is odd about a file, in a few words each. */
export function oddities(file: ReviewFile, options?: LabelOptions): readonly (string | undefined)[] {
  const { diff, withheld } = file;
  const mode = modeChange(diff);
  return [
    originLabel(file, options),
    mode === undefined ? undefined : t('mode {0}', mode),
    kindWord(diff),
    diff.binary ? t('binary') : undefined,
    withheld && WITHHELD_WORDS[withheld].brief(),
  ];
}

/** Its lines, where they are told and are those of what is looked at: not of a change that is compared with another. */
export function linesOfFile({ diff, withheld, verdict }: ReviewFile): Lines | undefined {
  const told = !diff.binary && withheld === undefined && (verdict === undefined || verdict === 'new');
  return told ? diff : undefined;
}

/** What a filter leaves: `not viewed · added, deleted · .ts · “cart”`. */
export function changeFilterLabel({ text, statuses, extensions, unviewed }: ChangeFilter): string {
  const either = new Intl.ListFormat(locale(), { type: 'disjunction', style: 'narrow' });
  return parts(
    unviewed ? t('not viewed') : undefined,
    statuses.length === 0 ? undefined : either.format(statuses.map((each) => CHANGE_MARKS[each].word())),
    extensions.length === 0 ? undefined : either.format(extensions.map(extensionWord)),
    text.trim() === '' ? undefined : `"${text.trim()}"`,
  );
}

const extensionWord = (extension: string): string => (extension === '' ? t('no extension') : extension);
