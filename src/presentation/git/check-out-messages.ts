import { t } from '../../base/localize';
import type { GitOperation } from '../../domain/git/operation';
import type { RiskQuestion } from '../jobs/risk-messages';
import { listText } from '../shared/format';

/** Length of a SHA in messages. */
const SHORT = 8;
const shortSha = (sha: string): string => sha.slice(0, SHORT);

/** Results of a check-out, for the status bar. */
const DONE = {
  switched: (branch: string) => t('Checked out {0}.', branch),
  'up-to-date': (branch: string) => t('{0} is already checked out and up to date.', branch),
  updated: (branch: string) => t('Fast-forwarded {0} to match the server.', branch),
  diverged: (branch: string) =>
    t('{0} is checked out. It has diverged from the branch on the server, so it was left unchanged.', branch),
} as const;

export const checkedOutSentence = (outcome: keyof typeof DONE, branch: string): string =>
  DONE[outcome](branch);

const STASHED = {
  switched: (branch: string, stash: string) =>
    t('Checked out {0}. Uncommitted changes were stashed as "{1}".', branch, stash),
  'up-to-date': (branch: string, stash: string) =>
    t('{0} is already checked out and up to date. Uncommitted changes were stashed as "{1}".', branch, stash),
  updated: (branch: string, stash: string) =>
    t('Fast-forwarded {0} to match the server. Uncommitted changes were stashed as "{1}".', branch, stash),
  diverged: (branch: string, stash: string) =>
    t(
      '{0} is checked out. It has diverged from the branch on the server, so it was left unchanged. Uncommitted changes were stashed as "{1}".',
      branch,
      stash,
    ),
} as const satisfies Readonly<Record<keyof typeof DONE, unknown>>;

/** Returns the result if changes were stashed first. */
export const stashedSentence = (outcome: keyof typeof DONE, branch: string, stash: string): string =>
  STASHED[outcome](branch, stash);

/** Shown if the branch is checked out, but couldn't be fast-forwarded. `stash`: what was stashed before. */
export const notForwardedSentence = (branch: string, why: string, stash: string | undefined): string =>
  stash === undefined
    ? t("{0} is checked out. Couldn't fast-forward it to match the server. {1}", branch, why)
    : t(
        '{0} is checked out. Uncommitted changes were stashed as "{2}". Couldn\'t fast-forward {0} to match the server. {1}',
        branch,
        why,
        stash,
      );

/** Maximum number of paths in a message. */
const MAX_PATHS = 3;

/** Shown if stashing would delete untracked files. */
export function endangeredSentence(paths: readonly string[]): string {
  const more = paths.length - MAX_PATHS;
  const shown = [
    ...paths.slice(0, MAX_PATHS),
    ...(more > 0 ? [t('{0, plural, one {# more file} other {# more files}}', more)] : []),
  ];
  return t(
    'Nothing was stashed, because Git would delete untracked files that replace tracked ones: {0}. Move or commit them first.',
    listText(shown),
  );
}

const OPERATIONS: Readonly<Record<GitOperation, (clone: string) => string>> = {
  merge: (clone) => t('A merge is in progress in {0}.', clone),
  rebase: (clone) => t('A rebase is in progress in {0}.', clone),
  'cherry-pick': (clone) => t('A cherry-pick is in progress in {0}.', clone),
  revert: (clone) => t('A revert is in progress in {0}.', clone),
  bisect: (clone) => t('A bisect is in progress in {0}.', clone),
};

/** Shown if switching to `what` would lose an operation. */
export const underWaySentence = (operation: GitOperation, clone: string, what: string): string =>
  `${OPERATIONS[operation](clone)} ${t('Finish or abort it before you check out {0}.', what)}`;

export const missingStashSentence = (stash: string): string =>
  t('The stash "{0}" no longer exists. It may have been applied or dropped outside of Switchyard.', stash);

export function stashQuestion(branch: string, clone: string): RiskQuestion {
  return {
    message: t('Stash uncommitted changes in {0} and check out {1}?', clone, branch),
    detail: t('The changes are kept in a Git stash, which you can apply to any branch.'),
    action: t('Stash and Check Out'),
  };
}

/** Shown at the next start if the window was closed during a check-out. */
export const leftStashSentence = (clone: string, stash: string): string =>
  t(
    'Uncommitted changes in {0} are stashed as "{1}", because the window was closed during a check-out.',
    clone,
    stash,
  );

