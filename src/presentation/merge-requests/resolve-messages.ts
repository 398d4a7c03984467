import { t } from '../../base/localize';
import type { RiskQuestion } from '../jobs/risk-messages';

/** Texts about resolving the conflicts of a merge request in a clone. */

export type ResolveWayName = 'merge' | 'rebase';

interface Branches {
  readonly source: string;
  readonly target: string;
}

const wayLabel = (way: ResolveWayName, { source, target }: Branches): string =>
  way === 'merge' ? t('Merge {0} into {1}', target, source) : t('Rebase {0} onto {1}', source, target);

const wayDetail = (way: ResolveWayName): string =>
  way === 'merge'
    ? t('Adds a merge commit. You resolve all conflicts at once.')
    : t('Rewrites the commits and force-pushes them. You resolve the conflicts of each commit.');

export const otherWayTitle = (way: ResolveWayName): string =>
  way === 'merge' ? t('Merge Instead...') : t('Rebase Instead...');

/** Asks before the result of a merge or rebase is discarded to start again in the other way. */
export const otherWayQuestion = (way: ResolveWayName, { source, target }: Branches): RiskQuestion => ({
  message:
    way === 'merge'
      ? t('Merge {0} into {1} instead?', target, source)
      : t('Rebase {0} onto {1} instead?', source, target),
  detail: `${wayDetail(way)}\n\n${t('Files that you have resolved are discarded.')}`,
  action: way === 'merge' ? t('Merge Instead') : t('Rebase Instead'),
});

/** Place where conflicts are resolved. */
type ResolvePlace = 'checkout' | 'worktree';

const OBSTACLES = {
  'no-branch': () => t("The source branch isn't available on the server, so it can't be pushed to."),
  shallow: () =>
    t(
      'Resolving conflicts requires the whole history. Run "git fetch --unshallow" in the clone, then try again.',
    ),
} as const;

export const setupObstacle = (kind: keyof typeof OBSTACLES): string => OBSTACLES[kind]();

export const requiresTrustSentence = (): string => t('Resolving conflicts requires a trusted workspace.');

/** The position of a file among those with conflicts. */
export const conflictPosition = (at: number, of: number): string => t('{0} of {1}', at, of);

/** Text of the status bar item. The icon names belong to VS Code. */
export const leftText = (left: number, of: number): string =>
  t('Conflicts: {0} of {1, plural, one {# file} other {# files}} left', left, of);

export const resolvedText = (): string => t('Conflicts Resolved');

export function resolvingTooltip(
  iid: number,
  {
    way,
    source,
    target,
    step,
  }: Branches & {
    readonly way: ResolveWayName;
    readonly step: { readonly at: number; readonly of: number } | undefined;
  },
): string {
  const what = `!${iid}: ${wayLabel(way, { source, target })}`;
  const where = step === undefined ? [] : [t('Commit {0} of {1}', step.at, step.of)];
  return [what, ...where, t('Select to continue resolving conflicts.')].join('\n');
}

export const startedSentence = (iid: number, count: number, place: ResolvePlace): string =>
  place === 'worktree'
    ? t(
        "{1, plural, one {# file of !{0} conflicts.} other {# files of !{0} conflict.}} Resolve each file in the editor and select Complete Merge. Your checkout isn't changed.",
        iid,
        count,
      )
    : t(
        '{1, plural, one {# file of !{0} conflicts.} other {# files of !{0} conflict.}} Resolve the conflicts in the editor, then continue.',
        iid,
        count,
      );

export const stillResolvingSentence = (iid: number): string =>
  t("The conflicts of !{0} aren't resolved yet. Continue, or abort to discard the result.", iid);

export const allResolvedSentence = (iid: number): string =>
  t('All conflicts of !{0} are resolved. Test the result, then continue.', iid);

/** At most this many names are listed in a dialog. */
const MAX_LISTED = 10;

function listed(lines: readonly string[]): string {
  const rest = lines.length - MAX_LISTED;
  const shown = lines.slice(0, MAX_LISTED);
  return [...shown, ...(rest > 0 ? [t('{0, plural, one {… # more} other {… # more}}', rest)] : [])].join(
    '\n',
  );
}

export const markResolvedQuestion = (paths: readonly string[]): RiskQuestion => ({
  message: t('{0, plural, one {Mark # file as resolved?} other {Mark # files as resolved?}}', paths.length),
  detail: `${t(
    '{0, plural, one {The file contains no conflict markers and will be staged:} other {The files contain no conflict markers and will be staged:}}',
    paths.length,
  )}\n${listed(paths)}`,
  action: t('Mark as Resolved'),
});

