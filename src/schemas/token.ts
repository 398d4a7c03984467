import * as z from 'zod/mini';
import { optionalText } from './wire';

/** Unknown entries are ignored. */
const granularScopesSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((scopes) => scopes.flatMap((scope) => granularScopeSchema.safeParse(scope).data ?? [])),
);
const granularScopeSchema = z.looseObject({ permissions: z.array(z.string()) });

/** The token that a request was sent with. */
export const tokenSchema = z.looseObject({
  name: optionalText,
  scopes: z.array(z.string()),
  /** A date without a time; null if the token doesn't expire. */
  expires_at: optionalText,
  /** Only of fine-grained tokens, and only on newer servers. */
  granular_scopes: z.catch(z.optional(z.nullable(granularScopesSchema)), undefined),
});
export type TokenDetails = z.infer<typeof tokenSchema>;
