import * as z from 'zod/mini';
import { optionalText } from './wire';

/** What a server says about the token that it was asked with. */
export const tokenSchema = z.looseObject({
  name: optionalText,
  scopes: z.array(z.string()),
  /** A date without a time; null for a token that doesn't expire. */
  expires_at: optionalText,
});
export type TokenDetails = z.infer<typeof tokenSchema>;
