import * as z from 'zod/mini';
import { queryFiltersSchema } from './merge-request-query';

const reference = z.union([z.string().check(z.minLength(1)), z.int().check(z.positive())]);

/** A saved query as it stands in the setting `switchyard.mergeRequests.queries`. A place is named by address and path. */
export const savedQuerySchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1)),
  host: z.string(),
  /** One of the two, or neither for the whole host. */
  group: z.optional(reference),
  project: z.optional(reference),
  filters: queryFiltersSchema,
});
export type StoredQuery = z.infer<typeof savedQuerySchema>;

/** The name of an entry that has an error elsewhere. */
export const queryNameSchema = z.object({
  name: z.string().check(z.refine((name) => name.trim() !== '')),
});
