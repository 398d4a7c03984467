import * as z from 'zod/mini';
import { storedMergeRequestKey } from './stored-value';

const sha = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));

const place = z.discriminatedUnion('kind', [
  /** The checked-out branch, and its commit before anything was changed. */
  z.object({ kind: z.literal('checkout'), before: sha }),
  /** A worktree of the extension. `isStarted`: the merge or rebase was started in it. */
  z.object({
    kind: z.literal('worktree'),
    id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    isStarted: z.boolean(),
  }),
]);

/** The conflict resolution in progress: its merge request, clone, method, and branches. */
export const conflictResolutionSchema = z.object({
  key: storedMergeRequestKey,
  /** Identifies the clone, like `GitClone.repository`. */
  repository: z.string(),
  /** Name of the clone's folder, for display. */
  clone: z.string(),
  way: z.enum(['merge', 'rebase']),
  place,
  /** The branch with the result, in the checkout or in the worktree. */
  branch: z.string(),
  /**
   * The branch on the server, its commit there, and the ref in the clone into which it is fetched. The remote is a name
   * or, for a fork without a remote, a URL.
   */
  source: z.object({ remote: z.string(), branch: z.string(), sha, into: z.string() }),
  target: z.object({ branch: z.string(), sha }),
});
export type StoredResolution = z.infer<typeof conflictResolutionSchema>;
