import { t } from '../../base/localize';
import { hasPassedWithWarnings } from '../../domain/jobs/status';
import { mergePipeline, type PipelineNeed, pipelineNeed } from '../../domain/merge-requests/merge-pipeline';
import { knownMergeStatus, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import {
  type AttentionStep,
  isChangedSinceReview,
  type MergeRequestStep,
  type NextStepFacts,
  nextStepFor,
  roleInMergeRequest,
} from '../../domain/merge-requests/next-step';
import type { Preset } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { COLOR } from '../shared/colors';
import { numberText } from '../shared/format';
import { archivedLabel } from '../shared/role-messages';
import { parts } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import { type Icon, statusWord, WARNING_ICON } from '../shared/status-icons';
import { CONFLICT_MESSAGES } from './conflict-messages';
import type { ReviewSummary } from './reviewer-summary';
import { mergeStatusBrief } from './status-labels';

/** Name, icon, and empty state of each predefined list. */
export const PRESET_LABELS: Readonly<
  Record<Preset, { readonly name: () => string; readonly icon: string; readonly none: () => string }>
> = {
  attention: {
    name: () => t('Needs Your Attention'),
    icon: 'inbox',
    none: () => t('Nothing needs your attention'),
  },
  others: {
    name: () => t('Waiting on Others'),
    icon: 'watch',
    none: () => t('No merge requests are waiting on others'),
  },
  review: {
    name: () => t('Review Requested'),
    icon: 'eye',
    none: () => t('No review requests'),
  },
  assigned: {
    name: () => t('Assigned to Me'),
    icon: 'person',
    none: () => t('No merge requests assigned to you'),
  },
  created: { name: () => t('Created by Me'), icon: 'edit', none: () => t('You have no open merge requests') },
  open: { name: () => t('All Open'), icon: 'git-pull-request', none: () => t('No open merge requests') },
  merged: { name: () => t('Merged'), icon: 'git-merge', none: () => t('No merged merge requests') },
  closed: {
    name: () => t('Closed'),
    icon: 'git-pull-request-closed',
    none: () => t('No closed merge requests'),
  },
  all: { name: () => t('All'), icon: 'list-unordered', none: () => t('No merge requests') },
};

/** Title and icon of each group of "Needs Your Attention". */
export const GROUP_LABELS: Readonly<
  Record<AttentionStep | 'snoozed', { readonly title: () => string; readonly icon: Icon }>
> = {
  review: { title: () => t('To Review'), icon: { id: 'eye' } },
  conflicts: { title: CONFLICT_MESSAGES.stepTitle, icon: { id: 'warning' } },
  threads: { title: () => t('Threads to Resolve'), icon: { id: 'comment-discussion' } },
  ci: { title: () => t('Pipelines to Fix or Run'), icon: { id: 'error' } },
  finish: { title: () => t('Drafts to Finish'), icon: { id: 'git-pull-request-draft' } },
  merge: { title: () => t('Ready to Merge'), icon: { id: 'git-merge' } },
  snoozed: { title: () => t('Snoozed'), icon: { id: 'bell-slash' } },
};

/** The next step, for rows. */
const STEP_BRIEFS: Readonly<Record<Exclude<MergeRequestStep, 'others'>, () => string>> = {
  review: () => t('to review'),
  conflicts: CONFLICT_MESSAGES.step,
  threads: () => t('threads to resolve'),
  ci: () => t('pipeline must succeed'),
  finish: () => t('draft to finish'),
  merge: () => t('ready to merge'),
  reviewed: () => t('reviewed'),
  author: () => t('waiting for author'),
};

/** Labels of the next step for a pipeline, for rows. */
const PIPELINE_BRIEFS: Readonly<Record<PipelineNeed, () => string>> = {
  fix: () => t('pipeline to fix'),
  run: () => t('pipeline to run'),
  pass: () => t('pipeline must succeed'),
};

type Shape =
  | 'merged'
  | 'closed'
  | 'locked'
  | 'draft'
  | 'conflicts'
  | 'ci'
  | 'auto'
  | 'threads'
  | 'ready'
  | 'waiting'
  | 'approval'
  | 'requested'
  | 'blocked';

/** Each has a different shape; differences that are only in color are also in the label. */
const ICONS: Readonly<Record<Shape, Icon>> = {
  merged: { id: 'git-merge', color: 'charts.purple' },
  closed: { id: 'git-pull-request-closed', color: 'charts.red' },
  locked: { id: 'lock', color: COLOR.inactive },
  draft: { id: 'git-pull-request-draft', color: COLOR.inactive },
  conflicts: WARNING_ICON,
  ci: { id: 'error', color: COLOR.failed },
  auto: { id: 'watch', color: COLOR.running },
  threads: { id: 'comment-unresolved', color: COLOR.warning },
  ready: { id: 'git-pull-request', color: 'charts.green' },
  waiting: { id: 'git-pull-request' },
  approval: { id: 'person', color: COLOR.warning },
  requested: { id: 'request-changes', color: COLOR.warning },
  blocked: { id: 'git-pull-request-go-to-changes', color: COLOR.warning },
};

export type ReadinessFacts = NextStepFacts & Pick<MergeRequest, 'state'>;

/** Returns the icon of a merge request: its state, and for an open one whether it can be merged. */
export const mergeRequestIcon = (of: ReadinessFacts): Icon => ICONS[shapeOf(of)];

/** Icons of the user's review, by its state. */
const REVIEW_ICONS: Readonly<Partial<Record<string, Icon>>> = {
  approved: { id: 'pass', color: 'charts.green' },
  reviewed: { id: 'comment' },
  requested_changes: { id: 'request-changes', color: COLOR.warning },
};

/** Returns the icon of the user's review of an open merge request; undefined if there is none. */
export function ownReviewIcon(of: ReadinessFacts, who: string): Icon | undefined {
  const isReviewer = of.state === 'opened' && !of.draft && roleInMergeRequest(who, of) === 'reviewer';
  return isReviewer && !isChangedSinceReview(of) ? REVIEW_ICONS[of.review ?? ''] : undefined;
}

/** The state of the user's review, if it adds information to the next step. */
const REVIEW_BRIEFS: Readonly<Partial<Record<string, () => string>>> = {
  approved: () => t('approved'),
  requested_changes: () => t('changes requested'),
};

function shapeOf(of: ReadinessFacts): Shape {
  if (of.state === 'merged' || of.state === 'closed' || of.state === 'locked') return of.state;
  if (of.archived === true) return 'locked';
  const status = knownMergeStatus(of.detailed_merge_status);
  if (of.draft || status === 'draft_status') return 'draft';
  if (hasConflicts(of)) return 'conflicts';
  if (of.merge_when_pipeline_succeeds) return 'auto';
  if (pipelineNeed(of) !== undefined) return 'ci';
  if (hasOpenThreads(of)) return 'threads';
  if (status === 'not_approved') return 'approval';
  if (status === 'requested_changes') return 'requested';
  const readiness = mergeStatusFacts(status)?.readiness;
  return readiness === 'ready' || readiness === 'blocked' ? readiness : 'waiting';
}

const hasConflicts = (of: ReadinessFacts): boolean =>
  of.state === 'opened' &&
  (of.has_conflicts || ['broken_status', 'conflict'].includes(of.detailed_merge_status ?? ''));

const hasOpenThreads = (of: ReadinessFacts): boolean =>
  of.blocking_discussions_resolved === false || of.detailed_merge_status === 'discussions_not_resolved';

/**
 * Describes the next step, or what the merge request is waiting for: `to review · pipeline running`.
 * `showsStep` is false if the row above already states the step. `reviews`: what the reviewers have done.
 * `changedFiles`: the number of files that changed since the user's review, if known.
 */
export function stepLabel(
  of: ReadinessFacts,
  who: string | undefined,
  {
    showsStep = true,
    reviews,
    changedFiles,
  }: {
    readonly showsStep?: boolean;
    readonly reviews?: ReviewSummary | undefined;
    readonly changedFiles?: number | undefined;
  } = {},
): string {
  if (of.state !== 'opened') return stateWord(of.state);
  if (of.archived === true) return archivedLabel();
  const step = who === undefined ? 'others' : nextStepFor(who, of);
  const status = of.detailed_merge_status;
  const isReviewed = step === 'reviewed' || step === 'author';
  const labels: (string | undefined)[] = [];
  const need = step === 'ci' ? pipelineNeed(of) : undefined;
  const isChanged = step === 'review' && isChangedSinceReview(of);
  if (isChanged) labels.push(changedSinceReview(changedFiles));
  else if (showsStep && need !== undefined) labels.push(PIPELINE_BRIEFS[need]());
  else if (showsStep && step !== 'others' && !(isReviewed && reviews?.verdict === of.review))
    labels.push((REVIEW_BRIEFS[isReviewed ? (of.review ?? '') : ''] ?? STEP_BRIEFS[step])());
  labels.push(reviews?.text);
  const isDraft = of.draft || status === 'draft_status';
  if (isDraft && step !== 'finish') labels.push(t('draft'));
  if (hasConflicts(of) && step !== 'conflicts') labels.push(CONFLICT_MESSAGES.brief());
  if (of.merge_when_pipeline_succeeds) labels.push(t('set to auto-merge'));
  const pipeline = mergePipeline(of);
  const isPipelineShown = step === 'ci' && (showsStep || need === 'fix');
  // A passed pipeline is usual, and would move the next step out of a narrow side bar.
  const isUnusual =
    pipeline !== null &&
    pipeline !== undefined &&
    (pipeline.status !== 'success' || hasPassedWithWarnings(pipeline));
  const showsPipeline = !isPipelineShown && isUnusual;
  if (showsPipeline) labels.push(t('pipeline {0}', statusWord(pipeline)));
  if (need === 'run' && !showsStep) labels.push(t('no pipeline'));
  if (hasOpenThreads(of) && step !== 'threads') labels.push(t('unresolved threads'));
  const coveredStatuses: readonly string[] = [
    'draft_status',
    'broken_status',
    'conflict',
    'discussions_not_resolved',
    ...(reviews?.covers ?? []),
    ...(showsPipeline ? ['ci_still_running'] : []),
    ...(step === 'author' ? ['requested_changes'] : []),
    ...(step === 'ci' || pipeline?.status === 'failed' ? ['ci_must_pass'] : []),
    // Don't repeat "ready to merge" or add it to a label that contradicts it.
    ...(step === 'merge' || isDraft || hasConflicts(of) || hasOpenThreads(of) ? ['mergeable'] : []),
  ];
  if (!coveredStatuses.includes(status ?? '') && status !== undefined) labels.push(mergeStatusBrief(status));
  return parts(...labels);
}

/** `count`: undefined if unknown. */
const changedSinceReview = (count: number | undefined): string =>
  count === undefined
    ? t('changed since your review')
    : t(
        '{0, plural, =0 {rebased since your review} one {# file since your review} other {# files since your review}}',
        count,
      );

/** Number of items that are shown, and of all items if known. */
interface ListCount {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly total?: number | undefined;
}

const orMore = (count: string): string => `${count}+`;

/** `7`, `50 of 5,000`, `50+`. */
export function listCountLabel({ shown, hasMore, total }: ListCount): string {
  if (!hasMore) return numberText(shown);
  return total === undefined
    ? orMore(numberText(shown))
    : t('{0} of {1}', numberText(shown), numberText(total));
}
