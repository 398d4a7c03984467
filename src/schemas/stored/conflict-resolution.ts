import * as z from 'zod/mini';
import { storedMergeRequestKey } from './stored-value';

const sha = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));

/** Resolving the conflicts of a merge request in a clone: what was started, and what to restore. */
export const conflictResolutionSchema = z.object({
  key: storedMergeRequestKey,
  /** Identifies the clone, like `GitClone.repository`. */
  repository: z.string(),
  /** Name of the clone's folder, for display. */
  clone: z.string(),
  way: z.enum(['merge', 'rebase']),
  /** The local branch, and its commit before anything was changed; without one if it was created. */
  branch: z.string(),
  before: z.optional(sha),
  /** The local branch's commit before the merge or rebase; undefined until the branch was checked out. */
  start: z.optional(sha),
  /** The branch on the server, and its commit there. */
  source: z.object({ remote: z.string(), branch: z.string(), sha }),
  target: z.object({ branch: z.string(), sha }),
  /** What was checked out; without a branch if the HEAD was detached. */
  from: z.object({ branch: z.optional(z.string()), sha }),
  /** The stash with uncommitted changes: its commit, and its name. */
  stash: z.optional(z.object({ sha, name: z.string() })),
});
export type StoredResolution = z.infer<typeof conflictResolutionSchema>;