/** Returns the name of the stash in the list of stashes. `id`: distinguishes it from other stashes. */
export const stashName = (what: string, from: string | undefined, id: string): string =>
  from === undefined
    ? t('Before checking out {0} ({1})', what, id)
    : t('{0} before checking out {1} ({2})', from, what, id);

export const noCloneSentence = (path: string): string => t('No clone of {0} is open in this window.', path);

export const elsewhereSentence = (branch: string, folder: string): string =>
  t('{0} is checked out in another folder: {1}', branch, folder);

/** `behind`: the number of the server's commits that the branch lacks. */
export const elsewhereBehindSentence = (branch: string, folder: string, behind: number): string =>
  t(
    '{0} is checked out in another folder, {2, plural, one {# commit} other {# commits}} behind the server: {1}',
    branch,
    folder,
    behind,
  );

export const forwardedElsewhereSentence = (branch: string, folder: string): string =>
  t('Fast-forwarded {0} in {1} to match the server.', branch, folder);

export const worktreeSentence = (branch: string, folder: string): string =>
  t('Checked out {0} in {1}.', branch, folder);

/** Shown if the branch has commits that the server doesn't have. */
export const divergedWorktreeSentence = (branch: string, folder: string): string =>
  t(
    'Checked out {0} in {1}. It has diverged from the branch on the server, so it was left unchanged.',
    branch,
    folder,
  );

export const notForwardedWorktreeSentence = (branch: string, folder: string, why: string): string =>
  t("Checked out {0} in {1}. Couldn't fast-forward it to match the server. {2}", branch, folder, why);

/** Returns a folder next to the clone: `…/storefront-feature-x`. Uses the separator of the path. */
export function worktreeFolder(clone: string, branch: string): string {
  const trimmed = clone.replace(/[\\/]+$/, '');
  return `${trimmed}-${branch.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '')}`;
}

export const isAbsolute = (folder: string): boolean => /^([\\/]|[A-Za-z]:[\\/])/.test(folder);

interface LeftBranchFacts {
  readonly branch: string;
  readonly isCurrent: boolean;
  readonly target: string;
}

/** Offers to delete the local branch of a merge request. `sha`: the commit with which it was merged. */
export function leftSentence(
  iid: number,
  sha: string | undefined,
  { branch, isCurrent, target }: LeftBranchFacts,
): string {
  const commit = shortSha(sha ?? '');
  if (isCurrent) {
    return commit === ''
      ? t('!{0} was merged. Switch to {1}, update it, and delete the local branch {2}?', iid, target, branch)
      : t(
          '!{0} was merged as {3}. Switch to {1}, update it, and delete the local branch {2}?',
          iid,
          target,
          branch,
          commit,
        );
  }
  return commit === ''
    ? t('!{0} was merged. Its local branch {1} is fully merged and can be deleted.', iid, branch)
    : t(
        '!{0} was merged as {2}. Its local branch {1} is fully merged and can be deleted.',
        iid,
        branch,
        commit,
      );
}

export const notMergedSentence = (iid: number): string =>
  t("Only branches of merged merge requests can be deleted; !{0} isn't merged.", iid);

export const nothingLeftSentence = (iid: number): string =>
  t(
    "No local branch to delete for !{0}. Branches are kept if they're protected, contain unmerged commits, or are checked out in another worktree.",
    iid,
  );

export const uncommittedChangesSentence = (branch: string): string =>
  t("Couldn't delete {0} because it's checked out and has uncommitted changes.", branch);

export const newCommitsSentence = (branch: string): string =>
  t("Couldn't delete {0} because it has a new commit.", branch);

export const deletedSentence = (branch: string, sha: string): string =>
  t('Local branch {0} ({1}) deleted.', branch, shortSha(sha));

export const mergeResultTitle = (iid: number, target: string): string =>
  t('Merge result of !{0} into {1}', iid, target);

export const commitTitle = (sha: string, subject: string | undefined): string =>
  subject === undefined ? shortSha(sha) : `${shortSha(sha)} ${subject}`;

/** Returns a message if no files changed or not all of them are shown; undefined otherwise. */
export function filesSentence({
  shown,
  all,
}: {
  readonly shown: number;
  readonly all: number;
}): string | undefined {
  if (all === 0) return t('No files changed.');
  return shown < all ? t('Showing the first {0} of {1} changed files.', shown, all) : undefined;
}
