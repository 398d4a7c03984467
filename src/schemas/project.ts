import * as z from 'zod/mini';
import { optionalFlag, optionalNumber, optionalText, part } from './wire';

const memberPart = z.looseObject({ access_level: optionalNumber });

/** A project as far as the extension reads it (`GET /projects/:id`). */
export const projectSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  path_with_namespace: z.string(),
  default_branch: optionalText,
  visibility: optionalText,
  web_url: z.string(),
  http_url_to_repo: optionalText,
  ssh_url_to_repo: optionalText,
  /** Where it was forked from, for forks. */
  forked_from_project: part(z.looseObject({ id: z.number(), path_with_namespace: z.string() })),
  /** `never`, `always`, `default_on` or `default_off`. */
  squash_option: optionalText,
  remove_source_branch_after_merge: optionalFlag,
  /** What the person who asks is in the project and in its group; null where they're no direct member. */
  permissions: part(z.looseObject({ project_access: part(memberPart), group_access: part(memberPart) })),
});
export type Project = z.infer<typeof projectSchema>;
