import * as z from 'zod/mini';
import { mergeRequestSchema } from './merge-request';
import { userSchema } from './user';
import { datetime, optionalNumber, optionalText } from './wire';

/** A to-do item (doc 2 §2). */
export const todoSchema = z.looseObject({
  id: z.number(),
  project: z.nullish(
    z.looseObject({
      id: z.number(),
      name: optionalText,
      name_with_namespace: optionalText,
      path: optionalText,
      path_with_namespace: optionalText,
    }),
  ),
  author: z.nullish(userSchema),
  action_name: optionalText,
  target_type: optionalText,
  target: z.nullish(mergeRequestSchema),
  target_url: optionalText,
  body: optionalText,
  state: optionalText,
  created_at: datetime,
});

/** An issue that closes with the merge: of the built-in tracker, or just id and title of an external one (doc 2 §2). */
export const closedIssueSchema = z.looseObject({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  iid: optionalNumber,
  project_id: optionalNumber,
  state: optionalText,
  web_url: optionalText,
});
