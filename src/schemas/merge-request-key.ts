import * as z from 'zod/mini';

const schema = z.object({ base: z.string(), project: z.union([z.number(), z.string()]), iid: z.number() });

/** Names a merge request, as it was kept with a page across a reload; undefined for anything else. */
export function readMergeRequestKey(kept: unknown): z.infer<typeof schema> | undefined {
  const read = schema.safeParse(kept);
  return read.success ? read.data : undefined;
}
