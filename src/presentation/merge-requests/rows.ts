import { t } from '../../base/localize';
import { mergePipeline } from '../../domain/merge-requests/merge-pipeline';
import {
  type MergeRequestStep,
  type NextStepFacts,
  WAITING_STEPS,
} from '../../domain/merge-requests/next-step';
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
import { accessibleLabel, detailsOf, parts, type Row, yes } from '../shared/row';
import { stateWord } from '../shared/state-labels';
import { BUSY_ICON, statusWord } from '../shared/status-icons';
import { ago, moment } from '../shared/time-labels';
import { mergeRequestIcon, standing, STEP_WORDS } from './labels';
import { mergeStatusLine } from './status-labels';

/** What a row of a merge request needs to know beside it. */
export interface MergeRequestContext {
  readonly now: number;
  /** Who looks at it: what is next depends on that. */
  readonly who: string | undefined;
  /** Something is being done to it. */
  readonly busy: boolean;
  readonly pinned: boolean;
  /** Until when it is put off, in words. */
  readonly snoozed: string | undefined;
  /** It changed since it was opened last. */
  readonly unread: boolean;
  /** Merge requests of other projects stand beside it. */
  readonly amongProjects: boolean;
  /** The row above says what is to be done. */
  readonly isGrouped?: boolean;
  /** It is that of the workspace's branch. */
  readonly ofBranch: boolean;
  readonly approvals?: MergeRequestFacts['approvals'];
  /** What the person may do in its project. */
  readonly access?: AccessLevel;
  /** What lists do not tell, and the next step depends on. */
  readonly lookedUp?: LookedUp;
}

export type LookedUp = Pick<NextStepFacts, 'review' | 'settled'>;

export function mergeRequestRow(of: MergeRequest, context: MergeRequestContext): Row {
  const { now, who, busy, pinned, snoozed, unread, amongProjects, ofBranch } = context;
  const isGrouped = context.isGrouped === true;
  const age = ago(ageOf(of), now);
  const where = amongProjects ? projectOf(of) : undefined;
  const marks = [ofBranch ? t('current branch') : undefined, unread ? t('unread') : undefined];
  const known = { ...of, ...context.lookedUp };
  const state = standing(known, who);
  return {
    label: `!${of.iid} ${of.title}`,
    description: parts(
      ...marks,
      pinned ? t('pinned') : undefined,
      standing(known, who, { tellsStep: !isGrouped }),
      snoozed,
      age,
      where,
    ),
    icon: busy ? BUSY_ICON : mergeRequestIcon(of),
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
      snoozed,
      age,
      where,
    ),
    contextTokens: [
      'mergeRequest',
      // One that only newer servers know is no word of the menus.
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

const roleFactsOf = (of: MergeRequest, { approvals, access, who }: MergeRequestContext) => ({
  ...of,
  approvals,
  access,
  isOwn: isOwn(of, who),
});

/** What the row has no room for. */
function mergeRequestFacts(of: MergeRequest, context: MergeRequestContext) {
  const { snoozed, pinned, access } = context;
  const { task_completion_status: tasks } = of;
  const pipeline = mergePipeline(of);
  return [
    ...detailsOf(
      [t('Merge request'), `!${of.iid} ${of.title}`],
      [t('Project'), projectOf(of)],
      [t('State'), of.state === 'opened' ? undefined : stateWord(of.state)],
      [t('Merge status'), of.state === 'opened' ? mergeStatusLine(of.detailed_merge_status) : undefined],
      [t('Auto-merge'), yes(of.merge_when_pipeline_succeeds)],
      [t('Author'), of.author?.name],
      [t('Assignees'), names(of.assignees)],
      [t('Reviewers'), names(of.reviewers)],
      [t('Branches'), parts(of.source_branch ?? '', of.target_branch ?? '').replace(' · ', ' → ')],
      [t('Behind target branch'), behind(of.diverged_commits_count)],
      [t('Labels'), of.labels?.map((label) => (typeof label === 'string' ? label : label.name)).join(', ')],
      [t('Milestone'), of.milestone?.title],
      [t('Pipeline'), pipeline ? `#${pipeline.id} ${statusWord(pipeline)}` : undefined],
      [t('Comments'), of.user_notes_count === 0 ? undefined : of.user_notes_count],
      [
        t('Checklist items'),
        tasks && tasks.count > 0 ? t('{0} of {1} completed', tasks.completed_count, tasks.count) : undefined,
      ],
      [t('Created'), moment(of.created_at)],
      [t('Updated'), moment(of.updated_at)],
      [t('Merged'), mergedLabel(of)],
      [t('Closed'), moment(of.closed_at)],
      [t('Pinned'), yes(pinned)],
      [t('Snoozed'), snoozed],
    ),
    ...(withheldActions(roleFactsOf(of, context)).length === 0
      ? []
      : roleFacts(access, t('Developer (to change this merge request)'))),
  ];
}

/** Those that wait for the same step, with how many they are. */
export function stepRow(step: MergeRequestStep | 'snoozed', count: number): Row {
  const { title, icon } = STEP_WORDS[step];
  const many = t('{0, plural, one {# merge request} other {# merge requests}}', count);
  return {
    label: title(),
    description: String(count),
    icon,
    accessibleLabel: accessibleLabel(title(), many),
    contextTokens: ['step'],
    expandable: step === 'snoozed' || WAITING_STEPS.includes(step) ? 'collapsed' : 'expanded',
  };
}

/** In the place of a merge request that is not known any more. */
export function unknownMergeRequestRow(iid: number): Row {
  const label = t('Merge request !{0}', iid);
  return { label, icon: { id: 'question' }, accessibleLabel: label, contextTokens: [], expandable: 'no' };
}

/** The end of what is read of a list, with the way to go on. */
export function moreRow(count: string): Row {
  return {
    label: t('Load More Merge Requests'),
    description: count,
    icon: { id: 'fold-down' },
    accessibleLabel: accessibleLabel(t('Load more merge requests'), count),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadMoreMergeRequests, title: t('Load More Merge Requests') },
  };
}

/** When it came to its end, or was changed last. */
const ageOf = (of: MergeRequest): string | null | undefined =>
  of.state === 'merged' ? (of.merged_at ?? of.updated_at) : of.updated_at;

/** The path of its project, as its full reference has it: `acme/storefront!42`. */
function projectOf({ references }: Pick<MergeRequest, 'references'>): string | undefined {
  return references?.full?.split('!')[0];
}

const names = (people: readonly { readonly name: string }[] | null | undefined): string =>
  (people ?? []).map(({ name }) => name).join(', ');

function behind(count: number | null | undefined): string | undefined {
  if (count === null || count === undefined || count === 0) return undefined;
  return t('{0, plural, one {# commit} other {# commits}}', count);
}

function mergedLabel({ merged_at: at, merge_user: by, state }: MergeRequest): string | undefined {
  if (state !== 'merged') return undefined;
  const when = moment(at);
  if (by === null || by === undefined) return when;
  return when === undefined ? by.name : t('{0} by {1}', when, by.name);
}

const hasText = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && value !== '';
