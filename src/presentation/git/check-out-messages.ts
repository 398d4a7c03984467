import { t } from '../../base/localize';
import type { RiskQuestion } from '../jobs/risk-messages';

/** How long a sha is in prose. */
const SHORT = 8;
const shortSha = (sha: string): string => sha.slice(0, SHORT);

/** What became of a check-out, for the status bar; undefined for what asks for more than a glance. */
const DONE = {
  switched: (branch: string) => t('{0} is checked out.', branch),
  'up-to-date': (branch: string) => t('{0} is checked out already and up to date.', branch),
  updated: (branch: string) => t('{0} was moved forward to what the server has.', branch),
  diverged: (branch: string) =>
    t(
      '{0} is checked out and was left as it is: it holds commits that the server does not have, and the server has others.',
      branch,
    ),
} as const;

export const checkedOutSentence = (outcome: keyof typeof DONE, branch: string): string =>
  DONE[outcome](branch);

export function stashQuestion(branch: string, clone: string): RiskQuestion {
  return {
    message: t('Stash what is not committed in {0}, and switch to {1}?', clone, branch),
    detail: t('The changes are kept in a stash of git, and can be brought back from there to any branch.'),
    action: t('Stash and Switch'),
    safe: t('Do Not Switch'),
  };
}

/** The name of the stash, as the list of stashes shows it. */
export const stashName = (iid: number, from: string | undefined): string =>
  from === undefined ? t('Before checking out !{0}', iid) : t('{0} before checking out !{1}', from, iid);

export const noCloneSentence = (path: string): string => t('No clone of {0} is open in this window.', path);

export const elsewhereSentence = (branch: string, folder: string): string =>
  t('{0} is checked out in another folder: {1}', branch, folder);

export const worktreeSentence = (branch: string, folder: string): string =>
  t('{0} is in {1} now.', branch, folder);

/** A folder beside the clone: `…/storefront-feature-x`. The separator is the one that the path has. */
export function worktreeFolder(clone: string, branch: string): string {
  const trimmed = clone.replace(/[\\/]+$/, '');
  return `${trimmed}-${branch.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '')}`;
}

export const isAbsolute = (folder: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(folder);

export function leftSentence(iid: number, branch: string): string {
  return t('!{0} is merged. Its branch {1} is still here; all that it holds was merged.', iid, branch);
}

export const notMergedSentence = (iid: number): string =>
  t('Only branches of merged merge requests can be deleted; !{0} is not merged.', iid);

export const nothingLeftSentence = (iid: number): string =>
  t(
    'No local branch to delete for !{0}. Branches are kept if they are protected, hold commits that were not merged, or are checked out in another worktree.',
    iid,
  );

export const leaveInTheWaySentence = (branch: string): string =>
  t('{0} is checked out with changes that are not committed, so it was not deleted.', branch);

export const movedOnSentence = (branch: string): string =>
  t('{0} got a new commit in the meantime, so it was not deleted.', branch);

export const deletedSentence = (branch: string, sha: string): string =>
  t('The local branch {0} ({1}) was deleted.', branch, shortSha(sha));

export const mergeResultTitle = (iid: number, target: string): string =>
  t('What merging !{0} changes in {1}', iid, target);

export const commitTitle = (sha: string, subject: string | undefined): string =>
  subject === undefined ? shortSha(sha) : `${shortSha(sha)} ${subject}`;

/** Told where a difference has more files than are opened, or none. */
export function filesSentence({
  shown,
  all,
}: {
  readonly shown: number;
  readonly all: number;
}): string | undefined {
  if (all === 0) return t('There is no difference: no file is changed.');
  return shown < all ? t('The first {0} of {1} changed files are shown.', shown, all) : undefined;
}
