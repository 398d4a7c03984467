import * as z from 'zod/mini';
import { queryFiltersSchema } from './merge-request-query';

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
