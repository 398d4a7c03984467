import * as z from 'zod/mini';
import { projectReference, serverAddress, storedList } from './stored-value';

export const storedRecentSchema = storedList(
  z.object({
    what: z.enum(['pipeline', 'job', 'merge-request']),
    base: serverAddress,
    project: projectReference,
    id: z.number(),
    label: z.string(),
  }),
);
