import * as z from 'zod/mini';

const text = z.optional(z.string());
const tick = z.optional(z.boolean());
const list = z.optional(z.array(z.string()));

/**
 * The fields of the form for a new merge request, by name. Fields that the user hasn't changed are absent.
 */
export const createValuesSchema = z.object({
  /** The selected source (a clone and its project) and target project, as values of the form's options. */
  source: text,
  sourceBranch: text,
  target: text,
  targetBranch: text,
  title: text,
  template: text,
  description: text,
  closes: tick,
  draft: tick,
  push: tick,
  /** IDs of people and milestones, and names of labels. */
  assignees: list,
  reviewers: list,
  labels: list,
  milestone: list,
  squash: tick,
  removeSourceBranch: tick,
  allowCollaboration: tick,
});
export type TypedValues = z.infer<typeof createValuesSchema>;
export type CreateField = keyof TypedValues;

/**
 * Typed values that weren't sent. `names` contains the labels of selected people and milestones, by value.
 */
export const createDraftSchema = z.object({
  typed: createValuesSchema,
  names: z.record(z.string(), z.string()),
  /** Unix milliseconds. */
  at: z.number(),
});
export type CreateDraft = z.infer<typeof createDraftSchema>;

/** Identifies a form: the branch of a clone, and its project on a server. */
export const createKeySchema = z.object({
  base: z.url(),
  project: z.union([z.number(), z.string()]),
  /** A `Repository.id`. */
  repository: z.string(),
  branch: z.string(),
});
export type CreateKey = z.infer<typeof createKeySchema>;
