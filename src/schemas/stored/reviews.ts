import * as z from 'zod/mini';
import { ACTIVITY_VALUES } from '../activity-act';
import { elements } from '../wire';
import { storedList } from './stored-value';

export const changesLayoutSchema = z.catch(z.enum(['tree', 'list']), 'tree');
export type ChangesLayout = z.infer<typeof changesLayoutSchema>;

/**
 * ID of each merge request, ID and head commit of the version that was reviewed last (0 and an empty text if none was),
 * and the head commit for which a review was submitted after that.
 */
export const reviewedVersionsSchema = storedList(
  z.tuple([z.string(), z.int(), z.string(), z.optional(z.string())], z.unknown()),
);

/**
 * Keyed by merge request: a digest of its key (`id`) and of the server's URL, the time of the last change, and the
 * marks. A mark consists of digests of a path and of the change.
 */
export const viewedFilesSchema = storedList(
  z.object({
    id: z.string(),
    server: z.string(),
    at: z.number(),
    marks: elements(z.string()),
  }),
);

/** Which activity the page of a merge request shows, and in which order. */
export const activityViewSchema = z.catch(
  z.object({
    filter: z.catch(ACTIVITY_VALUES.filter, 'all'),
    order: z.catch(ACTIVITY_VALUES.order, 'oldest'),
  }),
  { filter: 'all', order: 'oldest' },
);
export type ActivityView = z.infer<typeof activityViewSchema>;
