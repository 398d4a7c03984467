import * as z from 'zod/mini';
import { storedList } from './stored-value';
import { elements } from './wire';

export const changesLayoutSchema = z.catch(z.enum(['tree', 'list']), 'tree');
export type ChangesLayout = z.infer<typeof changesLayoutSchema>;

/** The ID of each merge request, and the ID and head commit of the version that was reviewed last. */
export const reviewedVersionsSchema = storedList(z.tuple([z.string(), z.int(), z.string()], z.unknown()));

/** Of each merge request a digest, when it was changed last, and marks: the digests of a path and its change. */
export const viewedFilesSchema = storedList(
  z.object({
    id: z.string(),
    server: z.string(),
    at: z.number(),
    marks: elements(z.string()),
  }),
);
