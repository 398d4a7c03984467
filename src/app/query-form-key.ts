import * as z from 'zod/mini';
import { queryId, type MergeRequestQuery } from '../domain/merge-request-query';
import { queryFiltersSchema } from '../schemas/merge-request-query';

const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), base: z.string() }),
  z.object({ kind: z.literal('group'), base: z.string(), group: z.union([z.number(), z.string()]) }),
  z.object({ kind: z.literal('project'), base: z.string(), project: z.union([z.number(), z.string()]) }),
]);

/** What a form for a saved query is about: a query that is saved, or a new one, maybe made from another question. */
const formKeySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), id: z.string() }),
  z.object({
    kind: z.literal('new'),
    from: z.optional(z.object({ place: placeSchema, filters: queryFiltersSchema })),
  }),
]);
export type QueryFormKey =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'new'; readonly from?: MergeRequestQuery | undefined };

/** Reads a key that was kept; undefined for what is none. */
export function readFormKey(kept: unknown): QueryFormKey | undefined {
  const read = formKeySchema.safeParse(kept);
  return read.success ? read.data : undefined;
}

/** One form for each. */
export const formKeyName = (key: QueryFormKey): string =>
  key.kind === 'edit' ? `edit ${key.id}` : `new ${key.from === undefined ? '' : queryId(key.from)}`;
