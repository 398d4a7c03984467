import { t } from '../../base/localize';
import type { ChoiceOf, FilterField, PlaceKind } from '../../schemas/merge-request-query';

/** A section of the form. */
export interface QuerySection {
  readonly title: () => string;
  readonly hint?: () => string;
  /** Initially expanded even if its fields are empty. */
  readonly open?: true;
}

export const QUERY_SECTIONS = {
  state: { title: () => t('State and sort order'), open: true },
  people: { title: () => t('People'), open: true },
  labels: { title: () => t('Labels and milestone'), open: true },
  search: { title: () => t('Search') },
  branches: { title: () => t('Branches and environment') },
  dates: {
    title: () => t('Dates'),
    hint: () => t('Dates are whole days in UTC, including the last day.'),
  },
  approvals: { title: () => t('Approvals and reactions') },
  ids: { title: () => t('By ID'), hint: () => t('User IDs stay the same when usernames change.') },
} satisfies Readonly<Record<string, QuerySection>>;

/** A filter in the form, and in descriptions of queries. */
export interface QueryField {
  readonly section: keyof typeof QUERY_SECTIONS;
  readonly label: () => string;
  /** True if the field is shown beside the one before it. */
  readonly beside?: true;
  /** The values to select from, and their labels. */
  readonly choices?: Readonly<Record<string, () => string>>;
  /** Label of a choice that isn't set, with the server's default if there is one (server-behavior.md#list-filters). */
  readonly unset?: (place: PlaceKind) => string;
}

type FieldOf<F extends FilterField> = [ChoiceOf<F>] extends [never]
  ? QueryField
  : QueryField &
      Required<Pick<QueryField, 'unset'>> & {
        readonly choices: Readonly<Record<ChoiceOf<F>, () => string>>;
      };

/** All filters in the order of the form. */
export const QUERY_FIELDS: { readonly [F in FilterField]: FieldOf<F> } = {
  state: {
    section: 'state',
    label: () => t('State'),
    choices: {
      opened: () => t('Open'),
      merged: () => t('Merged'),
      closed: () => t('Closed'),
      locked: () => t('Locked'),
      all: () => t('All states'),
    },
    unset: () => t('Default (all states)'),
  },
  wip: {
    section: 'state',
    label: () => t('Drafts'),
    beside: true,
    choices: { yes: () => t('Drafts only'), no: () => t('No drafts') },
    unset: () => t('Any'),
  },
  scope: {
    section: 'state',
    label: () => t('Scope'),
    choices: {
      all: () => t('All merge requests'),
      created_by_me: () => t('Created by me'),
      assigned_to_me: () => t('Assigned to me'),
    },
    unset: (place) => (place === 'host' ? t('Default (created by me)') : t('Default (all merge requests)')),
  },
  non_archived: {
    section: 'state',
    label: () => t('Archived projects'),
    beside: true,
    choices: { true: () => t('Excluded'), false: () => t('Included') },
    unset: () => t('Default (excluded)'),
  },
  order_by: {
    section: 'state',
    label: () => t('Sort by'),
    choices: {
      created_at: () => t('Created date'),
      updated_at: () => t('Updated date'),
      title: () => t('Title'),
    },
    unset: () => t('Default (created date)'),
  },
  sort: {
    section: 'state',
    label: () => t('Sort direction'),
    beside: true,
    choices: { desc: () => t('Descending'), asc: () => t('Ascending') },
    unset: () => t('Default (descending)'),
  },
  author_username: { section: 'people', label: () => t('Author') },
  'not.author_username': { section: 'people', label: () => t('Author is not'), beside: true },
  assignee_id: { section: 'people', label: () => t('Assignee') },
  'not.assignee_username': { section: 'people', label: () => t('Assignee is not'), beside: true },
  reviewer_username: { section: 'people', label: () => t('Reviewer') },
  'not.reviewer_username': { section: 'people', label: () => t('Reviewer is not'), beside: true },
  merge_user_username: { section: 'people', label: () => t('Merged by') },
  labels: { section: 'labels', label: () => t('Labels') },
  'not.labels': { section: 'labels', label: () => t('Without labels'), beside: true },
  milestone: { section: 'labels', label: () => t('Milestone') },
  'not.milestone': { section: 'labels', label: () => t('Milestone is not'), beside: true },
  search: { section: 'search', label: () => t('Search text') },
  in: {
    section: 'search',
    label: () => t('Search in'),
    beside: true,
    choices: { title: () => t('Title only'), description: () => t('Description only') },
    unset: () => t('Title and description'),
  },
  source_branch: { section: 'branches', label: () => t('Source branch') },
  target_branch: { section: 'branches', label: () => t('Target branch'), beside: true },
  environment: { section: 'branches', label: () => t('Environment') },
  created_after: { section: 'dates', label: () => t('Created on or after') },
  created_before: { section: 'dates', label: () => t('Created on or before'), beside: true },
  updated_after: { section: 'dates', label: () => t('Updated on or after') },
  updated_before: { section: 'dates', label: () => t('Updated on or before'), beside: true },
  deployed_after: { section: 'dates', label: () => t('Deployed on or after') },
  deployed_before: { section: 'dates', label: () => t('Deployed on or before'), beside: true },
  approved: {
    section: 'approvals',
    label: () => t('Approved'),
    choices: { yes: () => t('Approved'), no: () => t('Not approved') },
    unset: () => t('Any'),
  },
  approved_by_usernames: { section: 'approvals', label: () => t('Approved by') },
  approved_by_ids: { section: 'approvals', label: () => t('Approved by (user IDs)') },
  approver_ids: { section: 'approvals', label: () => t('Eligible approvers (user IDs)'), beside: true },
  my_reaction_emoji: { section: 'approvals', label: () => t('My reaction') },
  'not.my_reaction_emoji': { section: 'approvals', label: () => t('My reaction is not'), beside: true },
  author_id: { section: 'ids', label: () => t('Author (user ID)') },
  'not.author_id': { section: 'ids', label: () => t('Author is not (user ID)'), beside: true },
  'not.assignee_id': { section: 'ids', label: () => t('Assignee is not (user ID)') },
  merge_user_id: { section: 'ids', label: () => t('Merged by (user ID)'), beside: true },
  reviewer_id: { section: 'ids', label: () => t('Reviewer (user ID)') },
  'not.reviewer_id': { section: 'ids', label: () => t('Reviewer is not (user ID)'), beside: true },
  iids: { section: 'ids', label: () => t('Merge request numbers') },
};
