import { t } from '../../base/localize';
import type { LfsPointer } from '../../domain/shared/file-content';
import { size } from '../shared/time-labels';

/** What stands in the place of what is no text, and of lines that nobody gave. */
interface SideMessages {
  /** The first of so many lines that are not known; undefined where nobody knows how many they are. */
  readonly gap: (lines: number | undefined) => string;
  readonly lfs: (pointer: LfsPointer) => string;
  readonly link: (target: string) => string;
  readonly submodule: (commit: string) => string;
  /** Undefined where the server does not say how large. */
  readonly tooLarge: (bytes: number | undefined) => string;
  readonly binary: () => string;
}

export const SIDE_WORDS: SideMessages = {
  gap: (lines) => {
    if (lines === undefined) return t('⋯ Remaining lines not in the diff');
    return t('{0, plural, one {⋯ # line not in the diff} other {⋯ # lines not in the diff}}', lines);
  },
  // Its name on a line of its own: a file that changed differs in it.
  lfs: ({ size: bytes, oid }) => `${t('Stored with Git LFS ({0})', size(bytes))}\nsha256:${oid}\n`,
  link: (target) => `${t('Symbolic link to {0}', target)}\n`,
  submodule: (commit) => `${t('Submodule at commit {0}', commit)}\n`,
  tooLarge: (bytes) =>
    bytes === undefined
      ? t('This file is too large to display.')
      : t('This file is too large to display ({0}).', size(bytes)),
  binary: () => t("Binary file. The server doesn't provide its content."),
};

/** What is said of a text that is not quite the file. */
export const SIDE_NOTES = {
  gaps: () => t("The server doesn't provide this file, so only the lines in its diff are shown."),
  conflicts: () =>
    t('Changes in the older version conflict with the rebase. The conflicting lines are marked.'),
  'not-rebased': () => t('The older version is shown as is, so the diff includes changes from the rebase.'),
} as const;
