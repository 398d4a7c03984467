import * as z from 'zod/mini';
import { optionalText } from './wire';

/** A project as far as the extension reads it (`GET /projects/:id`, beyond the description). */
export const projectSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  path_with_namespace: z.string(),
  default_branch: optionalText,
  visibility: optionalText,
  web_url: z.string(),
  http_url_to_repo: optionalText,
  ssh_url_to_repo: optionalText,
});
export type Project = z.infer<typeof projectSchema>;
