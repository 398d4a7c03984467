import * as z from 'zod/mini';
import { optionalText } from './wire';

/**
 * A user, as embedded in other resources (server-behavior.md#merge-request-fields), and the response of
 * `GET /user`.
 */
export const userSchema = z.looseObject({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  state: optionalText,
  avatar_url: optionalText,
  web_url: optionalText,
  /** Only in the response of `GET /user`. */
  email: optionalText,
  commit_email: optionalText,
});
export type User = z.infer<typeof userSchema>;
