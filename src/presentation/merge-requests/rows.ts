import { t } from '../../base/localize';
import { mergePipeline } from '../../domain/merge-requests/merge-pipeline';
import type { AttentionStep, NextStepFacts } from '../../domain/merge-requests/next-step';
import {
  isOwn,
  mergeRequestActions,
  type MergeRequestFacts,
  withheldActions,
} from '../../domain/merge-requests/rules';
import type { AccessLevel } from '../../domain/projects/access-level';
import { MERGE_REQUEST_STATES, type MergeRequest } from '../../schemas/merge-request';
import { COMMAND } from '../shared/command-ids';
import { roleFacts } from '../shared/role-messages';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import { BUSY_ICON, type Icon, statusWord } from '../shared/status-icons';
import { ago, momentWithAge, shortAge } from '../shared/time-labels';
import { GROUP_LABELS, mergeRequestIcon, ownReviewIcon, type ReadinessFacts, stepLabel } from './labels';
import { reviewersWithStates, type ReviewFacts, reviewSummary } from './reviewer-summary';
import { archivedProject, mergeStatusLine } from './status-labels';
import { unreadResource } from './unread-mark';

/** Data of a merge request's row in addition to the merge request. */
export interface MergeRequestContext {
  readonly now: number;
  /** Username of the account; the next step depends on it. */
  readonly who: string | undefined;
  /** An action on the merge request is in progress. */
  readonly busy: boolean;
  readonly pinned: boolean;
  /** Until when it is snoozed, as text. */
  readonly snoozed: string | undefined;
  /** The number of the user's pending comments as text, if there are any. */
  readonly pending?: string | undefined;
  /** True if the merge request has changed since it was last opened. */
  readonly unread: boolean;
  /** The list contains merge requests of other projects. */
  readonly amongProjects: boolean;
  /** The row above states the next step. */
  readonly isGrouped?: boolean;
  /** True if the merge request belongs to the workspace's branch. */
  readonly ofBranch: boolean;
  readonly approvals?: MergeRequestFacts['approvals'];
  /** The reviewers, if they are loaded. */
  readonly reviews?: ReviewFacts | undefined;
  /** The number of files that changed since the user's review, if known. */
  readonly changedFiles?: number | undefined;
  /** Access level of the user in the project. */
  readonly access?: AccessLevel;
  /** Data that lists don't include and that the next step depends on. */
  readonly lookupFacts?: LookupFacts;
}

export type LookupFacts = Pick<NextStepFacts, 'review' | 'settled' | 'archived' | 'reviewedHead'>;

export function mergeRequestRow(of: MergeRequest, context: MergeRequestContext): Row {
  const { now, who, busy, pinned, snoozed, pending, unread, amongProjects, ofBranch } = context;
  const isGrouped = context.isGrouped === true;
  const age = ago(ageOf(of), now);
  const where = amongProjects ? projectOf(of) : undefined;
  const marks = [ofBranch ? t('current branch') : undefined, unread ? t('unread') : undefined];
  const known = { ...of, ...context.lookupFacts };
  const reviews =
    context.reviews === undefined || of.state !== 'opened' ? undefined : reviewSummary(context.reviews, who);
  const { changedFiles } = context;
  const state = stepLabel(known, who, { reviews, changedFiles });
  return {
    label: `!${of.iid} ${of.title}`,
    description: parts(
      ...marks,
      pinned ? t('pinned') : undefined,
      stepLabel(known, who, { showsStep: !isGrouped, reviews, changedFiles }),
      pending,
      snoozed,
      shortAge(ageOf(of), now),
      where,
    ),
    icon: busy ? BUSY_ICON : iconOf(known, who, pinned),
    ...(unread ? { resource: unreadResource(of) } : {}),
    get details() {
      return mergeRequestFacts(of, context);
    },
    accessibleLabel: accessibleLabel(
      t('Merge request {0}', of.iid),
      of.title,
      ofBranch ? t('current branch') : undefined,
      unread ? t('unread') : undefined,
      pinned ? t('pinned') : undefined,
      busy ? t('busy') : undefined,
      of.state === 'opened' ? stateWord(of.state) : undefined,
      state.replaceAll(' · ', ', '),
      pending,
      snoozed,
      age,
      where,
    ),
    contextTokens: [
      'mergeRequest',
      // States of newer servers have no token.
      ...MERGE_REQUEST_STATES.filter((state) => state === of.state),
      ...mergeRequestActions(roleFactsOf(of, context)).map((action) => `can-${action}`),
      ...(pinned ? ['pinned'] : []),
      ...(snoozed === undefined ? [] : ['snoozed']),
      ...(hasText(of.web_url) ? ['web'] : []),
    ],
    expandable: 'collapsed',
    onClick: { command: COMMAND.openMergeRequest, title: t('Open Merge Request') },
  };
}

