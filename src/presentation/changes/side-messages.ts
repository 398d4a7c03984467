import { t } from '../../base/localize';
import type { LfsPointer } from '../../domain/shared/file-content';
import { sizeLabel } from '../shared/size-labels';

/** Texts in place of content that isn't text, and of lines that aren't available. */
interface SideMessages {
  /** First of a number of unavailable lines; undefined if the number isn't known. */
  readonly gap: (lines: number | undefined) => string;
  readonly lfs: (pointer: LfsPointer) => string;
  readonly link: (target: string) => string;
  readonly submodule: (commit: string) => string;
  /** Undefined if the server doesn't report the size. */
  readonly tooLarge: (bytes: number | undefined) => string;
  readonly binary: () => string;
}

export const SIDE_MESSAGES: SideMessages = {
  gap: (lines) => {
    if (lines === undefined) return t('⋯ Remaining lines not in the diff');
    return t('{0, plural, one {⋯ # line not in the diff} other {⋯ # lines not in the diff}}', lines);
  },
  // The object ID is on a separate line, in which versions of the file differ.
  lfs: ({ size: bytes, oid }) => `${t('Stored with Git LFS ({0})', sizeLabel(bytes))}\nsha256:${oid}\n`,
  link: (target) => `${t('Symbolic link to {0}', target)}\n`,
  submodule: (commit) => `${t('Submodule at commit {0}', commit)}\n`,
  tooLarge: (bytes) =>
    bytes === undefined
      ? t('This file is too large to display.')
      : t('This file is too large to display ({0}).', sizeLabel(bytes)),
  binary: () => t("Binary file. The server doesn't provide its content."),
};

/** Notes on texts that aren't exactly the file. */
export const SIDE_NOTES = {
  gaps: () => t("The server doesn't provide this file, so only the lines in its diff are shown."),
  conflicts: () =>
    t('Changes in the older version conflict with the rebase. The conflicting lines are marked.'),
  'not-rebased': () => t('The older version is shown as is, so the diff includes changes from the rebase.'),
} as const;
