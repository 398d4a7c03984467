import * as z from 'zod/mini';
import { optionalFlag, optionalNumber, optionalText, part } from './wire';

const memberPart = z.looseObject({ access_level: optionalNumber });

/** A project, with the fields that the extension uses (`GET /projects/:id`). */
export const projectSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  path_with_namespace: z.string(),
  default_branch: optionalText,
  visibility: optionalText,
  /** Archived projects are read-only. */
  archived: optionalFlag,
  web_url: z.string(),
  http_url_to_repo: optionalText,
  ssh_url_to_repo: optionalText,
  /** The project that it was forked from; absent if it isn't a fork. */
  forked_from_project: part(z.looseObject({ id: z.number(), path_with_namespace: z.string() })),
  /** `never`, `always`, `default_on`, or `default_off`. */
  squash_option: optionalText,
  remove_source_branch_after_merge: optionalFlag,
  /** `merge`, `rebase_merge`, or `ff`. */
  merge_method: optionalText,
  /** Absent on servers without merge trains. */
  merge_trains_enabled: optionalFlag,
  /** Templates of the messages of merges; null if the default is used (server-behavior.md#message-templates). */
  merge_commit_template: optionalText,
  squash_commit_template: optionalText,
  /** The template of commit messages for applied suggestions; null if the default is used. */
  suggestion_commit_message: optionalText,
  /** The user's access to the project and its group; null if the user isn't a direct member. */
  permissions: part(z.looseObject({ project_access: part(memberPart), group_access: part(memberPart) })),
});
export type Project = z.infer<typeof projectSchema>;
