import * as z from 'zod/mini';
import { lenient, storedList, storedRecord } from './stored-value';

/** An account. Earlier versions stored no ID and no key of the token. */
const accountSchema = z.object({
  base: z.string(),
  username: lenient(z.string()),
  user: lenient(z.number()),
  tokenKey: lenient(z.string()),
  id: z.catch(z.string(), 'first'),
});
export type StoredAccountFields = z.infer<typeof accountSchema>;

/** A sign-in or, without an account, a sign-out. */
const entrySchema = z.object({
  server: z.string(),
  version: z.number(),
  account: lenient(accountSchema),
});

/** Sign-ins and sign-outs by server. Earlier versions stored only accounts. */
export const storedAccountsSchema = storedList(z.union([entrySchema, accountSchema]));

/** Owners of the stored state, by server URL. */
export const accountOwnersSchema = storedRecord(z.string());
