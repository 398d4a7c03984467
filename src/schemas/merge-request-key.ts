import * as z from 'zod/mini';

const schema = z.object({ base: z.string(), project: z.union([z.number(), z.string()]), iid: z.number() });

/**
 * Reads the key of a merge request from the state of a page, which is restored after a reload of the window.
 * Returns undefined if it is invalid.
 */
export function readMergeRequestKey(kept: unknown): z.infer<typeof schema> | undefined {
  const read = schema.safeParse(kept);
  return read.success ? read.data : undefined;
}
