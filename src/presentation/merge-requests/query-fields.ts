import { t } from '../../base/localize';
import type { FilterField, PlaceKind } from '../../domain/merge-requests/filters';

/** Labels of filters, for the form and for descriptions of queries. */
export const FIELD_LABELS: Readonly<Record<FilterField, () => string>> = {
  approved_by_ids: () => t('Approved by (user IDs)'),
  approved_by_usernames: () => t('Approved by'),
  approver_ids: () => t('Eligible approvers (user IDs)'),
  approved: () => t('Approved'),
  assignee_id: () => t('Assignee'),
  author_id: () => t('Author (user ID)'),
  author_username: () => t('Author'),
  created_after: () => t('Created on or after'),
  created_before: () => t('Created on or before'),
  deployed_after: () => t('Deployed on or after'),
  deployed_before: () => t('Deployed on or before'),
  environment: () => t('Environment'),
  iids: () => t('Merge request numbers'),
  in: () => t('Search in'),
  labels: () => t('Labels'),
  merge_user_id: () => t('Merged by (user ID)'),
  merge_user_username: () => t('Merged by'),
  milestone: () => t('Milestone'),
  my_reaction_emoji: () => t('My reaction'),
  non_archived: () => t('Archived projects'),
  order_by: () => t('Sort by'),
  reviewer_id: () => t('Reviewer (user ID)'),
  reviewer_username: () => t('Reviewer'),
  scope: () => t('Scope'),
  search: () => t('Search text'),
  sort: () => t('Sort direction'),
  source_branch: () => t('Source branch'),
  state: () => t('State'),
  target_branch: () => t('Target branch'),
  updated_after: () => t('Updated on or after'),
  updated_before: () => t('Updated on or before'),
  wip: () => t('Drafts'),
  'not.labels': () => t('Without labels'),
  'not.milestone': () => t('Milestone is not'),
  'not.author_id': () => t('Author is not (user ID)'),
  'not.author_username': () => t('Author is not'),
  'not.assignee_id': () => t('Assignee is not (user ID)'),
  'not.assignee_username': () => t('Assignee is not'),
  'not.reviewer_id': () => t('Reviewer is not (user ID)'),
  'not.reviewer_username': () => t('Reviewer is not'),
  'not.my_reaction_emoji': () => t('My reaction is not'),
};

type Choices = readonly (readonly [value: string, word: () => string])[];

export const SCOPE_LABELS = {
  all: () => t('All merge requests'),
  created_by_me: () => t('Created by me'),
  assigned_to_me: () => t('Assigned to me'),
} as const;

/** Filters with a few possible values, and the labels of the values. */
export const CHOICE_LABELS = {
  approved: [
    ['yes', () => t('Approved')],
    ['no', () => t('Not approved')],
  ],
  in: [
    ['title', () => t('Title only')],
    ['description', () => t('Description only')],
  ],
  non_archived: [
    ['true', () => t('Excluded')],
    ['false', () => t('Included')],
  ],
  order_by: [
    ['created_at', () => t('Created date')],
    ['updated_at', () => t('Updated date')],
    ['title', () => t('Title')],
  ],
  scope: [
    ['all', SCOPE_LABELS.all],
    ['created_by_me', SCOPE_LABELS.created_by_me],
    ['assigned_to_me', SCOPE_LABELS.assigned_to_me],
  ],
  sort: [
    ['desc', () => t('Descending')],
    ['asc', () => t('Ascending')],
  ],
  state: [
    ['opened', () => t('Open')],
    ['merged', () => t('Merged')],
    ['closed', () => t('Closed')],
    ['locked', () => t('Locked')],
    ['all', () => t('All states')],
  ],
  wip: [
    ['yes', () => t('Drafts only')],
    ['no', () => t('No drafts')],
  ],
} as const satisfies Partial<Record<FilterField, Choices>>;
export type ChoiceField = keyof typeof CHOICE_LABELS;

export const isChoiceField = (field: FilterField): field is ChoiceField =>
  Object.hasOwn(CHOICE_LABELS, field);

export function choicesOf(field: ChoiceField): Choices {
  return CHOICE_LABELS[field];
}

/**
 * Labels of choices that aren't set, with the server's default if there is one
 * (server-behavior.md#list-filters).
 */
export const UNSET_LABELS: Readonly<Record<ChoiceField, (place: PlaceKind) => string>> = {
  approved: () => t('Any'),
  in: () => t('Title and description'),
  non_archived: () => t('Default (excluded)'),
  order_by: () => t('Default (created date)'),
  scope: (place) => (place === 'host' ? t('Default (created by me)') : t('Default (all merge requests)')),
  sort: () => t('Default (descending)'),
  state: () => t('Default (all states)'),
  wip: () => t('Any'),
};
