import { locale, t } from '../../base/localize';
import type { Push } from '../../domain/review/push-kind';

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
const shortSha = (sha: string): string => sha.slice(0, 8);

/** Counted from 1, the oldest version of a diff. */
export const versionName = (version: number): string => t('Version {0}', number(version));

/** What happened from one version to the next one that is looked at, as short as a row has room for. */
export function pushBrief(push: Push | undefined): string | undefined {
  switch (push?.kind) {
    case 'added':
      return commitsWord(push.commits);
    case 'rewritten':
      return t('force-pushed');
    case 'rebased':
      return t('force-pushed, rebased');
    case 'retargeted':
      return t('same commits');
    default:
      return undefined;
  }
}

/** The same as a sentence. `base`: the commit that the newer version begins at. */
export function pushSentence(push: Push | undefined, base: string | undefined): string | undefined {
  switch (push?.kind) {
    case 'added':
      if (push.commits === 0) return undefined;
      return push.commits === 1
        ? t('One commit was added.')
        : t('{0} commits were added.', number(push.commits));
    case 'rewritten':
      return t('The branch was force-pushed: commits that were there before have been replaced.');
    case 'rebased':
      return base === undefined || base === ''
        ? t('The branch was force-pushed: it was rebased.')
        : t('The branch was force-pushed: it was rebased and begins at {0} now.', shortSha(base));
    case 'retargeted':
      return t('The commits are the same; what they are compared with is another one.');
    default:
      return undefined;
  }
}

const commitsWord = (count: number): string | undefined => {
  if (count === 0) return undefined;
  return count === 1 ? t('1 commit') : t('{0} commits', number(count));
};

/** What is shown from now on. `from` undefined: all that the version changes. */
export function rangeLabel(from: number | undefined, to: number, newest: number): string {
  if (from !== undefined) return t('Changes from version {0} to {1} are shown', number(from), number(to));
  return to === newest ? t('All changes are shown') : t('All changes of version {0} are shown', number(to));
}

/** Versions that came after the one that is shown; undefined for none. */
export function newerWord(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count === 1 ? t('1 newer version') : t('{0} newer versions', number(count));
}

/** Facts of a version in a list, each as far as it is known. */
export const versionFacts = {
  head: shortSha,
  newest: (): string => t('newest'),
  reviewed: (): string => t('seen last'),
  shown: (): string => t('shown now'),
  /** Its commits are not in the branch any more. */
  replaced: (): string => t('force-pushed since'),
  files: (count: string): string => (count === '1' ? t('1 file') : t('{0} files', count)),
};
