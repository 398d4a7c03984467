import * as z from 'zod/mini';
import { storedList, trueOrFalse } from './stored-value';

/**
 * A stash that a check-out was about to create. `repository`: like `GitClone.repository`. `isMissing`: it wasn't in the
 * list of stashes at the last start, because git may not have been finished.
 */
const startedStashSchema = z.object({
  repository: z.string(),
  name: z.string(),
  isMissing: trueOrFalse,
});
export type StartedStash = z.infer<typeof startedStashSchema>;

export const startedStashesSchema = storedList(startedStashSchema);
