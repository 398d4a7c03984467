import { locale, t } from '../../base/localize';
import { mergePipeline, type PipelineNeed, pipelineNeed } from '../../domain/merge-requests/merge-pipeline';
import { knownMergeStatus, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import {
  type MergeRequestStep,
  type NextStepFacts,
  nextStepFor,
} from '../../domain/merge-requests/next-step';
import type { Preset } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { COLOR } from '../shared/colors';
import { parts } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import { type Icon, statusWord, WARNING_ICON } from '../shared/status-icons';
import { CONFLICT_MESSAGES } from './conflict-messages';
import { mergeStatusBrief } from './status-labels';

/** A list that everybody has: its name, its picture, and what is said where it is empty. */
export const PRESET_WORDS: Readonly<
  Record<Preset, { readonly name: () => string; readonly icon: string; readonly none: () => string }>
> = {
  waiting: {
    name: () => t('Waiting for Me'),
    icon: 'inbox',
    none: () => t('No merge requests need your attention'),
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
};

/** A next step as the title of those that wait for it, as a few words in a row, and its picture. */
export const STEP_WORDS: Readonly<
  Record<
    MergeRequestStep | 'snoozed',
    { readonly title: () => string; readonly brief: () => string; readonly icon: Icon }
  >
> = {
  review: { title: () => t('To Review'), brief: () => t('to review'), icon: { id: 'eye' } },
  conflicts: {
    title: CONFLICT_MESSAGES.stepTitle,
    brief: CONFLICT_MESSAGES.step,
    icon: { id: 'warning' },
  },
  threads: {
    title: () => t('Threads to Resolve'),
    brief: () => t('threads to resolve'),
    icon: { id: 'comment-discussion' },
  },
  ci: {
    title: () => t('Pipelines to Fix or Run'),
    brief: () => t('pipeline must succeed'),
    icon: { id: 'error' },
  },
  finish: {
    title: () => t('Drafts to Finish'),
    brief: () => t('draft to finish'),
    icon: { id: 'git-pull-request-draft' },
  },
  merge: { title: () => t('Ready to Merge'), brief: () => t('ready to merge'), icon: { id: 'git-merge' } },
  reviewed: { title: () => t('Reviewed'), brief: () => t('reviewed'), icon: { id: 'check' } },
  author: {
    title: () => t('Waiting for Author'),
    brief: () => t('waiting for author'),
    icon: { id: 'account' },
  },
  others: {
    title: () => t('Waiting for Others'),
    brief: () => t('waiting for others'),
    icon: { id: 'clock' },
  },
  snoozed: { title: () => t('Snoozed'), brief: () => t('snoozed'), icon: { id: 'bell-slash' } },
};

/** What there is to do about a pipeline, in the words of a row. */
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
  | 'blocked';

/** Each has a shape of its own; what only differs in colour is told in words as well. */
const ICONS: Readonly<Record<Shape, Icon>> = {
  merged: { id: 'git-merge', color: 'charts.purple' },
  closed: { id: 'git-pull-request-closed', color: 'charts.red' },
  locked: { id: 'lock', color: COLOR.inactive },
  draft: { id: 'git-pull-request-draft', color: COLOR.inactive },
  conflicts: WARNING_ICON,
  ci: { id: 'error', color: COLOR.failed },
  auto: { id: 'clock', color: COLOR.running },
  threads: { id: 'comment-unresolved', color: COLOR.warning },
  ready: { id: 'git-pull-request', color: 'charts.green' },
  waiting: { id: 'git-pull-request' },
  blocked: { id: 'git-pull-request-go-to-changes', color: COLOR.warning },
};

export type ReadinessFacts = NextStepFacts & Pick<MergeRequest, 'state'>;

/** The picture of a merge request: its state, and for an open one how far it is from being merged. */
export const mergeRequestIcon = (of: ReadinessFacts): Icon => ICONS[shapeOf(of)];

function shapeOf(of: ReadinessFacts): Shape {
  if (of.state === 'merged' || of.state === 'closed' || of.state === 'locked') return of.state;
  const status = knownMergeStatus(of.detailed_merge_status);
  if (of.draft || status === 'draft_status') return 'draft';
  if (hasConflicts(of)) return 'conflicts';
  if (of.merge_when_pipeline_succeeds) return 'auto';
  if (pipelineNeed(of) !== undefined) return 'ci';
  if (hasOpenThreads(of)) return 'threads';
  const readiness = mergeStatusFacts(status)?.readiness;
  return readiness === 'ready' || readiness === 'blocked' ? readiness : 'waiting';
}

const hasConflicts = (of: ReadinessFacts): boolean =>
  of.state === 'opened' &&
  (of.has_conflicts || ['broken_status', 'conflict'].includes(of.detailed_merge_status ?? ''));

const hasOpenThreads = (of: ReadinessFacts): boolean =>
  of.blocking_discussions_resolved === false || of.detailed_merge_status === 'discussions_not_resolved';

/**
 * What there is to do, or what it waits for, in words: `to review · pipeline running`. `tellsStep` is false where the
 * row above says what is to be done.
 */
export function standing(
  of: ReadinessFacts,
  who: string | undefined,
  { tellsStep = true }: { readonly tellsStep?: boolean } = {},
): string {
  if (of.state !== 'opened') return stateWord(of.state);
  const step = who === undefined ? 'others' : nextStepFor(who, of);
  const status = of.detailed_merge_status;
  const words: (string | undefined)[] = [];
  const need = step === 'ci' ? pipelineNeed(of) : undefined;
  if (tellsStep && need !== undefined) words.push(PIPELINE_BRIEFS[need]());
  else if (tellsStep && step !== 'others') words.push(STEP_WORDS[step].brief());
  const isDraft = of.draft || status === 'draft_status';
  if (isDraft && step !== 'finish') words.push(t('draft'));
  if (hasConflicts(of) && step !== 'conflicts') words.push(CONFLICT_MESSAGES.brief());
  if (of.merge_when_pipeline_succeeds) words.push(t('set to auto-merge'));
  const pipeline = mergePipeline(of);
  const isTold = step === 'ci' && (tellsStep || need === 'fix');
  const tellsPipeline = !isTold && pipeline !== null && pipeline !== undefined;
  if (tellsPipeline) words.push(t('pipeline {0}', statusWord(pipeline)));
  if (need === 'run' && !tellsStep) words.push(t('no pipeline'));
  if (hasOpenThreads(of) && step !== 'threads') words.push(t('unresolved threads'));
  const told: readonly string[] = [
    'draft_status',
    'broken_status',
    'conflict',
    'discussions_not_resolved',
    ...(tellsPipeline ? ['ci_still_running'] : []),
    ...(step === 'ci' || pipeline?.status === 'failed' ? ['ci_must_pass'] : []),
    // What was found before stands in the way now.
    ...(step === 'merge' || isDraft || hasConflicts(of) || hasOpenThreads(of) ? ['mergeable'] : []),
  ];
  if (!told.includes(status ?? '') && status !== undefined) words.push(mergeStatusBrief(status));
  return parts(...words);
}

/** How many of a list are shown, and what is known of the others. */
interface ListCount {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly total?: number | undefined;
}

const orMore = (count: string): string => `${count}+`;

/** How many a list has: `7`, `50 of 5,000`, `50+`. */
export function listCountLabel({ shown, hasMore, total }: ListCount): string {
  const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
  if (!hasMore) return number(shown);
  return total === undefined ? orMore(number(shown)) : t('{0} of {1}', number(shown), number(total));
}
