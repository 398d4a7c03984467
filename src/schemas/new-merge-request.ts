import * as z from 'zod/mini';

const text = z.optional(z.string());
const tick = z.optional(z.boolean());
const list = z.optional(z.array(z.string()));

/** The fields of the form that makes a merge request, by their names; what is absent was not touched. */
export const createValuesSchema = z.object({
  /** Which clone and project, which project: as the form offered them. */
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
  /** Ids of people, names of labels, ids of milestones. */
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

/** What was typed and not sent. `names` are what chosen people, labels and milestones are called, by their values. */
export const createDraftSchema = z.object({
  typed: createValuesSchema,
  names: z.record(z.string(), z.string()),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type CreateDraft = z.infer<typeof createDraftSchema>;

/** Names a form: the branch of a clone, and the project on a server that it is of. */
export const createKeySchema = z.object({
  base: z.url(),
  project: z.union([z.number(), z.string()]),
  /** The clone, as `Repository.id`. */
  repository: z.string(),
  branch: z.string(),
});
export type CreateKey = z.infer<typeof createKeySchema>;
