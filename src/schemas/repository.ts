import * as z from 'zod/mini';
import { commitSchema } from './diff';
import { userSchema } from './user';
import { flag, optionalFlag, optionalText } from './wire';

/** A commit with its parents. The first commit of a repository has none. */
export const commitWithParentsSchema = z.extend(commitSchema, { parent_ids: z.array(z.string()) });

/** The commit that a revert or cherry-pick created. */
export const pickedCommitSchema = z.looseObject({ id: z.string() });

/** A commit in a list: its ID, the first line of its message, and its author. */
export const listedCommitSchema = z.looseObject({
  id: z.string(),
  title: optionalText,
  author_name: optionalText,
});

export const branchSchema = z.looseObject({
  name: z.string(),
  commit: z.nullish(commitSchema),
  merged: flag,
  protected: flag,
  default: flag,
  /**
   * Whether the user (`can_push`) or all developers can push to the branch or merge into it. Some servers
   * omit these fields.
   */
  can_push: optionalFlag,
  developers_can_push: optionalFlag,
  developers_can_merge: optionalFlag,
  web_url: optionalText,
});

export const tagSchema = z.looseObject({ name: z.string(), commit: z.nullish(commitSchema) });

/** A member of a project, including inherited members. Access levels range from 10 (guest) to 50 (owner). */
export const memberSchema = z.extend(userSchema, { access_level: z.number() });

export const projectLabelSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  color: optionalText,
  text_color: optionalText,
  description: optionalText,
});
