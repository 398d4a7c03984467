import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { Push } from '../../domain/changes/push-kind';
import { numberText } from '../shared/format';
import { filesWord } from './change-labels';

/** Returns the name of a version; version 1 is the oldest. */
export const versionName = (version: number): string => t('Version {0}', numberText(version));

/** Returns what happened between two displayed versions, as a short label for a row. */
export function pushBrief(push: Push | undefined): string | undefined {
  switch (push?.kind) {
    case 'added':
      return commitsWord(push.commits);
    case 'rewritten':
      return t('force-pushed');
    case 'rebased':
      return t('rebased and force-pushed');
    case 'retargeted':
      return t('same commits');
    default:
      return undefined;
  }
}

/**
 * Returns the same in full; force pushes are described in a sentence. `base` is the base commit of the newer
 * version.
 */
export function pushSentence(push: Push | undefined, base: string | undefined): string | undefined {
  switch (push?.kind) {
    case 'added':
      if (push.commits === 0) return undefined;
      return t('{0, plural, one {# commit added} other {# commits added}}', push.commits);
    case 'rewritten':
      return t('The branch was force-pushed, replacing earlier commits.');
    case 'rebased':
      return base === undefined || base === ''
        ? t('The branch was rebased and force-pushed.')
        : t('The branch was rebased onto {0} and force-pushed.', shortSha(base));
    case 'retargeted':
      return t('Same commits, different base.');
    default:
      return undefined;
  }
}

const commitsWord = (count: number): string | undefined => {
  if (count === 0) return undefined;
  return t('{0, plural, one {# commit} other {# commits}}', count);
};

/** Returns which changes are now shown. `from` undefined: all changes of the version. */
export function rangeLabel(from: number | undefined, to: number, newest: number): string {
  if (from !== undefined)
    return t('Showing changes from version {0} to {1}.', numberText(from), numberText(to));
  return to === newest ? t('Showing all changes.') : t('Showing all changes in version {0}.', numberText(to));
}

/** Returns the number of versions newer than the displayed one; undefined if there are none. */
export function newerWord(count: number): string | undefined {
  if (count <= 0) return undefined;
  return t('{0, plural, one {# newer version} other {# newer versions}}', count);
}

/** Labels of the details of a version in a list. */
export const versionDetailLabels = {
  head: shortSha,
  newest: (): string => t('latest'),
  reviewed: (): string => t('last reviewed'),
  shown: (): string => t('currently shown'),
  /** Its commits are no longer in the branch. */
  replaced: (): string => t('replaced by a force push'),
  files: filesWord,
};

/** Note in the diff of an older version. */
export const newerVersionNote = (version: number | undefined): string =>
  version === undefined ? t('a newer version exists') : t('version {0} exists', numberText(version));
