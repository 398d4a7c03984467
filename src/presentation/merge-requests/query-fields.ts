import { t } from '../../base/localize';
import type { FilterField } from '../../domain/merge-requests/filters';

/** What each filter is called, in the form and where a query is told. */
export const FIELD_WORDS: Readonly<Record<FilterField, () => string>> = {
  approved_by_ids: () => t('Approved by (numbers)'),
  approved_by_usernames: () => t('Approved by'),
  approver_ids: () => t('Approvers (numbers)'),
  approved: () => t('Approved'),
  assignee_id: () => t('Assignee'),
  author_id: () => t('Author (number)'),
  author_username: () => t('Author'),
  created_after: () => t('Created from'),
  created_before: () => t('Created until'),
  deployed_after: () => t('Deployed from'),
  deployed_before: () => t('Deployed until'),
  environment: () => t('Deployed to'),
  iids: () => t('Numbers of merge requests'),
  in: () => t('Search in'),
  labels: () => t('Labels'),
  merge_user_id: () => t('Merged by (number)'),
  merge_user_username: () => t('Merged by'),
  milestone: () => t('Milestone'),
  my_reaction_emoji: () => t('My reaction'),
  non_archived: () => t('Archived projects'),
  order_by: () => t('Order by'),
  reviewer_id: () => t('Reviewer (number)'),
  reviewer_username: () => t('Reviewer'),
  scope: () => t('Whose'),
  search: () => t('Text'),
  sort: () => t('Direction'),
  source_branch: () => t('Source branch'),
  state: () => t('State'),
  target_branch: () => t('Target branch'),
  updated_after: () => t('Updated from'),
  updated_before: () => t('Updated until'),
  wip: () => t('Drafts'),
  'not.labels': () => t('Without labels'),
  'not.milestone': () => t('Milestone is not'),
  'not.author_id': () => t('Author is not (number)'),
  'not.author_username': () => t('Author is not'),
  'not.assignee_id': () => t('Assignee is not (number)'),
  'not.assignee_username': () => t('Assignee is not'),
  'not.reviewer_id': () => t('Reviewer is not (number)'),
  'not.reviewer_username': () => t('Reviewer is not'),
  'not.my_reaction_emoji': () => t('My reaction is not'),
};

type Choices = readonly (readonly [value: string, word: () => string])[];

/** Filters whose value is one of a few, with what each value is called. */
export const CHOICE_WORDS = {
  approved: [
    ['yes', () => t('Approved')],
    ['no', () => t('Not approved')],
  ],
  in: [
    ['title', () => t('Title only')],
    ['description', () => t('Description only')],
  ],
  non_archived: [
    ['true', () => t('Left out')],
    ['false', () => t('Included')],
  ],
  order_by: [
    ['created_at', () => t('Time of creation')],
    ['updated_at', () => t('Time of the last change')],
    ['title', () => t('Title')],
  ],
  scope: [
    ['all', () => t("Everybody's")],
    ['created_by_me', () => t('Created by me')],
    ['assigned_to_me', () => t('Assigned to me')],
  ],
  sort: [
    ['desc', () => t('Descending: the newest first')],
    ['asc', () => t('Ascending: the oldest first')],
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
export type ChoiceField = keyof typeof CHOICE_WORDS;

export const isChoiceField = (field: FilterField): field is ChoiceField => Object.hasOwn(CHOICE_WORDS, field);

export function choicesOf(field: ChoiceField): Choices {
  return CHOICE_WORDS[field];
}

/**
 * What stands for a choice that is not asked for; where the server has a default, it says that one
 * (server-behavior.md#list-filters).
 */
export const UNASKED: Readonly<Record<ChoiceField, () => string>> = {
  approved: () => t('Does not matter'),
  in: () => t('Title and description'),
  non_archived: () => t('Left out, as usual'),
  order_by: () => t('Time of creation, as usual'),
  scope: () => t('As usual'),
  sort: () => t('Descending, as usual'),
  state: () => t('Does not matter'),
  wip: () => t('Does not matter'),
};
