import * as z from 'zod/mini';
import { userSchema } from './user';
import { datetime, optionalNumber, optionalText, part } from './wire';

/** Subject of a to-do item: a merge request, an issue, a commit, an alert, or another object. */
const todoTargetSchema = z.looseObject({
  iid: optionalNumber,
  project_id: optionalNumber,
  title: optionalText,
});

/** A to-do item (server-behavior.md#to-do-items). */
export const todoSchema = z.looseObject({
  id: z.number(),
  project: part(
    z.looseObject({
      id: z.number(),
      name: optionalText,
      name_with_namespace: optionalText,
      path: optionalText,
      path_with_namespace: optionalText,
    }),
  ),
  author: part(userSchema),
  action_name: optionalText,
  target_type: optionalText,
  target: part(todoTargetSchema),
  target_url: optionalText,
  body: optionalText,
  state: optionalText,
  created_at: datetime,
});
export type Todo = z.infer<typeof todoSchema>;
