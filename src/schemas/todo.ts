import * as z from 'zod/mini';
import { mergeRequestSchema } from './merge-request';
import { userSchema } from './user';
import { datetime, optionalText, part } from './wire';

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
  target: part(mergeRequestSchema),
  target_url: optionalText,
  body: optionalText,
  state: optionalText,
  created_at: datetime,
});
