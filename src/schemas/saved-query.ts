import * as z from 'zod/mini';
import { queryFiltersSchema } from './merge-request-query';

const reference = z.union([z.string().check(z.minLength(1)), z.int().check(z.positive())]);

/**
 * A saved query in the setting `switchyard.mergeRequests.queries`. `host` is the server's address, and
 * `group` and `project` are paths or IDs.
 */
export const savedQuerySchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1)),
  host: z.string(),
  /** At most one of `group` and `project`; without both, the query applies to the server. */
  group: z.optional(reference),
  project: z.optional(reference),
  filters: queryFiltersSchema,
});
export type StoredQuery = z.infer<typeof savedQuerySchema>;

/** The name of an entry with an error in another field. */
export const queryNameSchema = z.object({
  name: z.string().check(z.refine((name) => name.trim() !== '')),
});
