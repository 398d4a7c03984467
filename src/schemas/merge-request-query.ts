import * as z from 'zod/mini';
import { MERGE_REQUEST_STATES } from './merge-request';

const NONE_OR_ANY = ['None', 'Any'] as const;

const idOrWord = z.union([z.number(), z.enum(NONE_OR_ANY)]);
const idsOrWord = z.union([z.array(z.number()), z.enum(NONE_OR_ANY)]);
const namesOrWord = z.union([z.array(z.string()), z.enum(NONE_OR_ANY)]);
const text = z.string();
const names = z.array(z.string());
const yesOrNo = z.enum(['yes', 'no']);

const negatedFiltersSchema = z.strictObject({
  labels: z.optional(names),
  milestone: z.optional(text),
  author_id: z.optional(z.number()),
  author_username: z.optional(text),
  assignee_id: z.optional(z.number()),
  assignee_username: z.optional(text),
  reviewer_id: z.optional(z.number()),
  reviewer_username: z.optional(text),
  my_reaction_emoji: z.optional(text),
});

/**
 * Filters of a list of merge requests, by their API names (server-behavior.md#list-filters). The available
 * filters depend on the list: of the host, a group, or a project. Dates are ISO 8601.
 */
export const queryFiltersSchema = z.strictObject({
  approved: z.optional(yesOrNo),
  approved_by_ids: z.optional(idsOrWord),
  approved_by_usernames: z.optional(namesOrWord),
  approver_ids: z.optional(idsOrWord),
  assignee_id: z.optional(idOrWord),
  author_id: z.optional(z.number()),
  author_username: z.optional(text),
  created_after: z.optional(text),
  created_before: z.optional(text),
  deployed_after: z.optional(text),
  deployed_before: z.optional(text),
  environment: z.optional(text),
  iids: z.optional(z.array(z.number())),
  in: z.optional(names),
  labels: z.optional(names),
  merge_user_id: z.optional(z.number()),
  merge_user_username: z.optional(text),
  milestone: z.optional(text),
  my_reaction_emoji: z.optional(text),
  non_archived: z.optional(z.boolean()),
  not: z.optional(negatedFiltersSchema),
  order_by: z.optional(z.enum(['created_at', 'title', 'updated_at'])),
  reviewer_id: z.optional(idOrWord),
  reviewer_username: z.optional(text),
  scope: z.optional(z.enum(['created_by_me', 'assigned_to_me', 'all'])),
  search: z.optional(text),
  sort: z.optional(z.enum(['asc', 'desc'])),
  source_branch: z.optional(text),
  state: z.optional(z.enum(['all', ...MERGE_REQUEST_STATES])),
  target_branch: z.optional(text),
  updated_after: z.optional(text),
  updated_before: z.optional(text),
  wip: z.optional(yesOrNo),
});
export type QueryFilters = z.infer<typeof queryFiltersSchema>;
