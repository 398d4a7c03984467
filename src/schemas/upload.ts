import * as z from 'zod/mini';

/** A file that was stored for use in texts. Source: public documentation of GitLab REST v4, Projects API. */
export const uploadSchema = z.object({
  /** Markdown to insert: an image or a link. */
  markdown: z.string(),
});
