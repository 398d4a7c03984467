import * as z from 'zod/mini';

const schema = z.object({
  base: z.string(),
  project: z.union([z.number(), z.string()]),
  iid: z.number(),
  /** The path of the image on either side of the diff. */
  path: z.string(),
});

/** Identifies a changed image of a merge request. */
export type ImageKey = z.infer<typeof schema>;

/**
 * Reads the key of an image from the state of a page, which is restored after a reload of the window. Returns
 * undefined if it is invalid.
 */
export const readImageKey = (kept: unknown): ImageKey | undefined => schema.safeParse(kept).data;