export const stageChangesQuestion = (paths: readonly string[]): RiskQuestion => ({
  message: t(
    '{0, plural, one {Stage the changes of # file?} other {Stage the changes of # files?}}',
    paths.length,
  ),
  detail: `${t(
    '{0, plural, one {The file was changed after it was staged:} other {The files were changed after they were staged:}}',
    paths.length,
  )}\n${listed(paths)}`,
  action: t('Stage and Continue'),
});

export const unsavedQuestion = (paths: readonly string[]): RiskQuestion => ({
  message: t(
    '{0, plural, one {Discard the unsaved changes of # file in the merge editor?} other {Discard the unsaved changes of # files in the merge editor?}}',
    paths.length,
  ),
  detail: `${t('The staged version is used:')}\n${listed(paths)}`,
  action: t('Discard and Continue'),
});

export const markersSentence = (paths: readonly string[]): string =>
  t(
    '{0, plural, one {# staged file still contains conflict markers: {1}} other {# staged files still contain conflict markers: {1}}}',
    paths.length,
    paths.slice(0, MAX_LISTED).join(', '),
  );

interface PushFacts {
  readonly branch: string;
  readonly known: string;
  readonly isForced: boolean;
  readonly subjects: readonly string[];
}

const SHORT = 8;

/** Shows what a push sends. */
export function pushQuestion({ branch, known, isForced, subjects }: PushFacts): RiskQuestion {
  const count = subjects.length;
  const commits = listed(subjects);
  if (!isForced)
    return {
      message: t('{1, plural, one {Push # commit to {0}?} other {Push # commits to {0}?}}', branch, count),
      detail: commits,
      action: t('Push'),
    };
  const risk = t(
    'The branch on the server is replaced only if its last commit is still {0}.',
    known.slice(0, SHORT),
  );
  return {
    message: t(
      '{1, plural, one {Force-push # commit to {0}?} other {Force-push # commits to {0}?}}',
      branch,
      count,
    ),
    detail: `${risk}\n\n${commits}`,
    action: t('Force-Push'),
  };
}

export const notPushedSentence = (branch: string): string =>
  t("The conflicts are resolved, but {0} isn't pushed yet.", branch);

export const rejectedSentence = (branch: string): string =>
  t(
    "{0} has new commits on the server, so it wasn't changed. Abort, then resolve the conflicts with these commits.",
    branch,
  );

export const unknownPushSentence = (remote: string): string =>
  t("{0} didn't confirm the push. It may have succeeded. Continue to check.", remote);

export const pushFailedSentence = (branch: string, why: string): string =>
  t("Couldn't push {0}. {1}", branch, why);

export const doneSentence = (iid: number, branch: string): string =>
  t('Conflicts of !{0} resolved. {1} pushed.', iid, branch);

export const stashLeftSentence = (stash: string): string =>
  t('Your uncommitted changes are in the stash "{0}".', stash);

export const endedSentence = (iid: number): string =>
  t('Resolving the conflicts of !{0} was stopped outside of Switchyard.', iid);

export const otherResolutionSentence = (iid: number): string =>
  t('The conflicts of !{0} are still being resolved. Continue or abort first.', iid);

export const nothingToResolve = (): string => t('No conflicts are being resolved in this workspace.');

interface AbortFacts {
  readonly iid: number;
  readonly branch: string;
  readonly place: ResolvePlace;
  /** Subjects of the commits that are discarded, newest first, at most 100. */
  readonly subjects: readonly string[];
}

export const abortQuestion = ({ iid, branch, place, subjects }: AbortFacts): RiskQuestion => ({
  message: t('Abort resolving the conflicts of !{0}?', iid),
  detail:
    place === 'worktree'
      ? t("Resolved files and commits that weren't pushed are discarded. Your checkout isn't affected.")
      : subjects.length === 0
        ? t('Resolved files are discarded. {0} is restored.', branch)
        : `${t(
            'Resolved files and {1, plural, one {# commit} other {# commits}} of {0} are discarded. The branch is restored.',
            branch,
            subjects.length,
          )}\n\n${listed(subjects)}`,
  action: t('Abort'),
});

/** Shown if the branch has commits or an operation of the user. */
export const leftUnchangedSentence = (iid: number, branch: string): string =>
  t(
    "Resolving the conflicts of !{0} aborted. {1} wasn't changed, because it was changed outside of Switchyard.",
    iid,
    branch,
  );

export const forgottenSentence = (iid: number): string =>
  t('The conflicts of !{0} are no longer being resolved. Nothing was changed.', iid);

export const abortedSentence = (iid: number): string => t('Resolving the conflicts of !{0} aborted.', iid);
