import * as z from 'zod/mini';
import { queryFiltersSchema } from './merge-request-query';

const schema = z.object({ base: z.string(), project: z.union([z.number(), z.string()]), iid: z.number() });

/**
 * Reads the key of a merge request from the state of a page, which is restored after a reload of the window.
 * Returns undefined if it is invalid.
 */
export function readMergeRequestKey(kept: unknown): z.infer<typeof schema> | undefined {
  const read = schema.safeParse(kept);
  return read.success ? read.data : undefined;
}

const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), base: z.string() }),
  z.object({ kind: z.literal('group'), base: z.string(), group: z.union([z.number(), z.string()]) }),
  z.object({ kind: z.literal('project'), base: z.string(), project: z.union([z.number(), z.string()]) }),
]);

/**
 * Identifies the form for a saved query: an existing query, or a new one, optionally based on another query.
 */
export const formKeySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), id: z.string() }),
  z.object({
    kind: z.literal('new'),
    from: z.optional(z.object({ place: placeSchema, filters: queryFiltersSchema })),
  }),
]);