/** A pinned row keeps the color of its state. */
function iconOf(known: ReadinessFacts, who: string | undefined, pinned: boolean): Icon {
  const icon = (who === undefined ? undefined : ownReviewIcon(known, who)) ?? mergeRequestIcon(known);
  return pinned ? { ...icon, id: 'pinned' } : icon;
}

const roleFactsOf = (of: MergeRequest, { approvals, access, lookupFacts, who }: MergeRequestContext) => ({
  ...of,
  archived: lookupFacts?.archived,
  approvals,
  access,
  isOwn: isOwn(of, who),
});

/** Returns facts that don't fit in the row. */
function mergeRequestFacts(of: MergeRequest, context: MergeRequestContext) {
  const { now, amongProjects, access, lookupFacts, reviews } = context;
  const pipeline = mergePipeline(of);
  return [
    ...detailsOf(
      // The row cuts off long titles, and then the project.
      [t('Merge request'), `${(amongProjects ? projectOf(of) : undefined) ?? ''}!${of.iid} ${of.title}`],
      [
        t('Status'),
        parts(
          statusOf(of, lookupFacts?.archived === true),
          of.merge_when_pipeline_succeeds ? t('set to auto-merge') : undefined,
        ),
      ],
      [t('Author'), of.author?.name],
      [t('Assignees'), isOnlyAuthor(of) ? undefined : names(of.assignees)],
      [t('Reviewers'), reviews === undefined ? names(of.reviewers) : reviewersWithStates(reviews)],
      [t('Branches'), parts(branches(of), behind(of.diverged_commits_count))],
      [t('Labels'), of.labels?.map((label) => (typeof label === 'string' ? label : label.name)).join(', ')],
      [t('Pipeline'), pipeline ? `#${pipeline.id} ${statusWord(pipeline)}` : undefined],
      timeFact(of, now),
    ),
    ...(withheldActions(roleFactsOf(of, context)).length === 0
      ? []
      : roleFacts(access, t('Developer (to change this merge request)'))),
  ];
}

function statusOf({ state, detailed_merge_status: status }: MergeRequest, isArchived: boolean): string {
  if (state !== 'opened') return stateWord(state);
  return isArchived ? archivedProject() : mergeStatusLine(status);
}

/** Row of the merge requests with the same next step, and their number. */
export function stepRow(step: AttentionStep | 'snoozed', count: number): Row {
  const { title, icon } = GROUP_LABELS[step];
  const many = t('{0, plural, one {# merge request} other {# merge requests}}', count);
  return {
    label: title(),
    description: String(count),
    icon,
    accessibleLabel: accessibleLabel(title(), many),
    contextTokens: ['step'],
    expandable: step === 'snoozed' ? 'collapsed' : 'expanded',
  };
}

/** Row in place of a merge request that is no longer known. */
export function unknownMergeRequestRow(iid: number): Row {
  const label = t('Merge request !{0}', iid);
  return { label, icon: { id: 'question' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}

/** Last row of an incomplete list; a click loads more. */
export function moreRow(count: string): Row {
  return {
    label: t('Load More Merge Requests'),
    description: count,
    icon: { id: 'fold-down' },
    accessibleLabel: accessibleLabel(t('Load More Merge Requests'), count),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadMoreMergeRequests, title: t('Load More Merge Requests') },
  };
}

/** Returns when the merge request was merged or last updated. */
const ageOf = (of: MergeRequest): string | null | undefined =>
  of.state === 'merged' ? (of.merged_at ?? of.updated_at) : of.updated_at;

/** Returns the path of the project from the full reference, such as `acme/storefront!42`. */
function projectOf({ references }: Pick<MergeRequest, 'references'>): string | undefined {
  return references?.full?.split('!')[0];
}

const names = (people: readonly { readonly name: string }[] | null | undefined): string =>
  (people ?? []).map(({ name }) => name).join(', ');

function behind(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined || count === 0) return undefined;
  return t('{0, plural, one {# commit behind} other {# commits behind}}', count);
}

const branches = ({ source_branch: source, target_branch: target }: MergeRequest): string =>
  [source, target].filter(hasText).join(' → ');

/** True if the author is the only assignee, which is usual. */
const isOnlyAuthor = ({ author, assignees }: MergeRequest): boolean =>
  assignees?.length === 1 && assignees[0]?.username === author?.username;

/** The time to which the age in the row refers. */
function timeFact(of: MergeRequest, now: number): readonly [name: string, value: string | undefined] {
  if (of.state === 'merged') return [t('Merged'), mergedLabel(of, now)];
  return of.state === 'closed' && hasText(of.closed_at)
    ? [t('Closed'), momentWithAge(of.closed_at, now)]
    : [t('Updated'), momentWithAge(of.updated_at, now)];
}

function mergedLabel({ merged_at: at, merge_user: by }: MergeRequest, now: number): string | undefined {
  const when = momentWithAge(at, now);
  if (by === null || by === undefined) return when;
  return when === undefined ? by.name : t('{0} by {1}', when, by.name);
}

const hasText = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && value !== '';
