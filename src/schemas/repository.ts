import * as z from 'zod/mini';
import { commitSchema } from './diff';
import { userSchema } from './user';
import { flag, optionalFlag, optionalText } from './wire';

/** A commit with its parents. The first commit of a history has none. */
export const commitWithParentsSchema = z.extend(commitSchema, { parent_ids: z.array(z.string()) });

/** A commit of a list: its ID, the first line of its message, and its author. */
export const listedCommitSchema = z.looseObject({
  id: z.string(),
  title: optionalText,
  author_name: optionalText,
});

/** A branch. */
export const branchSchema = z.looseObject({
  name: z.string(),
  commit: z.nullish(commitSchema),
  merged: flag,
  protected: flag,
  default: flag,
  /** Whether the user, or all developers, may push to the branch or merge into it. Some servers leave this out. */
  can_push: optionalFlag,
  developers_can_push: optionalFlag,
  developers_can_merge: optionalFlag,
  web_url: optionalText,
});

/** A tag. */
export const tagSchema = z.looseObject({ name: z.string(), commit: z.nullish(commitSchema) });

/** A member of a project, inherited ones included. 50 is owner, 10 is guest. */
export const memberSchema = z.extend(userSchema, { access_level: z.number() });

/** A label of a project. */
export const projectLabelSchema = z.looseObject({
  id: z.number(),
  name: z.string(),
  color: optionalText,
  text_color: optionalText,
  description: optionalText,
});
