import * as z from 'zod/mini';
import { storedList } from './stored-value';

/** The rows of a view whose state the user changed, by ID. */
export const storedTreeRowsSchema = storedList(
  z.object({ id: z.string(), state: z.enum(['expanded', 'collapsed', 'selected']) }),
);
export type StoredTreeRow = z.infer<typeof storedTreeRowsSchema>[number];
