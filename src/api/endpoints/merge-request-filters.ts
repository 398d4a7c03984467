import { MERGE_REQUEST_STATES } from '../../schemas/merge-request';
import {
  boolean,
  commaList,
  hash,
  idOrWord,
  idsOrWord,
  integer,
  integers,
  namesOrWord,
  oneOf,
  string,
} from '../params';

/**
 * Filters that all three lists of merge requests support (server-behavior.md#list-filters). Dates are ISO
 * 8601.
 */
const shared = {
  approved_by_ids: { ...idsOrWord, most: 5 },
  approver_ids: idsOrWord,
  approved: oneOf(['yes', 'no']),
  assignee_id: idOrWord,
  author_id: integer,
  author_username: string,
  created_after: string,
  created_before: string,
  labels: commaList,
  merge_user_id: integer,
  merge_user_username: string,
  milestone: string,
  my_reaction_emoji: string,
  not: hash({
    labels: commaList,
    milestone: string,
    author_id: integer,
    author_username: string,
    assignee_id: integer,
    assignee_username: string,
    reviewer_id: integer,
    reviewer_username: string,
    my_reaction_emoji: string,
  }),
  order_by: oneOf(['created_at', 'title', 'updated_at']),
  reviewer_id: idOrWord,
  reviewer_username: string,
  scope: oneOf(['created_by_me', 'assigned_to_me', 'all']),
  search: string,
  sort: oneOf(['asc', 'desc']),
  source_branch: string,
  target_branch: string,
  state: oneOf(['all', ...MERGE_REQUEST_STATES]),
  updated_after: string,
  updated_before: string,
  view: oneOf(['simple']),
  with_labels_details: boolean,
  with_merge_status_recheck: boolean,
  page: integer,
  per_page: integer,
};

/** Mutually exclusive filters (server-behavior.md#list-filters). */
export const EXCLUSIVE_FILTERS = [
  ['author_id', 'author_username'],
  ['reviewer_id', 'reviewer_username'],
  ['merge_user_id', 'merge_user_username'],
] as const;
/** Groups accept approvers by name too. */
export const EXCLUSIVE_GROUP_FILTERS = [
  ...EXCLUSIVE_FILTERS,
  ['approved_by_ids', 'approved_by_usernames'],
] as const;

/** Column G: all merge requests that the user can see; `scope` defaults to the user's own. */
export const HOST_FILTERS = {
  ...shared,
  deployed_after: string,
  deployed_before: string,
  environment: string,
  in: commaList,
  wip: oneOf(['yes', 'no']),
};

/** Filters of the list of a project (column P of the table in server-behavior.md#list-filters). */
export const PROJECT_FILTERS = { ...shared, environment: string, iids: integers, wip: oneOf(['yes', 'no']) };

/** Filters of the list of a group and its subgroups (column R). */
export const GROUP_FILTERS = {
  ...shared,
  approved_by_usernames: { ...namesOrWord, most: 5 },
  non_archived: boolean,
};
