import * as z from 'zod/mini';
import { optionalText } from './wire';

/** The token that a request was sent with. */
export const tokenSchema = z.looseObject({
  name: optionalText,
  scopes: z.array(z.string()),
  /** A date without a time; null if the token doesn't expire. */
  expires_at: optionalText,
});
export type TokenDetails = z.infer<typeof tokenSchema>;
