import { locale, t } from '../../base/localize';
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

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

export const SIDE_WORDS: SideMessages = {
  gap: (lines) => {
    if (lines === undefined) return t('⋯ What follows is not in the diff');
    return lines === 1
      ? t('⋯ 1 line that is not in the diff')
      : t('⋯ {0} lines that are not in the diff', number(lines));
  },
  // Its name on a line of its own: a file that changed differs in it.
  lfs: ({ size: bytes, oid }) => `${t('Stored in LFS, {0}', size(bytes))}\nsha256:${oid}\n`,
  link: (target) => `${t('Link to {0}', target)}\n`,
  submodule: (commit) => `${t('Submodule at commit {0}', commit)}\n`,
  tooLarge: (bytes) =>
    bytes === undefined
      ? t('This file is too large to be shown.')
      : t('This file is too large to be shown: {0}.', size(bytes)),
  binary: () => t('A binary file. The server does not give its content.'),
};

/** What is said of a text that is not quite the file. */
export const SIDE_NOTES = {
  gaps: () => t('The server does not give this file: only the lines of its diff are shown.'),
  conflicts: () =>
    t(
      'What the older version changed and what the rebase brought touch each other: these places are marked.',
    ),
  'not-rebased': () => t('The older version is shown as it was, with all that the rebase brought.'),
} as const;
